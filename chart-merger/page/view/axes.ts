/** The axes of charts: how each kind of them is scaled, labelled and called. A new kind of axis is an entry here. */
import type Highcharts from 'highcharts';
import type { Graph, GraphSeries, MarkedSpan } from '../model/graphs.ts';
import type { Theme } from '../model/palette.ts';

/** `text` for places where Highcharts reads markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The name of a percentile at 1 / (1 - share): 10 is 90 %, 1000 is 99.9 %. */
function percentileName(oneIn: number): string {
  const percent = 100 * (1 - 1 / oneIn);
  return `${Number(percent.toPrecision(Math.max(2, Math.ceil(Math.log10(oneIn)) + 2)))} %`;
}

type Style = { color: string; fontSize: string };

/** A kind of horizontal axis; of bars it is the one at their side. */
interface Axis {
  /** Names its values in exported files. */
  column(graph: Graph): string;
  /** Returns the heading of a tooltip; empty: its lines say it. */
  head?(graph: Graph, x: number): string;
  /** A tooltip tells of all series at once. */
  shared?: true;
  /** The same for those who hear a point instead of seeing it. */
  spoken?(x: number): string;
  /** The rows lie, from top to bottom, and the axis of figures runs along the bottom. */
  lying?: true;
  /** Its labels reach down to Highcharts' own name. */
  deep?: true;
  /** The chart has a legend of its own: the page's names other things. */
  legend?: true;
  /** Rows of bars, and how much room all around them takes, px; absent: a graph of lines. */
  bars?(graph: Graph): { rows: number; height: number };
  horizontal(graph: Graph, theme: Theme, style: Style): Highcharts.XAxisOptions;
  /** Returns the vertical axis with its limits, if they differ from those of lines. */
  vertical?(graph: Graph, theme: Theme): Highcharts.YAxisOptions;
}

const rowNames = (graph: Graph, _: Theme, style: Style): Highcharts.XAxisOptions => ({
  categories: graph.shortRows.map(escapeMarkup),
  labels: { style: { ...style, whiteSpace: 'nowrap', textOverflow: 'none' } },
  crosshair: false,
});

export const AXES: Record<Graph['x'], Axis> = {
  seconds: {
    column: () => 'second',
    head: (_, x) => `Second ${x}`,
    shared: true,
    spoken: (x) => `second ${x}, `,
    horizontal: (graph, theme, style) => ({ allowDecimals: false, plotBands: bandsOf(graph, theme, style) }),
  },
  percentile: {
    column: () => 'one in',
    head: (_, x) => percentileName(x),
    horizontal: (_graph, _theme, style) => ({
      type: 'logarithmic',
      min: 1,
      labels: { style, formatter: ({ value }) => percentileName(Number(value)) },
    }),
    vertical: (graph) => ({ ...lineRange(graph), max: tailCeiling(graph) }),
  },
  rows: {
    column: () => 'row',
    bars: ({ series }) => ({ rows: series.length, height: 70 }),
    horizontal: rowNames,
  },
  parts: {
    column: () => 'row',
    head: ({ rows }, x) => escapeMarkup(rows[x] ?? ''),
    shared: true,
    legend: true,
    bars: ({ rows }) => ({ rows: rows.length, height: 96 }),
    horizontal: rowNames,
  },
  ratios: {
    column: () => 'row',
    lying: true,
    bars: ({ series }) => ({ rows: series.length, height: 84 }),
    horizontal: rowNames,
    vertical: aboutOne,
  },
  claim: {
    column: () => 'row',
    head: ({ rows }, x) => escapeMarkup(rows[x] ?? ''),
    lying: true,
    legend: true,
    bars: ({ rows }) => ({ rows: rows.length, height: 84 }),
    horizontal: rowNames,
    vertical: (graph, theme) => (graph.logarithmicY ? aboutOne(graph, theme) : lineRange(graph)),
  },
  versions: {
    column: () => 'version',
    deep: true,
    head: ({ rows }, x) => escapeMarkup(rows[x] ?? ''),
    horizontal: (graph, theme, style) => ({
      ...{ categories: graph.shortRows.map(escapeMarkup), labels: { style }, ...changeLines(graph, theme, style) },
    }),
    // A change of some percent is to be seen.
    vertical: (graph) => ({ ...UNROUNDED, ...levelRange(graph) }),
  },
  levels: {
    column: ({ xTitle }) => xTitle,
    legend: true,
    // Points need no zero, and would be pressed together by it.
    horizontal: (_, theme, style) => ({
      ...{ ...PADDED, crosshair: false, gridLineWidth: 1, gridLineColor: theme.line },
      labels: { style, formatter: ({ value }) => String(Number(Number(value).toPrecision(4))) },
    }),
    // With the usual distance a range of one and a half may have one label.
    vertical: (graph) => ({
      ...(graph.logarithmicY ? PADDED : { ...UNROUNDED, ...levelRange(graph) }),
      tickPixelInterval: 36,
    }),
  },
};

