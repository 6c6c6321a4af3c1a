/** The list of graphs and their data: pure data, without the charting library. */

import { figureOf } from '../../../merge/figures.ts';
import type { Merge, MergedMetric, MergedSeries, RunFigure } from '../../../merge/types.ts';
import type { MetricSpec } from '../../../metrics/metric.ts';
import { factsOf } from '../../../metrics/standard-metrics.ts';
import { shownUnit, typicalWord, usualFigure } from '../../../metrics/units.ts';
import type { GraphPlan, MarkedPart } from '../../../protocol/scenario-charts.ts';
import { type SectionName, type Specs, sectionOf, specOf } from './layout.ts';
import type { RowStyle } from './palette.ts';
import type { Entry } from './row-texts.ts';

/** One point; `low`, `high` and `n` where the value is a mean over runs. */
interface GraphPoint {
  x: number;
  y: number | null;
  low?: number | null;
  high?: number | null;
  /** The number of runs behind the point; the series has the total. */
  n?: number;
}

export interface GraphSeries {
  id: string;
  name: string;
  /** Null for a part, which has a colour of its own. */
  style: RowStyle | null;
  runs: number;
  points: GraphPoint[];
  /** From this x on the points are overtime; null when none is. */
  overtimeFrom: number | null;
}

/** From and to in seconds since the start of the test. */
export interface MarkedSpan {
  from: number;
  to: number;
  text: string;
}

export interface Graph {
  id: string;
  /** The table that it stands beside, or the answer, or what it costs, or a study's claim. */
  section: SectionName | 'answer' | 'costs' | 'history' | 'study';
  title: string;
  xTitle: string;
  yTitle: string;
  /**
   * `percentile`: x is 1 / (1 - share), on a logarithmic axis. `rows`: one bar a row. `parts`: one bar a row, of stacked series.
   * `ratios`: one point a row with its interval, on an axis of ratios. `levels`: one point a row, x being another of its figures.
   * `claim`: one row a comparison, a point for each series. `versions`: a point a version, with its interval.
   */
  x: 'seconds' | 'percentile' | 'rows' | 'parts' | 'ratios' | 'levels' | 'claim' | 'versions';
  /** Of `versions`: the points at which the figure changed, and how much. */
  marks?: { x: number; text: string }[];
  /** Of `parts`, `claim` and `versions`: the rows' names, by x. */
  rows: string[];
  /** The row labels in the picture itself, if it has no legend: by x, or for `levels` in the order of the series. Otherwise empty. */
  shortRows: string[];
  /** Of `seconds`: the part of the test that is marked. */
  marked?: MarkedSpan;
  /** Of `parts`: by x, whether the row cannot be ranked, so that its bar is hollow. */
  hollowRows?: boolean[];
  logarithmicY: boolean;
  bands: boolean;
  series: GraphSeries[];
}

export interface GraphView {
  plans: GraphPlan[];
  specs: Specs;
  /** The trend that rows are about, and the one that is shown in its place. */
  lead: string | null;
  shown: string | null;
  /** Draw trends on logarithmic axes. */
  log: boolean;
  /** The part of the test that graphs over seconds mark. */
  marked?: MarkedPart | undefined;
}

/** Values of the properties that most graphs do not use. */
export const PLAIN = {
  xTitle: '',
  rows: [],
  shortRows: [],
  logarithmicY: false,
  bands: false,
} satisfies Partial<Graph>;

/** The series of one row. */
export const rowSeries = ({ id, label: name, style, merge: { runs } }: Entry, points: GraphPoint[]): GraphSeries => ({
  ...{ id, name, style, runs, overtimeFrom: null, points },
});

export const trendName = (metric: string, specs: Specs): string => factsOf(metric).title ?? specOf(specs, metric).label;

/** The graphs of the rows that are drawn which have something in them, in the order of the plans. */
export function graphsOf(drawn: Entry[], view: GraphView): Graph[] {
  return view.plans
    .flatMap((plan) => {
      switch (plan.type) {
        case 'series':
          return seriesGraphs(plan, drawn, view);
        case 'distribution':
          return [distributionGraph(plan, drawn, view)];
        case 'parts':
          return [partsGraph(plan, drawn, view)];
        default:
          return [];
      }
    })
    .filter(({ series }) => series.length > 0);
}

