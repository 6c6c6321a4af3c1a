/** Turns what a session was asked for into combinations and the plan of their runs. Pure. */
import { rankedNames } from '../../../merge/compare/ranked.ts';
import { HALVES, type Half, type Params, type ParamValue, type SwarmKind } from '../../../protocol/run-record.ts';
import { TRANSPORTS, type Transport } from '../../../protocol/transports.ts';
import type { Verb } from '../../../protocol/verbs.ts';
import { type App, transportsOf, verbsOf } from '../../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../../setup/apps/manifest/select-apps.ts';
import { nameOf } from '../../../setup/apps/versions/app-versions.ts';
import { noSuch } from '../../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { rounds } from '../../plans/rounds.ts';
import { type FoundScenario, rankedByIn, scenarioNamed } from '../../scenarios/find.ts';
import { optionName, readParams } from '../../scenarios/param-values.ts';
import { type FoundProfile, profileNamed } from '../../scenarios/profiles.ts';
import type { Plan, PlanContext, Scenario } from '../../scenarios/scenario.ts';
import type { Asked } from '../record/run-id.ts';

/** What `./outcry run` was asked for; what is undefined comes from the profile. */
export interface RunOptions {
  profile?: string;
  scenario?: string;
  /** Parameters of the scenario (and of one that it wraps), as text or values. */
  params?: Record<string, ParamValue>;
  swarm?: SwarmKind;
  frameworks?: string[];
  transports?: string[];
  browsers?: number;
  clientsPerBrowser?: number;
  /** Console swarms only. */
  clients?: number;
  clientsPerWorker?: number;
  runs?: number;
  /** Where `runs` is not given and the profile decides: rows that differ by less than this many percent are alike. */
  difference?: number;
  /** Seconds, instead of until it has levelled. */
  warmup?: number;
  /** Each combination as two, to see what differs where nothing does. */
  asTwo?: boolean;
}

/** A framework over a transport. */
export interface Combination {
  app: App;
  transport: Transport;
  /** Which half it is of a framework that is measured as two; absent: it is measured as itself. */
  half?: Half;
}

export interface SessionPlan {
  profile: string | null;
  /** What plain runs of the session are; those of a search differ from it. */
  asked: Asked;
  /** The search that the runs are steps of; null: they are repetitions. */
  search: { name: string; params: Params } | null;
  swarm: SwarmKind;
  /** Browsers, or 0 for a console swarm (its workers follow from the clients). */
  browsers: number;
  /** The most clients of any run: what the swarm is made for. */
  clients: number;
  combinations: Combination[];
  /** Of each combination the same. */
  plan: Plan;
  /** Rounds go on until the order is decided (see {@link SessionOptions.enough}); null: the plan says how many there are. */
  until: { percent: number } | null;
  /** Seconds; null: each app's own, and until it has levelled. */
  warmupSeconds: number | null;
}

/** Clients of a console session where none are asked for: study A's number. */
const CONSOLE_CLIENTS = 60;
/** Most clients that a console swarm is asked to hold; what a machine can hold in fact is looked at when it is launched. */
const CONSOLE_ROOM = 100_000;

/** @throws OutcryError (wrong use) for a value that cannot be */
function paramsOf(scenario: Scenario, given: Record<string, ParamValue>): Params {
  const read = readParams(scenario, given);
  if ('wrong' in read) throw new OutcryError(read.wrong, EXIT.usage);
  return read.params;
}

/** @throws OutcryError (wrong use) for parameters that none of the scenarios has */
function demandKnown(given: Record<string, ParamValue>, scenarios: readonly Scenario[]): void {
  for (const name of Object.keys(given)) {
    if (scenarios.some(({ params }) => Object.hasOwn(params, name))) continue;
    const names = scenarios.flatMap(({ params }) => Object.keys(params));
    const has = names.length === 0 ? 'has no options of its own' : `has ${names.map(optionName).join(', ')}`;
    const [{ name: scenario }] = scenarios as [Scenario];
    throw new OutcryError(`${optionName(name)} is no option of the scenario ${scenario}, which ${has}`, EXIT.usage);
  }
}

/** More rounds than any time is enough for. */
const MOST_ROUNDS = 1_000;

interface Load extends Pick<SessionPlan, 'until'> {
  asked: Asked;
  search: SessionPlan['search'];
  plan: Plan;
  /** The scenario whose runs there will be. */
  run: Scenario;
}

