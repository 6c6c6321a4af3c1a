/** One run from a fresh server to the record: start, connect, warm up, measure, stop. */
import type { Swarm, TestOutcome } from '../../client-launcher/swarm.ts';
import { mergeReports } from '../../member/merge-reports.ts';
import { rankedNames } from '../../merge/ranked.ts';
import type { Params, RunRecord } from '../../protocol/run-record.ts';
import { adapterOf } from '../../setup/apps/build.ts';
import type { Place, PlacedServer } from '../../setup/apps/places/place.ts';
import { nameOf } from '../../setup/apps/versions.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { BackendProcess } from '../backend/backend.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { backendOf, type FoundScenario, scenarioNamed } from '../scenarios/find.ts';
import type { Step } from '../scenarios/scenario.ts';
import { connectsOf, startsByPublish } from './beginning.ts';
import { noteClocksAndHosts } from './clocks-and-hosts.ts';
import { ControlClient } from './control.ts';
import { Load } from './load.ts';
import type { Combination } from './plan.ts';
import { BUCKET_SECONDS, makeRecord } from './record.ts';
import type { RunContext, SessionContext } from './run-context.ts';
import { withoutStart } from './server-counts.ts';
import { firstMembers, moreMembers, type Sharing, strained } from './sharing.ts';
import { requestOf } from './test-request.ts';
import { windowOf } from './test-window.ts';
import { type Piece, warmUp } from './warm-up.ts';
import { pieceOf, WARM_UP_BUCKET_MS } from './warm-up-piece.ts';
import { type Way, type WayPlan, wayTo } from './way.ts';

/** Where a run is, for those who watch. */
export type RunStep = 'starting' | 'connecting' | 'warming-up' | 'measuring' | 'stopping';

/** What all runs of a session share. */
export interface Bench extends WayPlan {
  session: SessionContext;
  scenarios: readonly FoundScenario[];
  swarm: Swarm;
  /** Where servers run. */
  place: Place;
  /** CPUs that the swarm is kept to; none: it may use any. */
  swarmCpus: number[];
  /** Null where this machine cannot be monitored; `monitorMissing` says why. */
  monitor: Monitor | null;
  monitorMissing: string | null;
  /** Seconds; null: until it has levelled. */
  warmupSeconds: number | null;
  /** How many members share the clients of each combination. */
  sharing: Sharing;
}

/** Between warm-up and measurement: what the warm-up left in sockets and queues runs out. */
const SETTLE_MS = 1_000;

/** Within this the end of a process is told of, on a busy machine too. */
const END_IS_TOLD_MS = 1_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const NO_OUTCOME: TestOutcome = { reports: [], died: [], error: null };

function contextOf(bench: Bench, { app, transport, half }: Combination, step: Step): RunContext {
  const found = scenarioNamed(bench.scenarios, step.scenario);
  const { scenario, parts } = found;
  return {
    session: bench.session,
    app,
    transport,
    ...(half === undefined ? {} : { half }),
    step,
    members: bench.session.members,
    scenario,
    judge: parts!.judge,
    ranked: rankedNames(parts!.charts.compare),
    backendEntry: backendOf(found),
    startedAt: new Date(),
    finishedAt: new Date(),
    serverVersions: { framework: null, runtime: null },
    outcome: NO_OUTCOME,
    hosts: [],
    backend: null,
    counts: null,
    countsMissing: 'the test did not begin',
    window: null,
    serverEngine: null,
    serverHost: 'this',
    serverEnded: null,
    standIn: null,
    limits: null,
    notice: null,
    otherPort: null,
    otherProcess: null,
    warmedUp: { seconds: 0, wanted: 0, unlevel: null, error: null },
    samples: null,
    samplesMissing: bench.monitorMissing,
    wire: null,
  };
}

/**
 * Does one run. What a server, a client or a transport does wrong ends in the record, not in an exception.
 * @param onStep called when the run goes on to its next step
 * @throws OutcryError only for what no other run could do better (wrong use, something missing here)
 */
