/** The stages of one run but the warm-up, each with its value: start, connect, measure. */
import type { Swarm, TestOutcome } from '../../../client-launcher/swarm.ts';
import { adapterOf } from '../../../setup/apps/build/build.ts';
import type { Place, PlacedServer } from '../../../setup/apps/places/place.ts';
import { nameOf } from '../../../setup/apps/versions/app-versions.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { connectOptions } from '../../conditions/find.ts';
import type { Monitor } from '../../monitor/monitor.ts';
import type { FoundScenario } from '../../scenarios/find.ts';
import { BackendProcess } from '../backend/backend.ts';
import { disturbanceOf, environmentOf, feedControl } from '../disturbance/disturbance-of.ts';
import { type DisturbanceParts, Disturbing } from '../disturbance/disturbing.ts';
import type { Window } from '../record/gauges.ts';
import { BUCKET_SECONDS } from '../record/make-record.ts';
import { windowOf } from '../record/test-window.ts';
import { type ClientDistribution, firstMembers } from './client-distribution.ts';
import { ControlClient } from './control-client.ts';
import { countsOf } from './counts-of.ts';
import { Load } from './load.ts';
import { type NetworkPath, type NetworkPathPlan, networkPathTo } from './network-path.ts';
import type { Measured, PlannedRun, SessionContext, Stage, Started } from './run-context.ts';
import { connectsOf, requestOf } from './test-request.ts';
import type { WarmUpsBeside } from './warm-up.ts';

/** The step of a run, for progress displays. */
export type RunStep = 'starting' | 'connecting' | 'warming-up' | 'measuring' | 'stopping';

/** The environment that all runs of a session share. */
export interface RunEnvironment extends NetworkPathPlan {
  session: SessionContext;
  scenarios: readonly FoundScenario[];
  swarm: Swarm;
  /** The place where servers run. */
  place: Place;
  /** CPUs that the swarm is kept to; none: it may use any. */
  swarmCpus: number[];
  /** Null where this machine cannot be monitored; `monitorMissing` says why. */
  monitor: Monitor | null;
  monitorMissing: string | null;
  /** Seconds; null: until it has levelled. */
  warmupSeconds: number | null;
  /** The number of members that share the clients of each combination. */
  distribution: ClientDistribution;
  /** The place of its warm-up among those of the other servers of its round; absent: there is one server. */
  warmUpTurns?: WarmUpTurns;
  /** Keeps the log of the run whose record has this id. */
  onLog?: (id: string, lines: readonly unknown[]) => void;
}

export interface WarmUpTurns extends WarmUpsBeside {
  /** Does a piece of warm-up when there is room for one more, in the order in which they were asked for. */
  take<T>(piece: () => Promise<T>): Promise<T>;
}

/** The parts that a run has started, to be stopped at its end. */
export interface RunParts {
  server: PlacedServer | null;
  path: NetworkPath | null;
  backend: BackendProcess | null;
}

/** A run whose clients are connected, with what its stages act on. */
export interface ReadyRun {
  environment: RunEnvironment;
  run: PlannedRun;
  server: PlacedServer;
  path: NetworkPath;
  load: Load;
  control: ControlClient;
  /** Null: nothing is disturbed. */
  disturbance: DisturbanceParts | null;
  onStep: (step: RunStep) => void;
}

/** Does stages of a run, one after the other, and gives what each came to. @throws Error with why a stage failed */
export type Stages = AsyncGenerator<Stage, void>;

/**
 * Starts the server and connects the clients.
 * @param parts filled with what is started, which the caller ends
 */
export async function* startRun(
  environment: RunEnvironment,
  run: PlannedRun,
  parts: RunParts,
  onStep: (step: RunStep) => void,
): AsyncGenerator<Stage, ReadyRun> {
  onStep('starting');
  const server = await environment.place.start(run.app, environmentOf(run, environment.session));
  parts.server = server;
  const started = startedBy(run, server);
  yield started;
  demandNoRefusal(started);
  parts.path = await networkPathTo(server, environment, environment.session.conditions);
  const control = new ControlClient(server.control);
  const disturbance = await disturbanceOf(environment, run, parts, control, beginOf(run));
  const path = parts.path!;
  if (run.backendEntry !== null)
    parts.backend = await BackendProcess.start(run.backendEntry, feedControl(server, disturbance, path));
  // The greeting of new connections is set before there are connections.
  await control.begin(beginOf(run));
  const ready: ReadyRun = {
    environment,
    run,
    server,
    path,
    load: new Load(environment.swarm, parts.backend),
    control,
    disturbance,
    onStep,
  };
  yield* connect(ready, firstMembersOf(ready));
  return ready;
}

function startedBy({ session, app, step }: PlannedRun, server: PlacedServer): Started {
  const { versions, host, notice, otherPort, otherProcess } = server;
  const about = { name: nameOf(app), clients: step.clients };
  const found = [...session.conditions].flatMap(([name, condition]) => {
    const one = condition.ofServer?.(server, about) ?? null;
    return one === null ? [] : [[name, one] as const];
  });
  return { serverVersions: versions, found: new Map(found), serverHost: host, notice, otherPort, otherProcess };
}

