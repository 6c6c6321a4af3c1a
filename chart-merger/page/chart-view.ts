/** Draws a graph with Highcharts, and exports it without asking any server. */
import Highcharts from 'highcharts/esm/highcharts.js';
import 'highcharts/esm/highcharts-more.js';
import 'highcharts/esm/modules/exporting.js';
import 'highcharts/esm/modules/offline-exporting.js';
import 'highcharts/esm/modules/accessibility.js';
import { figure } from './format.ts';
import type { Graph, GraphSeries } from './graphs.ts';
import { partColours, type RowStyle, type Theme } from './palette.ts';

// Labels come from records that anybody may have written. They are escaped wherever they meet markup (below); should
// one slip through, no element that loads or links anything is let into a chart.
const { AST } = Highcharts;
AST.allowedTags = AST.allowedTags.filter((tag) => !['a', 'img', 'image', 'feImage', 'style', 'button'].includes(tag));

/** `text` for places where Highcharts reads markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

Highcharts.setOptions({
  lang: { locale: 'en', thousandsSep: ',' },
  chart: { animation: false, style: { fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif' } },
  plotOptions: { series: { animation: false } },
});

/** The name of a percentile at 1 / (1 - share): 10 is 90 %, 1000 is 99.9 %. */
export function percentileName(oneIn: number): string {
  const percent = 100 * (1 - 1 / oneIn);
  return `${Number(percent.toPrecision(Math.max(2, Math.ceil(Math.log10(oneIn)) + 2)))} %`;
}

function headOf(graph: Graph, x: number): string {
  if (graph.x === 'percentile') return percentileName(x);
  if (graph.x === 'parts') return escapeMarkup(graph.rows[x] ?? '');
  return graph.x === 'rows' ? '' : `Second ${x}`;
}

function tooltip(graph: Graph, x: number, dark: boolean): string {
  const head = headOf(graph, x);
  const colours = partColours(dark);
  const lines = graph.series.flatMap(({ name, points, runs, style, overtimeFrom }, index) => {
    const point = points.find((candidate) => candidate.x === x);
    if (!point || point.y === null) return [];
    const band =
      typeof point.low === 'number' && typeof point.high === 'number'
        ? ` (${figure(point.low)} to ${figure(point.high)})`
        : '';
    const few = point.n !== undefined && point.n < runs ? `, ${point.n} of ${runs} runs` : '';
    const late = overtimeFrom !== null && x >= overtimeFrom ? ', overtime' : '';
    return [
      `<span style="color:${style?.colour ?? colours[index % colours.length]}">■</span> ${escapeMarkup(name)}: <b>${figure(point.y)}</b> ${escapeMarkup(graph.yTitle)}${band}${few}${late}`,
    ];
  });
  return [head && `<b>${head}</b>`, ...lines].filter(Boolean).join('<br/>');
}

function linesOf(
  graph: Graph,
  series: GraphSeries & { style: RowStyle },
  theme: Theme,
): Highcharts.SeriesOptionsType[] {
  const { name, points, overtimeFrom } = series;
  const { colour, symbol, dash, hollow } = series.style;
  const zones = (normal: object, late: object) =>
    overtimeFrom === null ? [] : [{ value: overtimeFrom - 1, ...normal }, late];
  const line: Highcharts.SeriesLineOptions = {
    type: 'line',
    id: series.id,
    name,
    data: points.map(({ x, y }) => [x, y]),
    color: colour,
    dashStyle: dash,
    lineWidth: 1.75,
    zoneAxis: 'x',
    zones: zones({}, { dashStyle: 'Dot', color: colour }),
    marker: {
      enabled: graph.x === 'percentile' ? false : undefined,
      enabledThreshold: 4,
      symbol,
      radius: 3,
      lineWidth: hollow ? 1.25 : 0,
      lineColor: colour,
      fillColor: hollow ? theme.surface : colour,
    },
  };
  if (!graph.bands) return [line];
  const floor = graph.logarithmicY ? lowestDecade(graph) : 0;
  const band: Highcharts.SeriesArearangeOptions = {
    type: 'arearange',
    name: `${name}, 95 % band`,
    linkedTo: series.id,
    data: points.map(({ x, low, high }) =>
      typeof low === 'number' && typeof high === 'number' ? [x, Math.max(low, floor), high] : [x, null, null],
    ) as [number, number, number][],
    color: colour,
    fillOpacity: theme.dark ? 0.16 : 0.12,
    lineWidth: 0,
    zIndex: -1,
    enableMouseTracking: false,
    marker: { enabled: false },
    zoneAxis: 'x',
    zones: zones({}, { fillColor: 'transparent' }),
    accessibility: { enabled: false },
  };
  return [line, band];
}

