/** One run from a fresh server to the record: start, connect, warm up, measure, harvest, stop. */
import type { Swarm, TestOutcome } from '../../client-launcher/swarm.ts';
import type { InitTest } from '../../protocol/messages.ts';
import type { RunMachine, RunRecord } from '../../protocol/run-record.ts';
import { type Server, startServer } from '../../setup/apps/server-process.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { WireProxy, type WireTotals } from '../wire/wire.ts';
import type { PlannedRun, SessionPlan } from './plan.ts';
import { makeRecord, type RunContext } from './record.ts';
import { plannedSeconds } from './validity.ts';

/** Where a run is, for those who watch. */
export type RunStep = 'starting' | 'connecting' | 'warming-up' | 'measuring' | 'stopping';

/** What all runs of a session share. */
export interface Bench {
  sessionId: string;
  note: string | null;
  plan: SessionPlan;
  swarm: Swarm;
  /** Null where this machine cannot be monitored; `monitorMissing` says why. */
  monitor: Monitor | null;
  monitorMissing: string | null;
  machine: RunMachine;
  outcry: string | null;
  /** Interface the servers listen on: loopback, unless browsers elsewhere must reach them. */
  host: string;
  /** Count bytes and HTTP requests by a proxy before the server. */
  wire: boolean;
}

/** Width of a bucket, seconds. */
const SPACING = 1;
/** A test that is this much longer than planned will not end any more (the hub's own deadlines are shorter). */
const PATIENCE_MS = 120_000;
/** Between warm-up and measurement: what the warm-up left in sockets and queues runs out. */
const SETTLE_MS = 1_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const NO_OUTCOME: TestOutcome = { dataset: null, died: [], error: null, busiestLoop: null };

/**
 * Does one run. What a server, a client or a transport does wrong ends in the record, not in an exception.
 * @param onStep called when the run goes on to its next step
 * @throws OutcryError only for what no other run could do better (wrong use, something missing here)
 */
export async function runOne(bench: Bench, run: PlannedRun, onStep: (step: RunStep) => void): Promise<RunRecord> {
  const { swarm, plan } = bench;
  const context: RunContext = {
    sessionId: bench.sessionId,
    note: bench.note,
    plan,
    run,
    members: swarm.members,
    browser: swarm.browser,
    startedAt: new Date(),
    finishedAt: new Date(),
    machine: bench.machine,
    serverVersions: { framework: null, runtime: null },
    swarmVersions: swarm.versions,
    outcry: bench.outcry,
    outcome: NO_OUTCOME,
    serverEnded: null,
    standIn: null,
    limits: null,
    otherPort: null,
    otherProcess: null,
    warmupSeconds: plan.warmupSeconds ?? run.app.warmupSeconds,
    samples: null,
    samplesMissing: bench.monitorMissing,
    wire: null,
    throughProxy: false,
  };
  let server: Server | null = null;
  let proxy: WireProxy | null = null;
  try {
    onStep('starting');
    server = await startServer(run.app, { host: bench.host });
    context.serverVersions = server.versions;
    context.standIn = server.standIn;
    context.limits = server.limits;
    context.otherPort = server.otherPort;
    context.otherProcess = server.otherProcess;
    context.throughProxy = bench.wire && server.otherPort === null;
    if (context.throughProxy) proxy = await WireProxy.start(server, bench.host);
    onStep('connecting');
    await swarm.connect({
      framework: run.app.id,
      url: proxy?.url ?? server.url,
      transport: run.transport,
      clients: plan.clients,
    });
    const warmedUp = await warmUp(bench, context.warmupSeconds, onStep);
    if (warmedUp.error === null) await measure(bench, context, server, proxy, onStep);
    else context.outcome = { ...warmedUp, dataset: null, error: `the warm-up failed: ${warmedUp.error}` };
  } catch (error) {
    if (error instanceof OutcryError && (error.exitCode === EXIT.usage || error.exitCode === EXIT.missing)) throw error;
    context.outcome = { ...context.outcome, dataset: null, error: (error as Error).message };
  } finally {
    onStep('stopping');
    if (server !== null && !server.running()) context.serverEnded = `ended with ${await server.exited}`;
    await swarm.disconnect().catch(() => {}); // pages that cannot be left are replaced by the next connect
    await Promise.all([server?.stop(), proxy?.stop()]);
  }
  context.finishedAt = new Date();
  return makeRecord(context);
}

function initOf(bench: Bench): InitTest {
  return {
    testType: bench.plan.scenario.testType,
    clientCount: bench.plan.clients,
    spacing: SPACING,
    startTime: Date.now(),
  };
}

/** The same load as the run, not measured. An outcome without error when there was nothing to do. */
async function warmUp(bench: Bench, seconds: number, onStep: (step: RunStep) => void): Promise<TestOutcome> {
  if (seconds === 0) return NO_OUTCOME;
  onStep('warming-up');
  const { rate } = bench.plan.scenario;
  const messages = Math.max(1, Math.ceil(seconds * rate));
  await bench.swarm.start(initOf(bench), { ...bench.plan.scenario, messages });
  const outcome = await bench.swarm.finished(plannedSeconds(messages, rate) * 1000 + PATIENCE_MS);
  if (outcome.error === null) await wait(SETTLE_MS);
  return outcome;
}

async function measure(
  bench: Bench,
  context: RunContext,
  server: Server,
  proxy: WireProxy | null,
  onStep: (step: RunStep) => void,
): Promise<void> {
  const { swarm, plan, monitor } = bench;
  const { rate, messages } = plan.scenario;
  onStep('measuring');
  const before = (await proxy?.count()) ?? null;
  monitor?.begin(server.pid, swarm.pids());
  context.startedAt = new Date();
  try {
    await swarm.start(initOf(bench), plan.scenario);
    context.outcome = await swarm.finished(plannedSeconds(messages, rate) * 1000 + PATIENCE_MS);
  } finally {
    context.samples = (await monitor?.end()) ?? null;
    context.wire = difference((await proxy?.count()) ?? null, before);
  }
}

function difference(after: WireTotals | null, before: WireTotals | null): WireTotals | null {
  if (after === null || before === null) return null;
  return { bytes: after.bytes - before.bytes, httpRequests: after.httpRequests - before.httpRequests };
}