function loadOf(options: RunOptions, profile: FoundProfile, found: readonly FoundScenario[], swarm: SwarmSize): Load {
  const named = (name: string): Scenario => scenarioNamed(found, name).scenario;
  const scenario = named(options.scenario ?? profile.scenario);
  const given = options.params ?? {};
  const params = paramsOf(scenario, given);
  const wrapped = scenario.wraps === undefined ? null : named(scenario.wraps(params));
  demandKnown(given, wrapped === null ? [scenario] : [scenario, wrapped]);
  const run = wrapped ?? scenario;
  const runParams = wrapped === null ? params : paramsOf(wrapped, given);
  const asked: Asked = { scenario: run.name, params: runParams, clients: swarm.clients };
  const decides = profile.decides && scenario.plan === undefined && !options.asTwo && options.runs === undefined;
  const until = decides && options.difference !== undefined ? { percent: options.difference } : null;
  const runs = options.runs ?? (until === null ? profile.runs : MOST_ROUNDS);
  const context: PlanContext = {
    runs,
    clients: swarm.clients,
    room: swarm.room,
    scenario: named,
    ranked: (name) => rankedNames(rankedByIn(found, name)),
    given: wrapped === null ? {} : runParams,
  };
  return {
    asked,
    search: wrapped === null ? null : { name: scenario.name, params },
    plan: scenario.plan?.(params, context) ?? rounds([asked], runs),
    until,
    run,
  };
}

function chosenTransports(options: RunOptions, profile: FoundProfile, usable: Transport[]): Transport[] {
  if (options.transports === undefined) return profile.transports === 'main' ? usable.slice(0, 1) : usable;
  for (const asked of options.transports) {
    if (asked !== 'all' && !TRANSPORTS.includes(asked as Transport)) {
      throw noSuch('transport', asked, TRANSPORTS);
    }
  }
  if (options.transports.includes('all')) return usable;
  return usable.filter((transport) => options.transports!.includes(transport));
}

/** Whether a transport with `verbs` has what is needed. Where that is no verb it is a connection, and requests alone have none. */
const carries = (verbs: readonly Verb[], needs: readonly Verb[]): boolean =>
  needs.length === 0 ? verbs.some((verb) => verb !== 'request') : needs.every((verb) => verbs.includes(verb));

/** Every framework over every transport that is asked for, that the swarm can use, and that has the verbs the scenario needs. */
function combinationsOf(
  options: RunOptions,
  profile: FoundProfile,
  apps: App[],
  swarm: SwarmKind,
  { name, needs }: Scenario,
): Combination[] {
  const chosen = selectApps(apps, options.frameworks).filter((app) => app.features.includes('load'));
  const combinations = chosen.flatMap((app) => {
    const usable = transportsOf(app, swarm).filter((transport) => carries(verbsOf(app, transport), needs));
    const transports = chosenTransports(options, profile, usable);
    if (options.asTwo) return transports.flatMap((transport) => HALVES.map((half) => ({ app, transport, half })));
    return transports.map((transport) => ({ app, transport }));
  });
  if (combinations.length > 0) return combinations;
  const frameworks = chosen.map(nameOf).join(', ') || 'the frameworks';
  const transports = options.transports?.join(' or ') ?? 'a transport';
  const wanted = needs.length === 0 ? 'connections that stay' : needs.join(' and ');
  throw new OutcryError(
    `nothing to run: none of ${frameworks} has ${transports} for a ${swarm} swarm with ${wanted}, which ${name} needs`,
    EXIT.usage,
  );
}

interface SwarmSize {
  kind: SwarmKind;
  browsers: number;
  clients: number;
  /** The most clients it can be asked to hold. */
  room: number;
}

function swarmSize(options: RunOptions, profile: FoundProfile, cores: number): SwarmSize {
  const kind = options.swarm ?? profile.swarm;
  if (kind === 'browser' && options.clients !== undefined) {
    throw new OutcryError(
      '--clients is for console swarms; a browser swarm takes --browsers and --clients-per-browser',
      EXIT.usage,
    );
  }
  if (kind === 'console' && (options.browsers ?? options.clientsPerBrowser) !== undefined) {
    throw new OutcryError(
      '--browsers and --clients-per-browser are for browser swarms; a console swarm takes --clients',
      EXIT.usage,
    );
  }
  if (kind === 'console') {
    return { kind, browsers: 0, clients: options.clients ?? CONSOLE_CLIENTS, room: CONSOLE_ROOM };
  }
  const browsers = options.browsers ?? profile.browsers(cores);
  const clients = browsers * (options.clientsPerBrowser ?? profile.clientsPerBrowser);
  return { kind, browsers, clients, room: clients };
}

/** @throws OutcryError (wrong use) for what does not exist, cannot be, or gives no run at all */
export function planSession(
  options: RunOptions,
  apps: App[],
  scenarios: readonly FoundScenario[],
  cores: number,
): SessionPlan {
  const profile = profileNamed(scenarios, options.profile);
  const swarm = swarmSize(options, profile, cores);
  const { asked, search, plan, until, run } = loadOf(options, profile, scenarios, swarm);
  if (!run.swarms.includes(swarm.kind)) {
    throw new OutcryError(
      `${run.name} is not for ${swarm.kind} swarms; it takes --swarm ${run.swarms.join(' or ')}`,
      EXIT.usage,
    );
  }
  return {
    profile: profile.name,
    asked,
    search,
    swarm: swarm.kind,
    browsers: swarm.browsers,
    clients: plan.mostClients,
    combinations: combinationsOf(options, profile, apps, swarm.kind, run),
    plan,
    until,
    warmupSeconds: options.warmup ?? null,
  };
}