/** The power of ten at or below all means: a band that reaches to 0 must not stretch a logarithmic axis without end. */
function lowestDecade(graph: Graph): number {
  const values = graph.series.flatMap(({ points }) => points.map(({ y }) => y ?? 0)).filter((y) => y > 0);
  return values.length > 0 ? 10 ** Math.floor(Math.log10(Math.min(...values))) : 1;
}

function barsOf(graph: Graph, theme: Theme): Highcharts.SeriesOptionsType[] {
  const at = new Map(graph.series.map(({ id }, index) => [id, index]));
  const bars: Highcharts.SeriesBarOptions = {
    type: 'bar',
    name: graph.title,
    data: graph.series.map(({ id, points, style }) => ({ x: at.get(id)!, y: points[0]!.y, color: style?.colour })),
    borderWidth: 0,
    pointPadding: 0.1,
    groupPadding: 0.1,
    maxPointWidth: 18,
    showInLegend: false,
  };
  const errors: Highcharts.SeriesErrorbarOptions = {
    type: 'errorbar',
    name: '95 % interval',
    data: graph.series.flatMap(({ id, points }) => {
      const { low, high } = points[0]!;
      return typeof low === 'number' && typeof high === 'number' ? [[at.get(id)!, Math.max(0, low), high]] : [];
    }),
    color: theme.text,
    lineWidth: 1,
    whiskerLength: 7,
    enableMouseTracking: false,
    showInLegend: false,
  };
  return [bars, errors];
}

/** A bar per row, of the parts' means one upon the other, in the order that they come in. */
function partsOf(graph: Graph, theme: Theme): Highcharts.SeriesOptionsType[] {
  const colours = partColours(theme.dark);
  return graph.series.map(
    ({ id, name, points }, index): Highcharts.SeriesBarOptions => ({
      type: 'bar',
      id,
      name,
      data: points.map(({ x, y }) => ({ x, y })),
      color: colours[index % colours.length],
      borderColor: theme.surface,
      borderWidth: 1,
      pointPadding: 0.1,
      groupPadding: 0.1,
      maxPointWidth: 18,
      stacking: 'normal',
      // Bars are stacked from the last series on, the first part belongs at the left.
      index: graph.series.length - 1 - index,
      legendIndex: index,
    }),
  );
}

/** From where all series that have overtime have it; null when they do not agree, as one band would mislead. */
function commonOvertime(graph: Graph): { from: number; to: number } | null {
  const starts = graph.series.map(({ overtimeFrom }) => overtimeFrom).filter((from) => from !== null);
  if (starts.length === 0 || new Set(starts).size > 1) return null;
  const last = Math.max(...graph.series.flatMap(({ points }) => points.map(({ x }) => x)));
  return { from: starts[0]! - 0.5, to: last + 0.5 };
}

/** How many bars there are, and how much room all around them takes, px; null for a graph of lines. */
function barsIn(graph: Graph): { rows: number; height: number } | null {
  if (graph.x === 'rows') return { rows: graph.series.length, height: 70 };
  return graph.x === 'parts' ? { rows: graph.rows.length, height: 96 } : null;
}

function drawnIn(graph: Graph, theme: Theme): Highcharts.SeriesOptionsType[] {
  if (graph.x === 'rows') return barsOf(graph, theme);
  if (graph.x === 'parts') return partsOf(graph, theme);
  return graph.series.flatMap(({ style, ...series }) => (style ? linesOf(graph, { ...series, style }, theme) : []));
}