/** Spans of rows that lie further apart than this at one end, seconds, are not marked as one. */
const SAME_SPAN_SECONDS = 1;

/** The marked part of the rows' tests. Null: it is not known of all rows, or not the same in all. */
export function markedSpan(drawn: Entry[], { from, lasts, text }: MarkedPart): MarkedSpan | null {
  const meanMs = (merge: Merge, name: string) => figureOf(merge, name, 'typical')?.value ?? Number.NaN;
  const begins = drawn.map(({ merge }) => meanMs(merge, from) / 1000);
  const ends = drawn.map(({ merge }, index) => begins[index]! + meanMs(merge, lasts) / 1000);
  const isOne = [begins, ends].every((times) => Math.max(...times) - Math.min(...times) <= SAME_SPAN_SECONDS);
  return isOne ? { from: Math.min(...begins), to: Math.max(...ends), text } : null;
}

const metricOf = ({ metrics }: Merge, name: string): MergedMetric | undefined =>
  Object.hasOwn(metrics, name) ? metrics[name] : undefined;

/** Returns the unit on an axis and the divisor of its values. */
function unitOf({ per }: GraphPlan, metric: string, specs: Specs): { unit: string; scale: number } {
  if (per) return { unit: per.unit, scale: per.value };
  const { unit, size } = shownUnit(specOf(specs, metric));
  return { unit, scale: size };
}

/** Lines over seconds. Rows that came without any have no lines: then bars show all there is. */
function seriesGraphs(plan: GraphPlan, drawn: Entry[], { specs, log, marked }: GraphView): Graph[] {
  const span = marked && markedSpan(drawn, marked);
  const [name = ''] = plan.metrics;
  const { kind } = specOf(specs, name);
  const { unit, scale } = unitOf(plan, name, specs);
  const isTrend = kind === 'trend';
  const lines: Graph = {
    ...PLAIN,
    id: plan.id,
    section: sectionOf(plan, specs),
    title: plan.title,
    xTitle: 'Seconds since the start',
    yTitle: kind === 'count' ? `${unit}/s` : unit,
    x: 'seconds',
    logarithmicY: isTrend && log,
    bands: isTrend,
    ...(span && { marked: span }),
    series: drawn.flatMap((entry) => {
      const series = metricOf(entry.merge, name)?.series;
      return series ? [seriesOf(entry, series, scale, kind !== 'gauge')] : [];
    }),
  };
  const without = drawn.some(({ merge }) => {
    const metric = metricOf(merge, name);
    return metric !== undefined && metric.series === null && barOf(merge, name) !== null;
  });
  return [lines, ...(without ? [barGraph(plan, name, drawn, specs, lines.series.length === 0)] : [])];
}

/**
 * @param buckets the series is by bucket of the test and has overtime; otherwise by second of sampling, where seconds
 * after which some runs have ended count as overtime
 */
function seriesOf(entry: Entry, series: MergedSeries, scale: number, buckets: boolean): GraphSeries {
  const { merge } = entry;
  const width = buckets ? merge.plan.bucketSeconds : 1;
  const first = buckets ? merge.overtime.indexOf(true) : series.n.lastIndexOf(Math.max(...series.n)) + 1;
  const points = series.mean.map((mean, index) => ({
    x: index * width,
    y: scaled(mean, scale),
    low: scaled(series.low[index], scale),
    high: scaled(series.high[index], scale),
    n: series.n[index] ?? 0,
  }));
  const overtimeFrom = first < 0 || first >= series.mean.length ? null : first * width;
  return { ...rowSeries(entry, points), overtimeFrom };
}

