/** The tables and columns in which rows are shown: those that their scenarios declare, and by kind all other metrics. */

import type { MetricSpec } from '../../../metrics/metric.ts';
import { CLIENT_METRICS, RESOURCE_METRICS, SERVER_METRICS } from '../../../metrics/standard-metrics.ts';
import { shownUnit, usualFigure } from '../../../metrics/units.ts';
import type { Figure, GraphPlan, ScenarioCharts, TableColumn } from '../../../protocol/scenario-charts.ts';

export type Specs = Record<string, MetricSpec>;

/** `figures` leads: what the scenario is about. */
const SECTIONS = ['figures', 'server', 'messages'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** `expected`: what a count should have come to. */
type CellFigure = Figure | 'expected';

export interface Column {
  metric: string;
  figure: CellFigure;
  head: string;
  /** Columns of one group stand together under this head; null for one that stands alone. */
  group: string | null;
  /** The meaning, shown on hover. */
  title: string;
  strong: boolean;
  /** The sort key of this column; null: the column cannot be sorted. */
  order: string | null;
  /** Shown as this many of the metric's unit. */
  scale: number;
  /** With the interval over runs, where there is one. */
  interval: boolean;
}

const STANDARD: Specs = { ...CLIENT_METRICS, ...SERVER_METRICS, ...RESOURCE_METRICS };

/** Returns the spec of a metric, even if none of the rows has it. */
export function specOf(specs: Specs, metric: string): MetricSpec {
  const none: MetricSpec = { kind: 'trend', unit: '', label: metric, about: '' };
  return specs[metric] ?? STANDARD[metric] ?? none;
}

/** Tells whether a metric is one that every run has besides its scenario's own: CPU, memory, bytes. */
const isResource = (metric: string) => Object.hasOwn(RESOURCE_METRICS, metric);

/** The charts of several scenarios as one: each column and graph once. Compared by what the first of them is compared by. */
export function uniteCharts(all: ScenarioCharts[]): ScenarioCharts | null {
  const [first] = all;
  if (!first) return null;
  const once = <T>(items: T[], idOf: (item: T) => string) =>
    [...new Map(items.toReversed().map((item) => [idOf(item), item])).values()].toReversed();
  return {
    compare: first.compare,
    columns: once(
      all.flatMap(({ columns }) => columns),
      ({ metric, figure }) => `${metric}.${figure}`,
    ),
    graphs: once(
      all.flatMap(({ graphs }) => graphs),
      ({ id }) => id,
    ),
    ...(first.marked && { marked: first.marked }),
  };
}

/** The trend that rows are about: others of its unit can be shown in its place. Null when they are about none. */
export function leadOf({ compare, columns }: ScenarioCharts, specs: Specs): string | null {
  const trends = [compare.metric, ...columns.map(({ metric }) => metric)].filter(
    (metric) => specOf(specs, metric).kind === 'trend' && metric !== '',
  );
  return trends[0] ?? null;
}

/** The table that a graph stands beside. */
export function sectionOf({ metrics }: GraphPlan, specs: Specs): SectionName {
  const [metric = ''] = metrics;
  const { kind } = specOf(specs, metric);
  if (kind === 'trend') return 'figures';
  return kind === 'count' && !isResource(metric) ? 'messages' : 'server';
}

const HEADS: Record<CellFigure, string> = {
  mean: 'mean (95 %)',
  p50: 'p50',
  p90: 'p90',
  p99: 'p99',
  p999: 'p99.9',
  min: 'min',
  max: 'max',
  total: 'total',
  typical: 'median',
  window: 'average',
  windowHigh: 'high',
  windowLow: 'low',
  expected: 'expected',
};

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `CPU, %`: a metric with its unit, bytes as MB. */
function headWithUnit({ label, unit }: MetricSpec): string {
  const short = shownUnit({ unit }).unit.split(' ')[0]!;
  return capital(label.toLowerCase().includes(short.toLowerCase()) ? label : `${label}, ${short}`);
}

const WINDOWS: Figure[] = ['windowHigh', 'windowLow', 'window'];
const isWindow = (figure: CellFigure) => (WINDOWS as CellFigure[]).includes(figure);

export interface Layout {
  figures: Column[];
  server: Column[];
  messages: Column[];
}

/**
 * Empty columns are skipped, except those that every run should have.
 * @param specs of what the rows measured
 * @param lead as {@link leadOf} says
 * @param shown the trend that is shown in its place, or `lead` itself
 * @param expected true if any row knows the expected value of a count
 */
export function layOut(
  charts: ScenarioCharts,
  specs: Specs,
  lead: string | null,
  shown: string | null,
  expected: (metric: string) => boolean,
): Layout {
  const known = charts.columns.filter(({ metric }) => specs[metric] !== undefined);
  const kindOf = ({ metric }: TableColumn) => specOf(specs, metric).kind;
  const trends = known.filter((each) => kindOf(each) === 'trend');
  const counts = known.filter((each) => kindOf(each) === 'count' && !isResource(each.metric));
  // A total is shown as a share of what it should be.
  const shares = counts.filter(({ metric, figure }) => figure === 'total' && expected(metric));
  const besideTrends = counts.filter((each) => each.figure !== 'total' || shares.includes(each));
  const isMain = ({ group }: Column) => group !== null;
  const columns = trendColumns(trends, specs, lead, shown);
  return {
    figures:
      trends.length > 0
        ? [
            ...windowColumns(trends, specs),
            ...columns.filter(isMain),
            ...aloneColumns(besideTrends, specs),
            ...columns.filter((each) => !isMain(each)),
          ]
        : aloneColumns(known, specs),
    server: serverColumns(charts, specs),
    messages: messageColumns(
      specs,
      shares.map(({ metric }) => metric),
    ),
  };
}

function column(metric: string, figure: CellFigure, specs: Specs, more: Partial<Column>): Column {
  const spec = specOf(specs, metric);
  return {
    metric,
    figure,
    head: HEADS[figure],
    group: null,
    title: spec.about,
    strong: false,
    order: null,
    scale: shownUnit(spec).size,
    interval: true,
    ...more,
  };
}

/** High, low and average over study A's window, for each trend that has such a column. */
function windowColumns(trends: TableColumn[], specs: Specs): Column[] {
  const metrics = [...new Set(trends.filter(({ figure }) => isWindow(figure)).map(({ metric }) => metric))];
  return metrics.flatMap((metric, index) =>
    WINDOWS.map((figure) =>
      column(metric, figure, specs, {
        group: metrics.length > 1 ? `Seconds 5–14, ${specOf(specs, metric).label}` : 'Seconds 5–14',
        strong: figure === 'window',
        order: figure === 'window' ? (index === 0 ? 'average' : `${metric}.window`) : null,
      }),
    ),
  );
}

/** The other columns of trends: those of one metric under its label, those that stand alone under their own. */
function trendColumns(trends: TableColumn[], specs: Specs, lead: string | null, shown: string | null): Column[] {
  const plain = trends.filter(({ figure }) => !isWindow(figure));
  return plain.map(({ metric, figure, label }) => {
    const isLead = metric === lead;
    const of = isLead && shown !== null ? shown : metric;
    const alone = plain.filter((other) => other.metric === metric).length === 1;
    const spec = specOf(specs, of);
    return column(of, figure, specs, {
      ...(alone
        ? // One of several that belong together, such as the latency's parts: there is no room for intervals beside each other.
          { head: capital(label ?? `${spec.label} ${HEADS[figure]}`), interval: isLead }
        : { group: capital(spec.label) }),
      order: isLead ? figure : `${metric}.${figure}`,
    });
  });
}

/** Columns under heads of their own. */
function aloneColumns(columns: TableColumn[], specs: Specs): Column[] {
  return columns.map(({ metric, figure, label }) => {
    const spec = specOf(specs, metric);
    const share = figure === 'total';
    return column(metric, figure, specs, {
      head:
        spec.kind === 'count' ? capital(label ?? spec.label) : headWithUnit({ ...spec, label: label ?? spec.label }),
      order: share ? null : `${metric}.${figure}`,
    });
  });
}

/** Lists the metrics that every run has, those that the scenario's charts show, and the scenario's own gauges. */
function serverColumns({ columns }: ScenarioCharts, specs: Specs): Column[] {
  const own = Object.keys(specs).filter((metric) => specs[metric]!.kind === 'gauge' && !isResource(metric));
  const metrics = [...Object.keys(RESOURCE_METRICS), ...own];
  return metrics.map((metric) => {
    const spec = specOf(specs, metric);
    const wanted = columns.find((each) => each.metric === metric && each.figure !== 'total');
    const figure = wanted?.figure ?? usualFigure(spec);
    return column(metric, figure, specs, {
      head: headWithUnit(spec),
      strong: columns.some((each) => each.metric === metric),
    });
  });
}

/** Every count, and what those should have come to that the scenario's charts show. */
function messageColumns(specs: Specs, counted: string[]): Column[] {
  return Object.keys(specs).flatMap((metric) => {
    const spec = specs[metric]!;
    if (spec.kind !== 'count' || isResource(metric)) return [];
    const each = column(metric, 'mean', specs, { head: capital(spec.label) });
    if (!counted.includes(metric)) return [each];
    const head = counted.length > 1 ? `Expected: ${spec.label}` : 'Expected';
    return [each, column(metric, 'expected', specs, { head })];
  });
}

/** A heading cell that spans columns or rows. */
export interface Head {
  text: string;
  title: string;
  cols: number;
  rows: number;
  scope: 'col' | 'colgroup';
  isGroup: boolean;
  order: string | null;
}

/** The heading in two lines: groups, and the columns in them. One line where there is no group. */
export function headsOf(columns: Column[]): { upper: Head[]; lower: Head[]; rows: 1 | 2 } {
  const rows = columns.some(({ group }) => group !== null) ? 2 : 1;
  const upper: Head[] = [];
  const lower: Head[] = [];
  columns.forEach(({ group, head, title, order }, index) => {
    const alone: Head = { text: head, title, cols: 1, rows, scope: 'col', isGroup: false, order };
    if (group === null) {
      upper.push(alone);
      return;
    }
    lower.push({ ...alone, rows: 1 });
    if (columns[index - 1]?.group === group) upper.at(-1)!.cols++;
    else upper.push({ ...alone, text: group, rows: 1, scope: 'colgroup', isGroup: true, order: null });
  });
  return { upper, lower, rows };
}