/** A line before each version that changed the figure. */
function changeLines(
  { marks = [], rows }: Graph,
  theme: Theme,
  style: Style,
): Pick<Highcharts.XAxisOptions, 'plotLines'> {
  const plotLines = marks.map(({ x, text }, index) => {
    // Labels of neighbours would lie on each other on a phone, and Highcharts hides one of two such.
    const y = 12 + 14 * (index % 2);
    // Beside the last version there is no room on the right.
    const side = x === rows.length - 1 ? ({ textAlign: 'right', x: -4 } as const) : { x: 4 };
    return {
      ...{ value: x - 0.5, color: theme.text, width: 1.5, dashStyle: 'Dash' as const, zIndex: 2 },
      label: { text: escapeMarkup(text), rotation: 0, y, style: { ...style, color: theme.text }, ...side },
    };
  });
  return { plotLines };
}

const UNROUNDED = { startOnTick: false, endOnTick: false } as const;
const PADDED = { ...UNROUNDED, minPadding: 0.1, maxPadding: 0.1 } as const;

/** Ratios lie about 1, which is marked. */
function aboutOne(graph: Graph, theme: Theme): Highcharts.YAxisOptions {
  const plotLines = [{ value: 1, color: theme.quiet, width: 1.5, zIndex: 3 }];
  const range = ratioRange(graph);
  return { ...range, ...UNROUNDED, plotLines, tickPositions: ratioTicks(range).map(Math.log10) };
}

/** As many labels as there is room for on a phone. */
const MOST_TICKS = 7;

/** Round ratios within a range, 1 among them: multiples of a step, or 1, 2, 5 of each decade where the range is wide. */
export function ratioTicks({ min, max }: { min: number; max: number }): number[] {
  const inside = (ticks: number[]) =>
    ticks.map((tick) => Number(tick.toPrecision(6))).filter((tick) => tick >= min && tick <= max);
  const decades = Array.from({ length: 19 }, (_, index) => 10 ** (index - 9));
  const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].map((step) => {
    const first = Math.ceil((min - 1) / step - 1e-9);
    const count = Math.min(1_000, Math.floor((max - 1) / step + 1e-9) - first + 1);
    return Array.from({ length: count }, (_, index) => 1 + (first + index) * step);
  });
  const wide = [[1, 2, 5], [1, 3], [1]].map((heads) => decades.flatMap((decade) => heads.map((head) => head * decade)));
  const all = [...(max / min < 10 ? steps : []), ...wide].map(inside);
  return all.find((ticks) => ticks.length <= MOST_TICKS) ?? [1];
}

const lineRange = (graph: Graph): Highcharts.YAxisOptions => ({
  min: graph.logarithmicY ? lowestDecade(graph) : 0,
  max: ceilingOf(graph),
});

export function axesOf(graph: Graph, theme: Theme): { xAxis: Highcharts.XAxisOptions; yAxis: Highcharts.YAxisOptions } {
  const style = { color: theme.quiet, fontSize: '11px' };
  const axis = { labels: { style }, title: { style }, lineColor: theme.line, tickColor: theme.line };
  const { horizontal, vertical = lineRange } = AXES[graph.x];
  return {
    xAxis: {
      ...axis,
      // Out of the way of Highcharts' own name.
      title: { ...axis.title, text: graph.xTitle, align: 'low' },
      crosshair: { color: theme.line },
      ...horizontal(graph, theme, style),
    },
    yAxis: {
      ...axis,
      title: { ...axis.title, text: graph.x === 'ratios' ? '' : escapeMarkup(graph.yTitle) },
      type: graph.logarithmicY ? 'logarithmic' : 'linear',
      ...vertical(graph, theme),
      gridLineColor: theme.line,
      lineWidth: 0,
    },
  };
}

/** The part of a distribution that is drawn whole, as 1 in this many. */
const BODY = 100;

