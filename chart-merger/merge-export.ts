/** A merge as scripts and files have it: all that is in it, and beside that figures of standard metrics in fields of their own. */
import { rolesOf } from '../merge/charts.ts';
import type { Merge, MergedCount, MergedDistribution, MergedGauge, MergedTrend } from '../merge/types.ts';
import { standardNames } from '../metrics/standard-metrics.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';

const count = ({ metrics }: Merge, name: string) => ofKind<MergedCount>(metrics[name], 'count');
const trend = ({ metrics }: Merge, name: string) => ofKind<MergedTrend>(metrics[name], 'trend');
const gauge = ({ metrics }: Merge, name: string) => ofKind<MergedGauge>(metrics[name], 'gauge');

/** A scenario may measure something else by one of these names. */
function ofKind<M extends { kind: string }>(metric: { kind: string } | undefined, kind: M['kind']): M | null {
  return metric?.kind === kind ? (metric as M) : null;
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

export function exportMerge(merge: Merge, scenarios: ScenarioAbout[]): object {
  const byCount = <T>(read: (metric: MergedCount | null) => T) =>
    Object.fromEntries(standardNames('count').map((name) => [name, read(count(merge, name))]));
  const roles = rolesOf(merge.combination.scenario, scenarios, [merge]);
  const lead = trend(merge, roles.latency ?? '');
  return {
    ...merge,
    perSecond: {
      bucketSeconds: merge.plan.bucketSeconds,
      plannedSeconds: merge.plan.seconds,
      overtime: merge.overtime,
      ...byCount((metric) => metric?.series ?? null),
      latency: lead?.series ?? null,
    },
    window: lead?.window ?? null,
    wholeTest: lead?.wholeTest ?? null,
    latency: Object.fromEntries(standardNames('trend').map((name) => [name, latencyOf(merge, name)])),
    totals: {
      ...byCount((metric) => metric?.total ?? null),
      expectedDeliveries: count(merge, roles.delivered ?? '')?.expected ?? null,
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
