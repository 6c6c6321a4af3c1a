/** Reads run records of the first schema as records of today's. Pure; the files stay as they were. */
import type { CountMetric, GaugeMetric, Metric, TrendMetric } from './metrics.ts';
import { type Params, RUN_SCHEMA, type RunIdentity, type RunRecord } from './run-record.ts';
import { RUN_SCHEMA_1, type RunIdentity1, type RunRecord1, type TestType } from './run-record-1.ts';
import { CLIENT_METRICS, RESOURCE_METRICS, SERVER_METRICS } from './standard-metrics.ts';
import { upgradeReasons } from './upgrade-reasons.ts';

/** A record as it is kept, of either schema. */
export type KeptRecord = RunRecord | RunRecord1;

/** `record` as one of today's schema: itself when it is one. */
export function upgrade(record: KeptRecord): RunRecord {
  if (record.schema !== RUN_SCHEMA_1) return record;
  const { identity } = record;
  const upgraded: RunRecord = {
    schema: RUN_SCHEMA,
    id: record.id,
    kind: record.kind,
    session: { ...record.session, search: null },
    identity: upgradeIdentity(identity),
    when: record.when,
    machine: record.machine,
    versions: record.versions,
    plan: { seconds: identity.messages / identity.rate, bucketSeconds: record.perSecond.bucketSeconds },
    metrics: metricsOf(record),
    validity: record.validity,
    notMeasured: {},
  };
  return { ...upgraded, notMeasured: upgradeReasons(record.notMeasured, upgraded) };
}

/** Of the first schema's scenarios one alone sent messages back to their sender, so the type of test follows from the name. */
const usualTestType = (scenario: string): TestType => (scenario === 'echo' ? 'echo' : 'broadcast');

function upgradeIdentity(identity: RunIdentity1): RunIdentity {
  const { testType, rate, messages, payloadBytes, phase, ...rest } = identity;
  const params: Params = { rate, messages, payload: payloadBytes, phase };
  if (testType !== usualTestType(identity.scenario)) params.testType = testType;
  return { ...rest, params };
}

const FORMER_PARAMS = ['messages', 'payload', 'phase', 'rate'];

/** What the first schema said of a run like this one; null for a run that it could not have told of. */
export function formerIdentity({ params, network, placement, conditions, ...rest }: RunIdentity): RunIdentity1 | null {
  const { testType = usualTestType(rest.scenario), ...others } = params;
  const names = Object.keys(others).sort();
  const { swarm, members, clients } = rest;
  if (
    network !== undefined ||
    placement !== undefined ||
    conditions !== undefined ||
    rest.half !== undefined ||
    names.join() !== FORMER_PARAMS.join() ||
    rest.transport === 'rest'
  )
    return null;
  if (swarm === null || members === null || clients === null) return null;
  const { rate, messages, payload, phase } = others as Params & Pick<RunIdentity1, 'rate' | 'messages' | 'phase'>;
  return {
    ...rest,
    ...{ swarm, members, clients },
    transport: rest.transport,
    testType: testType as TestType,
    rate,
    messages,
    payloadBytes: payload as number,
    phase,
  };
}

/** Whether a record of today's schema would say anything with this metric. */
function says(metric: Metric): boolean {
  if (metric.kind === 'count') return metric.total !== null || metric.series !== null || metric.expected !== null;
  if (metric.kind === 'trend') return metric.series !== null || metric.distribution !== null;
  return metric.samples !== null || metric.median !== null || metric.max !== null;
}

/** The metrics that were measured at least in part. */
function metricsOf(record: RunRecord1): Record<string, Metric> {
  const { latency, wire } = record;
  const trend = (name: keyof typeof latency): TrendMetric => ({
    ...CLIENT_METRICS[name],
    kind: 'trend',
    series: name === 'fromSent' ? latencySeries(record) : null,
    distribution: latency[name],
  });
  const all: Record<string, Metric> = {
    ...countsOf(record),
    fromSent: trend('fromSent'),
    fromDue: trend('fromDue'),
    delivery: trend('delivery'),
    lateness: trend('lateness'),
    ...gaugesOf(record),
    wireBytes: { ...RESOURCE_METRICS.wireBytes, kind: 'count', total: wire.bytes, expected: null, series: null },
    httpRequests: {
      ...RESOURCE_METRICS.httpRequests,
      kind: 'count',
      total: wire.httpRequests,
      expected: null,
      series: null,
    },
  };
  return Object.fromEntries(Object.entries(all).filter(([, metric]) => says(metric)));
}

function countsOf({ perSecond, totals }: RunRecord1): Record<string, CountMetric> {
  const specs = { ...CLIENT_METRICS, ...SERVER_METRICS };
  const count = (name: Exclude<keyof typeof totals, 'expectedDeliveries'>): CountMetric => ({
    ...specs[name],
    kind: 'count',
    total: totals[name],
    expected: name === 'receivedByClients' ? totals.expectedDeliveries : null,
    series: perSecond[name],
  });
  return {
    sentByClients: count('sentByClients'),
    receivedByServer: count('receivedByServer'),
    sentByServer: count('sentByServer'),
    receivedByClients: count('receivedByClients'),
  };
}

/** Sums and counts where there are any; means are then of no use, as they follow from them. */
function latencySeries({ perSecond: { latencySum, latencyCount, latencyMean } }: RunRecord1): TrendMetric['series'] {
  if (latencySum && latencyCount) return { sum: latencySum, count: latencyCount };
  return latencyMean && { mean: latencyMean };
}

function gaugesOf({ resources }: RunRecord1): Record<string, GaugeMetric> {
  const { server, swarm, machineCpuPercent, serverCpuMedian, serverMemoryMax } = resources;
  const gauge = (
    name: keyof typeof RESOURCE_METRICS,
    samples: number[] | undefined | null,
    intervalMs: number | undefined,
    figures: { median?: number | null; max?: number | null } = {},
  ): GaugeMetric => ({
    ...RESOURCE_METRICS[name],
    kind: 'gauge',
    samples: samples ?? null,
    intervalMs: samples ? (intervalMs ?? null) : null,
    median: figures.median ?? null,
    max: figures.max ?? null,
  });
  return {
    serverCpu: gauge('serverCpu', server?.cpuPercent, server?.intervalMs, { median: serverCpuMedian }),
    serverMemory: gauge('serverMemory', server?.memoryBytes, server?.intervalMs, { max: serverMemoryMax }),
    swarmCpu: gauge('swarmCpu', swarm?.cpuPercent, swarm?.intervalMs),
    swarmMemory: gauge('swarmMemory', swarm?.memoryBytes, swarm?.intervalMs),
    // Sampled in one rhythm with the process trees.
    machineCpu: gauge('machineCpu', machineCpuPercent, server?.intervalMs ?? swarm?.intervalMs),
  };
}
