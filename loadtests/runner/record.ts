/** Makes the run record from what a run left: the dataset, the samples, the context. Pure. */
import type { SwarmVersions, TestOutcome } from '../../client-launcher/swarm.ts';
import type { Dataset } from '../../protocol/messages.ts';
import {
  type LatencyDistribution,
  type PerSecond,
  type ResourceSamples,
  RUN_SCHEMA,
  type RunMachine,
  type RunRecord,
} from '../../protocol/run-record.ts';
import type { MonitorSamples } from '../monitor/monitor.ts';
import type { WireTotals } from '../wire/wire.ts';
import { addDistributions } from './histograms.ts';
import type { PlannedRun, SessionPlan } from './plan.ts';
import { expectedDeliveries, judge } from './validity.ts';

/** What the runner knows besides the dataset. */
export interface RunContext {
  sessionId: string;
  note: string | null;
  plan: SessionPlan;
  run: PlannedRun;
  members: number;
  browser: string | null;
  startedAt: Date;
  finishedAt: Date;
  machine: RunMachine;
  serverVersions: { framework: string | null; runtime: string | null };
  swarmVersions: SwarmVersions;
  outcry: string | null;
  outcome: TestOutcome;
  serverEnded: string | null;
  standIn: string | null;
  /** What the edition that runs limits; null: nothing that is known. */
  limits: string | null;
  /** Why a proxy before the server's port would not see the clients; null: it would. */
  otherPort: string | null;
  /** Why the server's process tree is not all of the server; null: it is. */
  otherProcess: string | null;
  warmupSeconds: number;
  samples: MonitorSamples | null;
  /** Why there are no samples, when there are none. */
  samplesMissing: string | null;
  /** What went over the wire during the test; null when it was not counted. */
  wire: WireTotals | null;
  /** A counting proxy stood between clients and server. */
  throughProxy: boolean;
}

/** Adds arrays of different lengths, index by index. */
export function addArrays(arrays: number[][]): number[] {
  const sum: number[] = [];
  for (const array of arrays) {
    for (let i = 0; i < array.length; i += 1) sum[i] = (sum[i] ?? 0) + array[i]!;
  }
  return sum;
}

/** `values` lengthened with zeros to `length`: a bucket in which nothing happened. */
const padded = (values: number[], length: number): number[] => [
  ...values,
  ...new Array<number>(Math.max(0, length - values.length)).fill(0),
];

const total = (values: number[]): number => values.reduce((a, b) => a + b, 0);

/** Identifies a run: who, what, which session, which repetition. Matches RUN_ID_PATTERN. */
export function runId(sessionId: string, { app, transport, repetition }: PlannedRun): string {
  return `${sessionId}-${app.id}-${transport}-${String(repetition).padStart(2, '0')}`;
}

function perSecondOf(dataset: Dataset): PerSecond {
  const { reports, server } = dataset;
  const series = {
    sentByClients: addArrays(reports.map((r) => r.sentByClients)),
    receivedByServer: server.receivedByServer,
    sentByServer: server.sentByServer,
    receivedByClients: addArrays(reports.map((r) => r.receivedByClients)),
    latencySum: addArrays(reports.map((r) => r.latencySum)),
    latencyCount: addArrays(reports.map((r) => r.latencyCount)),
  };
  const length = Math.max(...Object.values(series).map((values) => values.length));
  return {
    bucketSeconds: server.spacing,
    sentByClients: padded(series.sentByClients, length),
    receivedByServer: padded(series.receivedByServer, length),
    sentByServer: padded(series.sentByServer, length),
    receivedByClients: padded(series.receivedByClients, length),
    latencySum: padded(series.latencySum, length),
    latencyCount: padded(series.latencyCount, length),
    latencyMean: null,
  };
}

const NOTHING_PER_SECOND: PerSecond = {
  bucketSeconds: 1,
  sentByClients: null,
  receivedByServer: null,
  sentByServer: null,
  receivedByClients: null,
  latencySum: null,
  latencyCount: null,
  latencyMean: null,
};

/** The samples taken while the test ran: not the connecting before it, not the harvest after it. */
function duringTest(samples: MonitorSamples, dataset: Dataset | null): MonitorSamples {
  if (dataset === null) return samples;
  const { startedAt, spacing, receivedByServer } = dataset.server;
  const end = startedAt + receivedByServer.length * spacing * 1000;
  const inside = samples.at.map((at) => at > startedAt && at <= end);
  const cut = <T>(values: T[]): T[] => values.filter((_, index) => inside[index]);
  const tree = ({ cpuPercent, memoryBytes }: MonitorSamples['server']): MonitorSamples['server'] => ({
    cpuPercent: cut(cpuPercent),
    memoryBytes: cut(memoryBytes),
  });
  return {
    ...samples,
    at: cut(samples.at),
    server: tree(samples.server),
    swarm: samples.swarm && tree(samples.swarm),
    machineCpuPercent: cut(samples.machineCpuPercent),
  };
}

const round = (values: number[], digits: number): number[] => values.map((value) => Number(value.toFixed(digits)));

