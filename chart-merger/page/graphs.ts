/** Which graphs there are, and what is drawn in them: pure data, without the charting library. */
import type { MergedSeries, RunFigure } from '../../merge/types.ts';
import { MEBIBYTE } from './format.ts';
import type { RowStyle } from './palette.ts';
import type { Entry } from './rows.ts';
import type { LatencyChoice, Selection } from './selection.ts';

/** One point; `low`, `high` and `n` where the value is a mean over runs. */
export interface GraphPoint {
  x: number;
  y: number | null;
  low?: number | null;
  high?: number | null;
  /** How many runs, of how many. */
  n?: number;
}

export interface GraphSeries {
  id: string;
  name: string;
  style: RowStyle;
  runs: number;
  points: GraphPoint[];
  /** From this x on the points are overtime; null when none is. */
  overtimeFrom: number | null;
}

export interface Graph {
  id: string;
  title: string;
  xTitle: string;
  yTitle: string;
  /** `percentile`: x is 1 / (1 - share), on a logarithmic axis. `rows`: one bar a row. */
  x: 'seconds' | 'percentile' | 'rows';
  logarithmicY: boolean;
  bands: boolean;
  series: GraphSeries[];
}

export const LATENCY_NAMES: Record<LatencyChoice, string> = {
  fromSent: 'from sending',
  fromDue: 'from when it was due',
  delivery: 'to every receiver',
};

/** The graphs that have something in them, in the order of the page. */
export function graphsOf(entries: Entry[], selection: Selection): Graph[] {
  const drawn = entries.filter(({ id, merge }) => !selection.hide.includes(id) && merge.runs > 0);
  const withoutSamples = drawn.some(({ merge: { resources } }) => resources.server && !resources.server.series);
  const perSecond = (
    id: string,
    title: string,
    yTitle: string,
    read: (entry: Entry) => MergedSeries | null | undefined,
    { latency = false, scale = 1, buckets = true } = {},
  ): Graph => ({
    id,
    title,
    xTitle: 'Seconds since the start',
    yTitle,
    x: 'seconds',
    logarithmicY: latency && selection.log,
    bands: latency && selection.bands,
    series: drawn.flatMap((entry) => {
      const series = read(entry);
      return series ? [seriesOf(entry, series, scale, buckets)] : [];
    }),
  });
  return [
    perSecond('latency', 'Mean latency per second', 'ms', ({ merge }) => merge.perSecond.latency, { latency: true }),
    distributionGraph(drawn, selection),
    perSecond('sent-by-clients', 'Sent by clients', 'messages/s', ({ merge }) => merge.perSecond.sentByClients),
    perSecond(
      'received-by-server',
      'Received by server',
      'messages/s',
      ({ merge }) => merge.perSecond.receivedByServer,
    ),
    perSecond('sent-by-server', 'Sent by server', 'messages/s', ({ merge }) => merge.perSecond.sentByServer),
    perSecond('delivered', 'Delivered to clients', 'messages/s', ({ merge }) => merge.perSecond.receivedByClients),
    perSecond('cpu', 'Server CPU', '% of one core', ({ merge }) => merge.resources.server?.series?.cpuPercent, {
      buckets: false,
    }),
    perSecond('memory', 'Server memory', 'MiB', ({ merge }) => merge.resources.server?.series?.memoryBytes, {
      scale: MEBIBYTE,
      buckets: false,
    }),
    // Runs that came without samples have no lines above; then bars show all there is.
    barGraph(
      'cpu-median',
      'Server CPU, median',
      '% of one core',
      withoutSamples ? drawn : [],
      ({ merge }) => merge.resources.server?.cpuPercent,
    ),
    barGraph(
      'memory-max',
      'Server memory, maximum',
      'MiB',
      withoutSamples ? drawn : [],
      ({ merge }) => merge.resources.server?.memoryBytes,
      MEBIBYTE,
    ),
    barGraph('bytes', 'Bytes on the wire per run', 'MiB', drawn, ({ merge }) => merge.wire.bytes, MEBIBYTE),
  ].filter(({ series }) => series.length > 0);
}

/**
 * @param buckets the series is by bucket of the test and has overtime; otherwise by second of sampling, where seconds
 * after which some runs have ended count as overtime
 */
function seriesOf(
  { id, label, merge, style }: Entry,
  series: MergedSeries,
  scale: number,
  buckets: boolean,
): GraphSeries {
  const width = buckets ? merge.perSecond.bucketSeconds : 1;
  const first = buckets ? merge.perSecond.overtime.indexOf(true) : series.n.lastIndexOf(Math.max(...series.n)) + 1;
  const scaled = (value: number | null | undefined) => (value === null || value === undefined ? null : value / scale);
  return {
    id,
    name: label,
    style,
    runs: merge.runs,
    overtimeFrom: first < 0 || first >= series.mean.length ? null : first * width,
    points: series.mean.map((mean, index) => ({
      x: index * width,
      y: scaled(mean),
      low: scaled(series.low[index]),
      high: scaled(series.high[index]),
      n: series.n[index] ?? 0,
    })),
  };
}

function distributionGraph(drawn: Entry[], selection: Selection): Graph {
  return {
    id: 'distribution',
    title: `Latency distribution, ${LATENCY_NAMES[selection.latency]}`,
    xTitle: 'Percentile',
    yTitle: 'ms',
    x: 'percentile',
    logarithmicY: selection.log,
    bands: false,
    series: drawn.flatMap(({ id, label, merge, style }) => {
      const curve = merge.latency[selection.latency]?.distribution?.curve;
      if (!curve) return [];
      const points = curve.map(({ oneIn, ms }) => ({ x: oneIn, y: ms }));
      return [{ id, name: label, style, runs: merge.runs, overtimeFrom: null, points }];
    }),
  };
}

function barGraph(
  id: string,
  title: string,
  yTitle: string,
  drawn: Entry[],
  read: (entry: Entry) => RunFigure | null | undefined,
  scale = 1,
): Graph {
  const series = drawn.flatMap((entry, index) => {
    const value = read(entry);
    if (!value) return [];
    const { mean, low, high, n } = value;
    const point = {
      x: index,
      y: mean / scale,
      low: low === null ? null : low / scale,
      high: high === null ? null : high / scale,
      n,
    };
    return [{ id: entry.id, name: entry.label, style: entry.style, runs: n, overtimeFrom: null, points: [point] }];
  });
  return { id, title, xTitle: '', yTitle, x: 'rows', logarithmicY: false, bands: true, series };
}
