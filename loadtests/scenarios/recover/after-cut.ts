/** The server's CPU and memory at their peak after clients could be online again. Pure. */
import type { Metric, MetricSpec } from '../../../metrics/metric.ts';
import type { Derived } from '../../../protocol/derived-metric.ts';

const onlyOf = (metric: Metric | undefined): number | null =>
  metric?.kind === 'gauge' ? (metric.samples?.[0] ?? null) : null;

function peak(metric: string, { unit, label, about }: Omit<MetricSpec, 'kind'>): Derived {
  return {
    ...{ kind: 'gauge', unit, label, about },
    from(metrics) {
      const [began, offline, level] = [onlyOf(metrics.cutAfter), onlyOf(metrics.offline), metrics[metric]];
      if (began === null || offline === null) return 'the disturbance was not made';
      if (level?.kind !== 'gauge' || level.samples === null || level.intervalMs === null) return 'it was not sampled';
      const { slowLost } = metrics;
      const isSlow = slowLost?.kind === 'count' && slowLost.total !== null;
      const after = level.samples.slice(Math.floor((began + (isSlow ? 0 : offline)) / level.intervalMs));
      return after.length === 0 ? 'no sample was taken after the disturbance' : [Math.max(...after)];
    },
  };
}

export const AFTER_CUT = {
  peakCpu: peak('serverCpu', {
    unit: '% of one core',
    label: 'server CPU at the peak',
    about:
      "The highest sample of CPU of the server's process tree after clients could be online again; with a slow client, from when it stopped reading.",
  }),
  peakMemory: peak('serverMemory', {
    unit: 'bytes',
    label: 'server memory at the peak',
    about:
      "The highest sample of memory of the server's process tree after clients could be online again; with a slow client, from when it stopped reading.",
  }),
};
