/** Plans a session, once. Pure. */
import { DEFAULT_DETECT_PERCENT } from '../../../merge/compare/answers.ts';
import { TRANSPORTS, type Transport } from '../../../metrics/transports.ts';
import { ARMS, type Params, type ParamValue, type SwarmKind } from '../../../protocol/run-record.ts';
import type { Verb } from '../../../protocol/verbs.ts';
import { type App, reconnectOver, transportsOf, verbsOf } from '../../../setup/apps/manifest/manifest.ts';
import { namesSome, selectApps } from '../../../setup/apps/manifest/select-apps.ts';
import { nameOf } from '../../../setup/apps/versions/app-versions.ts';
import { noSuch } from '../../../system/did-you-mean.ts';
import { readMachines } from '../../../system/elsewhere/machine-spec.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { Condition, PlannedCondition } from '../../conditions/condition.ts';
import { measurable } from '../../conditions/measurable.ts';
import { type FoundScenario, scenarioNamed } from '../../scenarios/find.ts';
import { type FoundProfile, profileNamed } from '../../scenarios/profiles.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { connectsOf } from '../measure/test-request.ts';
import { usualWarmUp } from '../measure/warm-up.ts';
import { demandBrowserRoom, demandSliceable } from './checks.ts';
import { type Load, loadOf, stepsOf } from './load.ts';
import { LEAST_ROUNDS, leastSeconds, leastSecondsAlone, slicesFor, wholeSeconds } from './round-plan.ts';
import type { SessionOptions } from './session-options.ts';
import type { Combination, SessionPlan, SwarmPlan, SwarmSize } from './session-plan.ts';

/** The inputs of a plan besides options. */
export interface PlanInput {
  apps: App[];
  scenarios: readonly FoundScenario[];
  /** Cores that the swarm can use. */
  cores: number;
  /** Default: none. */
  conditions?: readonly Condition[];
  /** The changes of the conditions in the plan. */
  planned?: Pick<PlannedCondition, 'sliceSeconds' | 'sharedConnections'>;
}

/** The default duration of a session, seconds, from the start of its first server on. */
export const USUAL_SECONDS = 6 * 60;
/** More rounds than any time is enough for. */
const MOST_ROUNDS = 1_000;
/** Clients of a console session where none are asked for: study A's number. */
const CONSOLE_CLIENTS = 60;

/** The interface that servers listen on: loopback, unless `--advertise` names a host for clients elsewhere. */
export const hostFor = ({ advertise }: Pick<SessionOptions, 'advertise'>): string =>
  advertise === undefined ? '127.0.0.1' : '0.0.0.0';

function chosenTransports(options: SessionOptions, profile: FoundProfile, usable: Transport[]): Transport[] {
  if (options.transports === undefined) return profile.transports === 'main' ? usable.slice(0, 1) : usable;
  for (const asked of options.transports) {
    if (asked !== 'all' && !TRANSPORTS.includes(asked as Transport)) {
      throw noSuch('transport', asked, TRANSPORTS);
    }
  }
  if (options.transports.includes('all')) return usable;
  return usable.filter((transport) => options.transports!.includes(transport));
}

/** Tells whether a transport with `verbs` has what is needed. A need that is no verb is a connection, and requests alone have none. */
const carries = (verbs: readonly Verb[], needs: readonly Verb[]): boolean =>
  needs.length === 0 ? verbs.some((verb) => verb !== 'request') : needs.every((verb) => verbs.includes(verb));