export async function runOne(
  bench: Bench,
  combination: Combination,
  step: Step,
  onStep: (step: RunStep) => void,
): Promise<RunRecord> {
  const { swarm } = bench;
  const context = contextOf(bench, combination, step);
  let server: PlacedServer | null = null;
  let way: Way | null = null;
  let backend: BackendProcess | null = null;
  try {
    onStep('starting');
    server = await bench.place.start(context.app);
    noteServer(context, server);
    demandRoom(context, server);
    const { backendEntry } = context;
    way = await wayTo(server, bench);
    if (backendEntry !== null) backend = await BackendProcess.start(backendEntry, server.control);
    const load = new Load(swarm, backend);
    const control = new ControlClient(server.control);
    // What every new connection gets is set before there are connections.
    await control.begin(beginOf(context));
    await connectAndWarmUp(bench, combination, context, { url: way.url, load, control }, onStep);
    const { error } = context.warmedUp;
    if (error === null) await measure(bench, context, { server, load, way, control }, onStep);
    else noteFailure(context, `the warm-up failed: ${error}`, swarm, backend);
  } catch (error) {
    if (error instanceof OutcryError && (error.exitCode === EXIT.usage || error.exitCode === EXIT.missing)) throw error;
    noteFailure(context, (error as Error).message, swarm, backend);
  } finally {
    onStep('stopping');
    if (server !== null) context.serverEnded = await endOf(server, context);
    await swarm.disconnect().catch(() => {}); // pages that cannot be left are replaced by the next connect
    await Promise.all([server?.stop(), backend?.stop(), way?.stop()]);
  }
  context.finishedAt = new Date();
  return makeRecord(context);
}

/** How `server` has ended; null while it runs. Its connections break before the system tells of its end: then that is waited for. */
async function endOf(server: PlacedServer, { outcome, counts }: RunContext): Promise<string | null> {
  const isBroken = outcome.error !== null || counts === null;
  if (isBroken && server.running()) await Promise.race([server.exited, wait(END_IS_TOLD_MS)]);
  return server.running() ? null : `ended with ${await server.exited}`;
}

function noteServer(context: RunContext, server: PlacedServer): void {
  context.serverEngine = server.engine;
  context.serverHost = server.host;
  context.serverVersions = server.versions;
  context.standIn = server.standIn;
  context.limits = server.limits;
  context.notice = server.notice;
  context.otherPort = server.otherPort;
  context.otherProcess = server.otherProcess;
}

/** Clients over the limit of an edition would be refused one by one, after they have all tried. */
function demandRoom({ app, step }: RunContext, { maxClients, limits }: PlacedServer): void {
  if (maxClients === null || step.clients <= maxClients) return;
  const most = `${maxClients} ${maxClients === 1 ? 'client' : 'clients'} at most`;
  const why = limits === null ? '' : ` (${limits})`;
  throw new Error(`${nameOf(app)} takes ${most}, and this run has ${step.clients}: use fewer${why}`);
}

/** Why there is no test, or none that was finished, and who had died before its end: of that no report tells. */
function noteFailure(context: RunContext, error: string, swarm: Swarm, backend: BackendProcess | null): void {
  const { outcome } = context;
  context.outcome = { ...outcome, died: outcome.reports.length > 0 ? outcome.died : swarm.died(), error };
  const death = backend?.death ?? null;
  if (death !== null) context.backend ??= { metrics: {}, error: death };
}

function beginOf({ scenario, step }: RunContext): Parameters<ControlClient['begin']>[0] {
  return { bucketMs: BUCKET_SECONDS * 1000, greet: scenario.greet?.(step.params) ?? null };
}

/** Connects and warms up, again with more members where those there were did not keep up. */
async function connectAndWarmUp(
  bench: Bench,
  combination: Combination,
  context: RunContext,
  { url, load, control }: { url: string; load: Load; control: ControlClient },
  onStep: (step: RunStep) => void,
): Promise<void> {
  const { swarm, sharing, warmupSeconds } = bench;
  const { app, transport, step, scenario } = context;
  const known = sharing.known(combination, step);
  const watched = warmupSeconds !== 0 && scenario.warmUp(step.params, 1) !== null;
  for (let members = known ?? firstMembers(swarm, step.clients, watched); ; ) {
    onStep('connecting');
    await swarm.connect({
      framework: app.id,
      adapter: adapterOf(app),
      url,
      transport,
      clients: step.clients,
      now: connectsOf(context) === 'before',
      ...(members === undefined ? {} : { members }),
    });
    context.members = Math.min(members ?? swarm.membersFor?.(step.clients) ?? swarm.members, step.clients);
    const { warmedUp, wereStrained } = await warmUpRun(bench, context, { load, control }, onStep);
    context.warmedUp = warmedUp;
    const more =
      known === null && wereStrained && warmedUp.error === null
        ? moreMembers(swarm, context.members, step.clients)
        : null;
    if (more === null) break;
    await swarm.disconnect();
    members = more;
  }
  sharing.note(combination, step, context.members);
}