function resources(samples: { cpuPercent: number[]; memoryBytes: number[] }, intervalMs: number): ResourceSamples {
  return { intervalMs, cpuPercent: round(samples.cpuPercent, 1), memoryBytes: samples.memoryBytes };
}

export function makeRecord(context: RunContext): RunRecord {
  const { plan, run, outcome, sessionId } = context;
  const { dataset } = outcome;
  const { scenario, clients } = plan;
  const notMeasured: Record<string, string> = {
    'perSecond.latencyMean': 'a measured run keeps sum and count instead',
    'resources.serverCpuMedian': 'a measured run keeps the samples instead',
    'resources.serverMemoryMax': 'a measured run keeps the samples instead',
  };
  const lack = (path: string, why: string): null => {
    notMeasured[path] = why;
    return null;
  };
  const uncounted =
    context.otherPort ?? (context.throughProxy ? 'the counting proxy died' : 'counted only with --wire');
  const noData = `no dataset came back: ${outcome.error ?? 'unknown'}`;
  const distribution = (field: 'fromSent' | 'fromDue' | 'lateness'): LatencyDistribution | null =>
    dataset === null
      ? lack(`latency.${field}`, noData)
      : (addDistributions(dataset.reports.map((r) => r[field])) ??
        lack(`latency.${field}`, 'no message came back to its sender'));
  const deliveries = (dataset?.reports ?? []).map((r) => r.delivery);
  const delivery =
    dataset === null
      ? lack('latency.delivery', noData)
      : deliveries.some((encoded) => encoded === null)
        ? lack('latency.delivery', 'senders and receivers in different browsers do not share a clock')
        : (addDistributions(deliveries as string[]) ?? lack('latency.delivery', 'nothing was delivered'));
  const lateness = distribution('lateness');
  const perSecond = dataset === null ? NOTHING_PER_SECOND : perSecondOf(dataset);
  if (dataset === null) notMeasured.perSecond = noData;
  const samples = context.samples && duringTest(context.samples, dataset);
  const samplesMissing = context.samplesMissing ?? 'the monitor gave no samples';
  const sum = (values: number[] | null): number | null => (values === null ? null : total(values));
  return {
    schema: RUN_SCHEMA,
    id: runId(sessionId, run),
    kind: 'measured',
    session: { id: sessionId, profile: plan.profile, note: context.note },
    identity: {
      scenario: scenario.name,
      testType: scenario.testType,
      framework: run.app.id,
      frameworkLabel: run.app.label,
      transport: run.transport,
      swarm: plan.swarm,
      browser: context.browser,
      members: context.members,
      clients,
      rate: scenario.rate,
      messages: scenario.messages,
      payloadBytes: scenario.payloadBytes,
      phase: scenario.phase,
      repetition: run.repetition,
      standIn: context.standIn,
    },
    when: { startedAt: context.startedAt.toISOString(), finishedAt: context.finishedAt.toISOString() },
    machine: context.machine,
    versions: {
      framework: context.serverVersions.framework,
      client: run.app.clientVersion,
      runtime: context.serverVersions.runtime,
      browser: context.swarmVersions.browser,
      driver: context.swarmVersions.driver,
      node: process.version,
      outcry: context.outcry,
    },
    perSecond,
    totals: {
      sentByClients: sum(perSecond.sentByClients),
      receivedByServer: sum(perSecond.receivedByServer),
      sentByServer: sum(perSecond.sentByServer),
      receivedByClients: sum(perSecond.receivedByClients),
      expectedDeliveries: expectedDeliveries(scenario.testType, clients, scenario.messages),
    },
    latency: { fromSent: distribution('fromSent'), fromDue: distribution('fromDue'), delivery, lateness },
    resources: {
      server:
        samples && context.otherProcess === null
          ? resources(samples.server, samples.intervalMs)
          : lack('resources.server', context.otherProcess ?? samplesMissing),
      swarm: samples?.swarm
        ? resources(samples.swarm, samples.intervalMs)
        : lack('resources.swarm', samples ? 'the swarm does not run on this machine' : samplesMissing),
      machineCpuPercent: samples
        ? round(samples.machineCpuPercent, 1)
        : lack('resources.machineCpuPercent', samplesMissing),
      serverCpuMedian: null,
      serverMemoryMax: null,
    },
    wire: {
      bytes: context.wire?.bytes ?? lack('wire.bytes', uncounted),
      httpRequests: context.wire?.httpRequests ?? lack('wire.httpRequests', uncounted),
    },
    validity: judge({
      dataset,
      error: outcome.error,
      testType: scenario.testType,
      transport: run.transport,
      clients,
      rate: scenario.rate,
      messages: scenario.messages,
      died: outcome.died,
      busiestLoop: outcome.busiestLoop,
      serverEnded: context.serverEnded,
      warmupSeconds: context.warmupSeconds,
      warmupWanted: run.app.warmupSeconds,
      lateness,
      machineCpuPercent: samples?.machineCpuPercent ?? null,
      cores: context.machine.cores,
      monitorGaps: samples?.gaps ?? 0,
      throughProxy: context.throughProxy,
      standIn: context.standIn,
      limits: context.limits,
    }),
    notMeasured,
  };
}