/** @throws Error with why a condition does not let the run be made */
function demandNoRefusal({ found }: Started): void {
  for (const { refusal } of found.values()) if (refusal !== undefined) throw new Error(refusal);
}

export function beginOf({ scenario, step }: PlannedRun): Parameters<ControlClient['begin']>[0] {
  return { bucketMs: BUCKET_SECONDS * 1000, greet: scenario.greet?.(step.params) ?? null };
}

/** The members that the clients are first shared by; undefined: as many as the swarm sees fit. */
export function firstMembersOf({
  environment: { swarm, distribution, warmupSeconds },
  run,
}: ReadyRun): number | undefined {
  const { step, scenario } = run;
  const watched = warmupSeconds !== 0 && scenario.warmUp(step.params, 1) !== null;
  return distribution.known(run, step) ?? firstMembers(swarm, step.clients, watched);
}

export const membersOf = ({ environment: { swarm }, run: { step } }: ReadyRun, wanted: number | undefined): number =>
  Math.min(wanted ?? swarm.membersFor?.(step.clients) ?? swarm.members, step.clients);

export async function* connect(ready: ReadyRun, wanted: number | undefined): Stages {
  const { environment, run, path, onStep } = ready;
  const { app, transport, step } = run;
  const apart = ready.disturbance?.slow;
  onStep('connecting');
  await environment.swarm.connect({
    framework: app.id,
    adapter: adapterOf(app),
    url: path.url,
    transport,
    clients: step.clients,
    now: connectsOf(run) === 'before',
    ...(run.scenario.reconnects && { options: { reconnect: true, ...connectOptions(environment.session.conditions) } }),
    ...(apart == null ? {} : { apart: { client: apart.client, url: apart.url } }),
    ...(wanted === undefined ? {} : { members: wanted }),
  });
  yield { members: membersOf(ready, wanted) };
}

/** The result of a test alone. */
type Tested = Pick<Measured, 'outcome' | 'backend' | 'counts' | 'countsMissing'>;

/** Runs the steps before every test, once. */
export async function beforeTest({ environment: { session, swarm }, server, path, onStep }: ReadyRun): Promise<void> {
  onStep('measuring');
  const processes = { server: server.meter.by === 'tree' ? server.meter.pid : null, swarm: swarm.pids() };
  for (const condition of session.conditions.values()) await condition.beforeTest?.(processes);
  for (const one of path.between.values()) one.beforeTest?.(processes.swarm);
}

/** Runs the steps after every test, or after each slice of one. */
export function afterTest({ path }: ReadyRun, { from, to }: Window): void {
  for (const one of path.between.values()) one.afterTest?.(from, to);
}

/** The whole test at once. */
export async function* measure(ready: ReadyRun): Stages {
  const { environment, run, server, load, path, control } = ready;
  const { swarm, swarmCpus, monitor } = environment;
  const { counter } = path;
  const { request, limitMs } = requestOf(run, run.step.params, BUCKET_SECONDS * 1000);
  await load.prepare(request, run.step.clients);
  await control.begin(beginOf(run));
  await beforeTest(ready);
  await counter?.begin();
  await monitor?.begin(server.meter, swarm.pids(), swarmCpus, path.front);
  await swarm.hosts?.begin();
  yield { startedAt: new Date() };
  const from = monotonicMs();
  let tested: Pick<Tested, 'outcome' | 'counts'> = { outcome: { reports: [], died: [], error: null }, counts: null };
  try {
    const disturbing = ready.disturbance && new Disturbing(ready.disturbance);
    const { outcome, backend } = await load.run(limitMs, 0, disturbing ? () => disturbing.begin() : undefined);
    const disturbed = disturbing && { account: await disturbing.end({ outcome, backend }) };
    const done: Tested = { outcome, backend, ...(await countsOf(run, control, ready.disturbance?.server.counts)) };
    tested = done;
    yield { ...done, ...disturbed };
  } finally {
    const samples = (await monitor?.end()) ?? null;
    const wire = (await counter?.end()) ?? null;
    const window = windowOf({ ...run, ...tested, serverHost: server.host }, from);
    afterTest(ready, window);
    yield { samples, wire, window };
  }
  yield await clocksAndHosts(tested.outcome, swarm);
}

/** Not before everything has been counted: to relate their clocks once more members ask the server. */
export async function clocksAndHosts(outcome: TestOutcome, swarm: Swarm): Promise<Pick<Measured, 'outcome' | 'hosts'>> {
  const reports = (await swarm.relateAgain?.(outcome.reports)) ?? outcome.reports;
  return { outcome: { ...outcome, reports }, hosts: (await swarm.hosts?.end(reports)) ?? [] };
}