/** The same load as the run, not measured. */
async function warmUpRun(
  { warmupSeconds }: Bench,
  context: RunContext,
  { load, control }: { load: Load; control: ControlClient },
  onStep: (step: RunStep) => void,
): Promise<{ warmedUp: RunContext['warmedUp']; wereStrained: boolean }> {
  const { scenario, step, app } = context;
  const paramsFor = (seconds: number): Params | null => scenario.warmUp(step.params, seconds);
  if (paramsFor(1) === null) {
    return { warmedUp: { seconds: 0, wanted: 0, unlevel: null, error: null }, wereStrained: false };
  }
  if (warmupSeconds !== 0) onStep('warming-up');
  // The last two pieces: what happens once, such as code being compiled, is over before the run.
  let [before, last] = [false, false];
  const runPiece = async (seconds: number): Promise<Piece> => {
    const params = paramsFor(seconds)!;
    const { request, limitMs } = requestOf(context, params, WARM_UP_BUCKET_MS);
    await load.prepare(request, step.clients);
    // As before the measurement: a server's compiler throws code away at the first request of a kind it has not seen while hot.
    await control.begin(beginOf(context));
    const { outcome, backend } = await load.run(limitMs);
    [before, last] = [last, strained(outcome.reports)];
    // Without one of its members a load is another one, and would be waited for in vain.
    const [dead] = outcome.died;
    const death = dead === undefined ? null : `member ${dead.member} died (${dead.reason})`;
    const failed = backend?.error ?? null;
    if (failed !== null) context.backend = { metrics: {}, error: failed };
    const error = death ?? outcome.error ?? failed;
    const planned = scenario.plannedSeconds(params, step.clients);
    return pieceOf(scenario.metrics, context.ranked, mergeReports(outcome.reports), planned, error);
  };
  const warmedUp = await warmUp(
    { wanted: app.warmupSeconds, exactly: warmupSeconds },
    runPiece,
    () => monotonicMs() / 1000,
  );
  if (warmedUp.error === null && warmedUp.seconds > 0) await wait(SETTLE_MS);
  return { warmedUp, wereStrained: last && (before || warmupSeconds !== null) };
}

async function measure(
  { session, swarm, swarmCpus, monitor }: Bench,
  context: RunContext,
  { server, load, way: { counter }, control }: { server: PlacedServer; load: Load; way: Way; control: ControlClient },
  onStep: (step: RunStep) => void,
): Promise<void> {
  const { request, limitMs } = requestOf(context, context.step.params, BUCKET_SECONDS * 1000);
  await load.prepare(request, context.step.clients);
  await control.begin(beginOf(context));
  onStep('measuring');
  const measured = { server: server.meter.by === 'tree' ? server.meter.pid : null, swarm: swarm.pids() };
  for (const { beforeTest } of session.conditions.values()) await beforeTest?.(measured);
  await counter?.begin();
  await monitor?.begin(server.meter, swarm.pids(), swarmCpus);
  await swarm.hosts?.begin();
  context.startedAt = new Date();
  const from = monotonicMs();
  try {
    const { outcome, backend } = await load.run(limitMs);
    context.outcome = outcome;
    context.backend = backend;
    await noteCounts(context, control);
  } finally {
    context.samples = (await monitor?.end()) ?? null;
    context.wire = (await counter?.end()) ?? null;
    context.window = windowOf(context, from);
  }
  await noteClocksAndHosts(context, swarm);
}

async function noteCounts(context: RunContext, control: ControlClient): Promise<void> {
  try {
    const counts = await control.counts();
    context.counts = startsByPublish(context) ? withoutStart(counts, context.step.clients) : counts;
    context.countsMissing = null;
  } catch (error) {
    context.countsMissing = (error as Error).message;
  }
}