/** Every framework over every transport that is asked for, that the swarm can use, and that has the verbs the scenario needs. */
function combinationsOf(
  options: SessionOptions,
  profile: FoundProfile,
  apps: App[],
  swarm: SwarmKind,
  { name, needs }: Scenario,
): Combination[] {
  const chosen = selectApps(apps, options.frameworks).filter((app) => app.features.includes('load'));
  const combinations = chosen.flatMap((app) => {
    const usable = transportsOf(app, swarm).filter((transport) => carries(verbsOf(app, transport), needs));
    const transports = chosenTransports(options, profile, usable);
    if (options.asTwo) return transports.flatMap((transport) => ARMS.map((arm) => ({ app, transport, arm })));
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

/** Refuses apps that a scenario cannot be run with, as a condition refuses what it cannot measure. */
const refusedBy = (scenario: Scenario, params: Params): Condition => ({
  name: 'scenario',
  refuses(_, { app, transport, swarm }) {
    if (scenario.reconnects && reconnectOver(app, transport) === null)
      return `has no "reconnect" in app.json for ${transport}: its clients cannot be asked to connect again`;
    return scenario.refuses?.(params, app, swarm) ?? null;
  },
});

/** The number of rows that a session has, of a scenario whose own runs it makes. @throws OutcryError (wrong use) where there are none */
export function rowsAsked(options: SessionOptions, { apps, scenarios }: Pick<PlanInput, 'apps' | 'scenarios'>): number {
  const profile = profileNamed(scenarios, options.profile);
  const { scenario } = scenarioNamed(scenarios, options.scenario ?? profile.scenario);
  return combinationsOf(options, profile, apps, options.swarm ?? profile.swarm, scenario).length;
}

/** @param connecting clients connect in the test: they have a browser each, unless more are asked for, since they would wait for each other */
function swarmSize(options: SessionOptions, profile: FoundProfile, cores: number, connecting: boolean): SwarmSize {
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
  if (kind === 'console') return { kind, browsers: 0, clients: options.clients ?? CONSOLE_CLIENTS };
  const browsers = options.browsers ?? profile.browsers(cores);
  const usual = connecting ? 1 : profile.clientsPerBrowser;
  return { kind, browsers, clients: browsers * (options.clientsPerBrowser ?? usual) };
}

/** The profile's parameters where neither parameters nor another scenario or swarm are asked for: they belong to its own load. */
function givenOrUsual(options: SessionOptions, profile: FoundProfile): Record<string, ParamValue> {
  const { params = {}, scenario, swarm, clients, browsers, clientsPerBrowser } = options;
  const isOther = [scenario, swarm, clients, browsers, clientsPerBrowser].some((option) => option !== undefined);
  return isOther || Object.keys(params).length > 0 ? params : { ...profile.params };
}

function swarmPlan(options: SessionOptions, size: SwarmSize): SwarmPlan {
  const { clientsPerWorker = null, browser = 'firefox', headful = false, grid = null, advertise = null } = options;
  const on = options.on === undefined ? null : readMachines(options.on);
  return { ...size, clientsPerWorker, browser, headful, grid, advertise, on };
}

/** Rounds have no number where the profile leaves it to the time, and neither a number nor a search says how many there are. */
const isTimed = (options: SessionOptions, profile: FoundProfile, counted: boolean): boolean =>
  (profile.timed ?? false) && !counted && !options.asTwo && options.runs === undefined;

interface Timed {
  asked: Load['asked'];
  /** The seconds of the fewest rounds. */
  needed: number;
}

/** Makes the test of a session whose servers take turns as long as its time allows, unless the user said how long it is. */
function fitToTime(
  options: SessionOptions,
  {
    load: { asked },
    scenario,
    combinations,
    sliceSeconds,
  }: { load: Load; scenario: Scenario; combinations: readonly Combination[]; sliceSeconds: number },
): Timed {
  const of = (params: Load['asked']['params']): number => scenario.slices?.(params, sliceSeconds).length ?? 1;
  const whole = scenario.plannedSeconds(asked.params, asked.clients);
  const exactly = options.warmup ?? null;
  const warmUps = combinations.map(({ app }) => usualWarmUp({ wanted: app.warmupSeconds, exactly, taken: 'in turn' }));
  const turns = { warmUps, sliceSeconds, most: of(asked.params) };
  const needed = leastSeconds(turns);
  const wanted = slicesFor(turns, options.time ?? Math.max(USUAL_SECONDS, needed));
  const shorter = scenario.warmUp(asked.params, Math.min(whole, wanted * sliceSeconds)) ?? asked.params;
  const changed = Object.keys(shorter).filter((name) => shorter[name] !== asked.params[name]);
  const isGiven = changed.some((name) => options.params?.[name] !== undefined);
  return isGiven ? { asked, needed: wholeSeconds(turns) } : { asked: { ...asked, params: shorter }, needed };
}

/** A time that is so much too short is kept within what a time is kept within. */
const TOLERATED = 0.95;

/** @throws OutcryError (wrong use) */
function demandTime(seconds: number, needed: number, rows: number): void {
  if (seconds >= TOLERATED * needed) return;
  const minutes = Math.ceil(needed / 30) / 2;
  throw new OutcryError(
    `${LEAST_ROUNDS} rounds of ${rows} ${rows === 1 ? 'row' : 'rows'} need about ${minutes} min: give --time ${minutes}m or more, or fewer --frameworks or --transports`,
    EXIT.usage,
  );
}

/** @throws OutcryError (wrong use) for what does not exist, cannot be, or gives no run at all */
export function planSession(
  options: SessionOptions,
  { apps, scenarios, cores, conditions = [], planned = {} }: PlanInput,
): SessionPlan {
  const profile = profileNamed(scenarios, options.profile);
  const name = options.scenario ?? profile.scenario;
  const countless = loadOf(name, givenOrUsual(options, profile), scenarios);
  const { scenario } = scenarioNamed(scenarios, countless.asked.scenario);
  const connecting = scenario.reconnects === true || connectsOf({ scenario, step: countless.asked }) === 'themselves';
  const size = swarmSize(options, profile, cores, connecting);
  const load = { ...countless, asked: { ...countless.asked, clients: size.clients } };
  if (!scenario.swarms.includes(size.kind)) {
    throw new OutcryError(
      `${scenario.name} is not for ${size.kind} swarms; it takes --swarm ${scenario.swarms.join(' or ')}`,
      EXIT.usage,
    );
  }
  const { session: id = '', note = null, results } = options;
  const { frameworks, conditions: asked = {}, difference = DEFAULT_DETECT_PERCENT } = options;
  const { warmup = null, preflight = 0, retries = 0, wire = false } = options;
  const wanted = combinationsOf(options, profile, apps, size.kind, scenario);
  const under = {
    conditions: [...conditions, refusedBy(scenario, load.asked.params)],
    asked,
    swarm: size.kind,
    named: namesSome(frameworks),
  };
  const { left: combinations, skipped } = measurable(wanted, under);
  const { sliceSeconds = null } = planned;
  const timed = isTimed(options, profile, scenarioNamed(scenarios, name).scenario.plan !== undefined);
  const rows = combinations.length;
  const { asked: whole } = load;
  const fitted: Timed =
    timed && sliceSeconds !== null
      ? fitToTime(options, { load, scenario, combinations, sliceSeconds })
      : { asked: whole, needed: leastSecondsAlone({ combinations, asked: whole, warmupSeconds: warmup }, scenario) };
  const seconds = options.time ?? Math.max(USUAL_SECONDS, Math.ceil(fitted.needed));
  if (timed) demandTime(seconds, fitted.needed, rows);
  const until = timed ? { percent: difference, seconds, decided: options.untilDecided ?? false } : null;
  const rounds = options.runs ?? (timed ? MOST_ROUNDS : profile.runs);
  const { most, mostClients } = stepsOf({ ...load, asked: fitted.asked, swarm: size, rounds }, scenarios);
  const plan: SessionPlan = {
    ...load,
    asked: fitted.asked,
    ...{ id, look: options.look ?? 1, note, results },
    profile: profile.name,
    swarm: swarmPlan(options, { ...size, clients: mostClients }),
    combinations,
    named: under.named,
    rounds,
    mostRuns: most,
    until,
    percent: difference,
    sliceSeconds,
    warmupSeconds: warmup,
    preflightSeconds: preflight,
    retries,
    wire,
    host: hostFor(options),
    conditions: asked,
    skipped,
  };
  const { sharedConnections: sharing = false } = planned;
  if (!options.crowded) demandBrowserRoom(plan, { sharing, connecting });
  if (plan.sliceSeconds !== null) demandSliceable(options, scenarioNamed(scenarios, name).scenario);
  return plan;
}