/**
 * The end of the axis of a distribution: one message that was late must not flatten the rest. What is three times beyond the last of 99 in
 * 100 is cut off there; the tooltip has it. Null: the axis ends where the data do.
 */
export function tailCeiling({ logarithmicY, series }: Graph): number | null {
  const highest = (points: GraphSeries['points']) => Math.max(0, ...points.map(({ y }) => y ?? 0));
  const body = highest(series.flatMap(({ points }) => points.filter(({ x }) => x <= BODY)));
  const all = highest(series.flatMap(({ points }) => points));
  return !logarithmicY && body > 0 && all > 3 * body ? 3 * body : null;
}

/** All levels, and their intervals as far as these do not press the levels together: the tooltip has all of them. */
export function levelRange({ series }: Graph): { min: number; max: number } {
  const points = series.flatMap((each) => each.points);
  const levels = points.flatMap(({ y }) => y ?? []);
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  const room = most - least || Math.abs(most) / 2 || 1;
  const ends = points.flatMap(({ y, low, high }) => [low ?? y ?? least, high ?? y ?? most]);
  return {
    min: Math.max(Math.min(least - room / 10, ...ends.map((end) => end - room / 20)), least - room),
    max: Math.min(Math.max(most + room / 10, ...ends.map((end) => end + room / 20)), most + room),
  };
}

/** The parts of the test that are not as the rest. The point of a second lies at its beginning, and stands for all of it. */
function bandsOf(graph: Graph, theme: Theme, style: Style): Highcharts.XAxisPlotBandsOptions[] {
  const label = {
    style: { ...style, fontSize: '10px', textOverflow: 'none' as const, whiteSpace: 'nowrap' },
    y: 12,
    x: -4,
    align: 'right' as const,
    textAlign: 'right' as const,
  };
  return [graph.marked ?? null, overtimeOf(graph)]
    .filter((part) => part !== null)
    .map(({ from, to, text }) => {
      const shown = { ...label, text: escapeMarkup(text) };
      // A moment is a line.
      const edge = { borderWidth: 1, borderColor: theme.line };
      return { from: from - 0.5, to: to - 0.5, color: theme.shaded, label: shown, ...edge };
    });
}

/** From where all series that have overtime have it; null when they do not agree, as one band would mislead. */
function overtimeOf({ series }: Graph): MarkedSpan | null {
  const starts = series.map(({ overtimeFrom }) => overtimeFrom).filter((from) => from !== null);
  if (starts.length === 0 || new Set(starts).size > 1) return null;
  const last = Math.max(...series.flatMap(({ points }) => points.map(({ x }) => x)));
  return { from: starts[0]!, to: last + 1, text: 'overtime' };
}

/** The power of ten at or below all means: a band that reaches to 0 must not stretch a logarithmic axis without end. */
export function lowestDecade(graph: Graph): number {
  const values = graph.series.flatMap(({ points }) => points.map(({ y }) => y ?? 0)).filter((y) => y > 0);
  return values.length > 0 ? 10 ** Math.floor(Math.log10(Math.min(...values))) : 1;
}

/**
 * The end of an axis on which bands lie: few runs may have an interval that reaches far beyond all means, and would press these
 * together. It is cut off there; the tooltip has all of it. Null: the axis ends where the data do.
 */
function ceilingOf(graph: Graph): number | null {
  if (!graph.bands) return null;
  const points = graph.series.flatMap((series) => series.points);
  const highest = Math.max(...points.map(({ y }) => y ?? 0));
  const far = highest * (graph.logarithmicY ? 10 : 2);
  return points.some(({ high }) => typeof high === 'number' && high > far) ? far : null;
}

/**
 * From where to where ratios are drawn: all of them with their intervals, and a little about 1. Few runs may have intervals over six
 * decades, which would press the ratios together: they are cut off ten times beyond all of these.
 */
export function ratioRange({ series }: Graph): { min: number; max: number } {
  const points = series.flatMap((each) => each.points);
  const ratios = [1, ...points.flatMap(({ y }) => y ?? [])];
  const ends = [0.8, 1.25, ...ratios, ...points.flatMap(({ low, high }) => [low ?? 1, high ?? 1])];
  return {
    min: Math.max(Math.min(...ends) / 1.1, Math.min(...ratios) / 10),
    max: Math.min(Math.max(...ends) * 1.1, Math.max(...ratios) * 10),
  };
}
