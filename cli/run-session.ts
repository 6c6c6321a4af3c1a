/** One session, for the commands that measure: begun or resumed, verified, run, with whoever watches told of it. */
import { EventEmitter } from 'node:events';
import { captureUnavailable } from '../loadtests/capture/capture.ts';
import type { PreparedConditions } from '../loadtests/conditions/condition.ts';
import { endConditions, findConditions, prepareConditions } from '../loadtests/conditions/find.ts';
import { sessionNetwork } from '../loadtests/network/session-network.ts';
import { planSession, type RunOptions } from '../loadtests/runner/plan.ts';
import { demandRoom } from '../loadtests/runner/room.ts';
import { runSession, type SessionEvents, type SessionResult } from '../loadtests/runner/session.ts';
import { findSession, newSessionId, type SessionFile, writeSessionFile } from '../loadtests/runner/session-file.ts';
import type { FoundScenario } from '../loadtests/scenarios/find.ts';
import type { Placement } from '../protocol/placement.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { findApps } from '../setup/apps/elsewhere.ts';
import { RunStore } from '../web-api/store.ts';
import { getReady, runnablePlan } from './getting-ready.ts';
import { startLiveCharts } from './live-charts.ts';
import { Outlook } from './outlook.ts';
import type { Say } from './output.ts';
import { keepSwarm, placeFor, swarmCores } from './placement-options.ts';
import { showProgress } from './progress.ts';
import { sayNotices } from './say-notices.ts';
import { sessionFloor } from './session-floor.ts';
import { StepBar } from './step-bar.ts';
import { type SwarmOptions, serverHost, swarmFor } from './swarm-options.ts';

export interface MeasureOptions extends RunOptions, Omit<SwarmOptions, 'swarm'> {
  /** Folders of apps besides those of this checkout. */
  apps?: string[];
  results: string;
  note?: string;
  /** Who runs where; null: nobody asked. */
  placement?: Placement | null;
  /** What the options of conditions say, by their keys; default: nothing, so that each condition is as usual. */
  conditions?: Record<string, unknown>;
  /** The id of a session that begins; default: one of its own. */
  session?: string;
  resume?: string | true;
  api?: string;
  live: boolean;
  wire: boolean;
  /** How long the machine is looked at before the session, seconds. */
  look: number;
  /** How often a run that something else on the machine disturbed is done again at most; default 0. */
  again?: number;
}

export interface Measured {
  session: string;
  /** Absolute path of the results folder. */
  results: string;
  result: SessionResult;
  /** Notices that were said already, on stderr. */
  notices: ReadonlySet<string>;
  /** Something that was asked for could not be measured: what does not verify is not. */
  leftOut: boolean;
}

/**
 * Measures what is asked for.
 * @param watch called with the session's events before it begins
 */
export async function measure(
  options: MeasureOptions,
  scenarios: readonly FoundScenario[],
  watch: (events: EventEmitter<SessionEvents>, say: Say) => void = () => {},
): Promise<Measured> {
  const store = new RunStore(options.results);
  const session = sessionFor(options, store.folder);
  // A session that goes on does so under the options it began with; what belongs to this machine's screen does not matter.
  const asked = { ...options, ...session.options } as MeasureOptions;
  const { placement = null } = options.resume === undefined ? options : (session.options as MeasureOptions);
  const wanted = planSession(asked, findApps(asked.apps), scenarios, swarmCores(placement));
  // Each stands between clients and server, with both ends of every connection.
  const proxied = asked.wire && captureUnavailable() !== null;
  demandRoom(wanted, asked.clientsPerWorker, (asked.network ? 1 : 0) + (proxied ? 1 : 0), asked.join !== undefined);
  const place = await placeFor(placement, asked);
  writeSessionFile(store.folder, session);
  const bar = new StepBar(new Outlook());
  const { say, step } = bar;
  const plan = await runnablePlan(wanted, asked.frameworks !== undefined, bar);
  const { preparation, live } = await getReady(
    plan,
    scenarios,
    { ...asked, live: options.live, look: options.look, place },
    bar,
    () => startLiveCharts(store.folder, session.id, say, asked.apps),
  );
  const events = new EventEmitter<SessionEvents>();
  showProgress(events, bar, scenarios);
  live?.follow(events, plan.plan.most * plan.combinations.length);
  watch(events, say);
  const notices = sayNotices(events, say);
  const conditions = await conditionsOf(session);
  let letGo = async (): Promise<void> => {};
  try {
    const network = asked.network ? await sessionNetwork(asked.network, step) : null;
    // Of the machine as it is, for sessions to come as well: before anything of it is kept to some CPUs.
    const floor = placement && (await sessionFloor(options.look, step));
    letGo = await keepSwarm(placement, say);
    const swarm = await swarmFor(plan, asked, step);
    const result = await runSession({
      id: session.id,
      note: session.note,
      plan,
      scenarios,
      store,
      swarm,
      host: serverHost(asked),
      placement,
      conditions,
      place,
      wire: asked.wire,
      network,
      lookSeconds: options.look,
      again: asked.again ?? 0,
      floor: async () => (placement === null ? sessionFloor(options.look, step) : floor),
      events,
      ready: (combination) => preparation.ready(combination),
      ...(options.api === undefined ? {} : { alsoKeep: (record) => post(options.api!, record, say) }),
    });
    writeSessionFile(store.folder, { ...session, finished: true });
    const leftOut = plan.combinations.length < wanted.combinations.length || preparation.failed > 0;
    return { session: session.id, results: store.folder, result, notices, leftOut };
  } finally {
    bar.clear();
    await letGo();
    await endConditions(conditions);
    await live?.stop();
  }
}

/** Those of a session that began before there were conditions stay at their defaults. */
async function conditionsOf({ options }: SessionFile): Promise<PreparedConditions> {
  const { conditions } = options as Partial<MeasureOptions>;
  return conditions === undefined ? new Map() : prepareConditions(await findConditions(), conditions);
}

const KEPT_OPTIONS = [
  'apps',
  'profile',
  'scenario',
  'params',
  'swarm',
  'frameworks',
  'transports',
  'browsers',
  'clientsPerBrowser',
  'clients',
  'clientsPerWorker',
  'workers',
  'join',
  'runs',
  'warmup',
  'again',
  'asTwo',
  'browser',
  'grid',
  'advertise',
  'network',
  'placement',
  'wire',
] as const satisfies readonly (keyof MeasureOptions)[];

function sessionFor(options: MeasureOptions, results: string): SessionFile {
  if (options.resume !== undefined) return findSession(results, options.resume === true ? null : options.resume);
  const now = new Date();
  const kept = Object.fromEntries(
    KEPT_OPTIONS.map((key) => [key, options[key]]).filter(([, value]) => value !== undefined),
  );
  return {
    id: options.session ?? newSessionId(now),
    startedAt: now.toISOString(),
    options: { ...kept, conditions: options.conditions ?? {} } as RunOptions,
    note: options.note ?? null,
    finished: false,
  };
}

async function post(api: string, record: RunRecord, say: Say): Promise<void> {
  try {
    const response = await fetch(new URL('/api/runs', api), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(record),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok)
      say(`${api} did not take ${record.id}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  } catch (error) {
    say(`${api} could not be reached for ${record.id}: ${(error as Error).message}; the record is kept here`);
  }
}
