/**
 * A merge as scripts and files have it: all that is in it, by the names of metrics, and beside that the figures of the standard
 * metrics in the fields they have always had, so that a script that reads `latency.fromSent.mean` goes on working.
 */
import type { Merge, MergedCount, MergedDistribution, MergedGauge, MergedTrend } from '../merge/types.ts';
import { formerIdentity } from '../protocol/upgrade.ts';

const count = ({ metrics }: Merge, name: string) => ofKind<MergedCount>(metrics[name], 'count');
const trend = ({ metrics }: Merge, name: string) => ofKind<MergedTrend>(metrics[name], 'trend');
const gauge = ({ metrics }: Merge, name: string) => ofKind<MergedGauge>(metrics[name], 'gauge');

/** A scenario may measure something else by one of these names. */
function ofKind<M extends { kind: string }>(metric: { kind: string } | undefined, kind: M['kind']): M | null {
  return metric?.kind === kind ? (metric as M) : null;
}

function combinationOf({ combination }: Merge): object {
  const former = formerIdentity({ ...combination, repetition: 1 });
  if (former === null) return combination;
  const { testType, rate, messages, payloadBytes, phase } = former;
  return { ...combination, testType, rate, messages, payloadBytes, phase };
}

function latencyOf(merge: Merge, name: string): object | null {
  const metric = trend(merge, name);
  if (!metric?.mean) return null;
  return { mean: metric.mean, runMeans: metric.runValues, distribution: distributionOf(metric.distribution) };
}

function distributionOf(distribution: MergedDistribution | null): object | null {
  if (distribution === null) return null;
  const curve = distribution.curve.map(({ percentile, oneIn, value }) => ({ percentile, oneIn, ms: value }));
  return { ...distribution, curve };
}

function processOf(merge: Merge, of: 'server' | 'swarm'): object | null {
  const [cpu, memory] = [gauge(merge, `${of}Cpu`), gauge(merge, `${of}Memory`)];
  if (!cpu?.typical && !memory?.max) return null;
  const series = cpu?.series && memory?.series ? { cpuPercent: cpu.series, memoryBytes: memory.series } : null;
  return { cpuPercent: cpu?.typical ?? null, memoryBytes: memory?.max ?? null, series };
}

const COUNTS = ['sentByClients', 'receivedByServer', 'sentByServer', 'receivedByClients'] as const;

/** Plain JSON. */
export function exportMerge(merge: Merge): object {
  const byCount = <T>(read: (metric: MergedCount | null) => T) =>
    Object.fromEntries(COUNTS.map((name) => [name, read(count(merge, name))]));
  const fromSent = trend(merge, 'fromSent');
  return {
    ...merge,
    combination: combinationOf(merge),
    perSecond: {
      bucketSeconds: merge.plan.bucketSeconds,
      plannedSeconds: merge.plan.seconds,
      overtime: merge.overtime,
      ...byCount((metric) => metric?.series ?? null),
      latency: fromSent?.series ?? null,
    },
    window: fromSent?.window ?? null,
    wholeTest: fromSent?.wholeTest ?? null,
    latency: {
      fromSent: latencyOf(merge, 'fromSent'),
      fromDue: latencyOf(merge, 'fromDue'),
      delivery: latencyOf(merge, 'delivery'),
    },
    totals: {
      ...byCount((metric) => metric?.total ?? null),
      expectedDeliveries: count(merge, 'receivedByClients')?.expected ?? null,
    },
    resources: {
      server: processOf(merge, 'server'),
      swarm: processOf(merge, 'swarm'),
      machineCpuPercent: gauge(merge, 'machineCpu')?.typical ?? null,
    },
    wire: {
      bytes: count(merge, 'wireBytes')?.perRun ?? null,
      httpRequests: count(merge, 'httpRequests')?.perRun ?? null,
    },
  };
}