function optionsOf(graph: Graph, theme: Theme): Highcharts.Options {
  const text = { color: theme.quiet, fontSize: '11px' };
  const axis = { labels: { style: text }, title: { style: text }, lineColor: theme.line, tickColor: theme.line };
  const overtime = commonOvertime(graph);
  const bars = barsIn(graph);
  const x: Highcharts.XAxisOptions = {
    ...axis,
    title: { ...axis.title, text: graph.xTitle },
    crosshair: { color: theme.line },
  };
  if (graph.x === 'percentile') {
    x.type = 'logarithmic';
    x.min = 1;
    x.labels = { ...axis.labels, formatter: ({ value }) => percentileName(Number(value)) };
  } else if (graph.x === 'rows' || graph.x === 'parts') {
    x.categories = (graph.x === 'rows' ? graph.series.map(({ name }) => name) : graph.rows).map(escapeMarkup);
    x.crosshair = false;
  } else {
    x.allowDecimals = false;
    if (overtime) {
      const label = {
        text: 'overtime',
        style: { ...text, fontSize: '10px', textOverflow: 'none' as const, whiteSpace: 'nowrap' },
        y: 12,
        x: -4,
        align: 'right' as const,
        textAlign: 'right' as const,
      };
      x.plotBands = [{ ...overtime, color: theme.overtime, label }];
    }
  }
  return {
    chart: {
      backgroundColor: theme.surface,
      height: bars === null ? 240 : bars.height + 24 * bars.rows,
      spacing: [8, 8, 6, 4],
      plotBorderWidth: 0,
    },
    title: { text: '' },
    credits: { enabled: true, style: { color: theme.quiet, fontSize: '9px' } },
    // The page has one legend of rows for all charts, parts have theirs; exports stand alone and bring their own.
    legend: {
      enabled: graph.x === 'parts',
      verticalAlign: 'top',
      itemStyle: { color: theme.text, fontWeight: 'normal', fontSize: '11px' },
      margin: 4,
      padding: 0,
      symbolRadius: 2,
    },
    xAxis: x,
    yAxis: {
      ...axis,
      title: { ...axis.title, text: escapeMarkup(graph.yTitle) },
      type: graph.logarithmicY ? 'logarithmic' : 'linear',
      min: graph.logarithmicY ? lowestDecade(graph) : 0,
      gridLineColor: theme.line,
      lineWidth: 0,
    },
    tooltip: {
      shared: graph.x === 'seconds' || graph.x === 'parts',
      backgroundColor: theme.surface,
      borderColor: theme.line,
      style: { color: theme.text, fontSize: '11px' },
      outside: false,
      formatter() {
        const point = this as unknown as { x: number };
        return tooltip(graph, point.x, theme.dark);
      },
    },
    accessibility: {
      description: `${graph.title}, ${graph.yTitle}. The same figures are in the tables and in the CSV file.`,
      landmarkVerbosity: 'disabled',
      point: {
        descriptionFormatter: (point) =>
          `${point.series.name}: ${graph.x === 'seconds' ? `second ${point.x}, ` : ''}${figure(point.y)} ${graph.yTitle}`,
      },
    },
    exporting: {
      enabled: true,
      buttons: { contextButton: { enabled: false } },
      fallbackToExportServer: false,
      sourceWidth: 960,
      sourceHeight: bars === null ? 480 : bars.height + 50 + 26 * bars.rows,
      chartOptions: {
        title: { text: escapeMarkup(graph.title), style: { color: theme.text, fontSize: '16px' } },
        legend: {
          enabled: graph.x !== 'rows',
          symbolWidth: 36,
          itemStyle: { color: theme.text, fontWeight: 'normal' },
          labelFormatter() {
            return escapeMarkup(this.name ?? '');
          },
        },
      },
    },
    series: drawnIn(graph, theme),
  };
}

/** Draws `graph` into `element`. The caller destroys the chart. */
export function drawChart(element: HTMLElement, graph: Graph, theme: Theme): Highcharts.Chart {
  return Highcharts.chart(element, optionsOf(graph, theme));
}

/** Saves `chart` as it looks, with a title and a legend. Resolves when the browser has been given the file. */
export async function exportChart(chart: Highcharts.Chart, type: 'png' | 'svg', filename: string): Promise<void> {
  await chart.exporting?.exportChart(
    { type: type === 'png' ? 'image/png' : 'image/svg+xml', filename, local: true },
    {},
  );
}