function distributionGraph(plan: GraphPlan, drawn: Entry[], { specs, lead, shown, log }: GraphView): Graph {
  const [planned = ''] = plan.metrics;
  const name = planned === lead && shown !== null ? shown : planned;
  const { unit, scale } = unitOf(plan, name, specs);
  return {
    ...PLAIN,
    id: plan.id,
    section: sectionOf(plan, specs),
    title: planned === lead ? `${plan.title}, ${trendName(name, specs)}` : plan.title,
    xTitle: 'Percentile',
    yTitle: unit,
    x: 'percentile',
    logarithmicY: log,
    series: drawn.flatMap((entry) => {
      const metric = metricOf(entry.merge, name);
      const curve = metric?.kind === 'trend' ? metric.distribution?.curve : undefined;
      if (!curve) return [];
      return [
        rowSeries(
          entry,
          curve.map(({ oneIn, value }) => ({ x: oneIn, y: value / scale })),
        ),
      ];
    }),
  };
}

/** A bar per row that has any of the parts, made of the parts' means. */
function partsGraph(plan: GraphPlan, drawn: Entry[], { specs }: GraphView): Graph {
  const has = ({ merge }: Entry) => plan.metrics.some((name) => meanOf(merge, name) !== null);
  const rows = drawn.filter(has);
  const { unit, scale } = unitOf(plan, plan.metrics[0] ?? '', specs);
  const part = (name: string): GraphSeries => ({
    id: name,
    name: specOf(specs, name).label,
    style: null,
    runs: Math.max(0, ...rows.map(({ merge }) => merge.runs)),
    overtimeFrom: null,
    points: rows.map(({ merge }, x) => {
      const mean = meanOf(merge, name);
      return mean === null ? { x, y: null } : pointOf(x, mean, scale);
    }),
  });
  return {
    ...PLAIN,
    id: plan.id,
    section: sectionOf(plan, specs),
    title: plan.title,
    yTitle: unit,
    x: 'parts',
    rows: rows.map(({ label }) => label),
    shortRows: rows.map(({ short }) => short),
    hollowRows: rows.map(({ style }) => style.hollow),
    series: rows.length === 0 ? [] : plan.metrics.map(part),
  };
}

function meanOf(merge: Merge, name: string): RunFigure | null {
  const metric = metricOf(merge, name);
  return metric?.kind === 'trend' ? metric.mean : null;
}

const scaled = (value: number | null | undefined, scale: number): number | null =>
  value === null || value === undefined ? null : value / scale;

const pointOf = (x: number, { mean, low, high, n }: RunFigure, scale: number): GraphPoint => ({
  ...{ x, y: mean / scale, low: scaled(low, scale), high: scaled(high, scale), n },
});

/** The figure that a bar shows. */
const barOf = (merge: Merge, name: string): RunFigure | null =>
  figureOf(merge, name, usualFigure(merge.metrics[name]!))?.overRuns ?? null;

/** The end of a bar graph's id and of its title. */
function barWords(spec: MetricSpec): [suffix: string, words: string] {
  const usual = usualFigure(spec);
  const word = usual === 'typical' ? typicalWord(spec) : usual;
  return [`-${word}`, `, ${word === 'max' ? 'maximum' : word}`];
}

/** @param alone there are no lines of the same metric: then the bars go by its name */
function barGraph(plan: GraphPlan, name: string, drawn: Entry[], specs: Specs, alone: boolean): Graph {
  const spec = specOf(specs, name);
  const { unit, scale } = unitOf(plan, name, specs);
  const [suffix, words] = spec.kind === 'count' ? [alone ? '' : '-per-run', ' per run'] : barWords(spec);
  const bars = drawn.flatMap((entry) => {
    const value = metricOf(entry.merge, name) && barOf(entry.merge, name);
    return value ? [{ ...entry, value }] : [];
  });
  return {
    ...PLAIN,
    id: `${plan.id}${suffix}`,
    section: sectionOf(plan, specs),
    title: `${plan.title}${words}`,
    yTitle: unit,
    x: 'rows',
    shortRows: bars.map(({ short }) => short),
    bands: true,
    series: bars.map((bar, x) => ({ ...rowSeries(bar, [pointOf(x, bar.value, scale)]), runs: bar.value.n })),
  };
}
