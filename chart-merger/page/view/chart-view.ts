/** Draws a graph with Highcharts, and exports it without asking any server. */
import Highcharts from 'highcharts/esm/highcharts.js';
import 'highcharts/esm/highcharts-more.js';
import 'highcharts/esm/modules/exporting.js';
import 'highcharts/esm/modules/offline-exporting.js';
import 'highcharts/esm/modules/accessibility.js';
import { drawnIn, lowestDecade } from '../model/chart-series.ts';
import { escapeMarkup, figure } from '../model/format.ts';
import type { Graph } from '../model/graphs.ts';
import { partColours, type Theme } from '../model/palette.ts';
import { ratioRange } from './answer-drawing.ts';

// Labels come from records that anybody may have written. They are escaped wherever they meet markup (below); should
// one slip through, no element that loads or links anything is let into a chart.
const { AST } = Highcharts;
AST.allowedTags = AST.allowedTags.filter((tag) => !['a', 'img', 'image', 'feImage', 'style', 'button'].includes(tag));

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
  if (graph.x === 'parts' || graph.x === 'claim') return escapeMarkup(graph.rows[x] ?? '');
  return graph.x === 'seconds' ? `Second ${x}` : '';
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

/** From where all series that have overtime have it; null when they do not agree, as one band would mislead. */
function commonOvertime(graph: Graph): { from: number; to: number } | null {
  const starts = graph.series.map(({ overtimeFrom }) => overtimeFrom).filter((from) => from !== null);
  if (starts.length === 0 || new Set(starts).size > 1) return null;
  const last = Math.max(...graph.series.flatMap(({ points }) => points.map(({ x }) => x)));
  return { from: starts[0]! - 0.5, to: last + 0.5 };
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

/** How many bars there are, and how much room all around them takes, px; null for a graph of lines. */
function barsIn(graph: Graph): { rows: number; height: number } | null {
  if (graph.x === 'rows') return { rows: graph.series.length, height: 70 };
  if (graph.x === 'ratios') return { rows: graph.series.length, height: 84 };
  if (graph.x === 'claim') return { rows: graph.rows.length, height: 84 };
  return graph.x === 'parts' ? { rows: graph.rows.length, height: 96 } : null;
}

/** How high `graph` is drawn, px. */
export function heightOf(graph: Graph): number {
  const bars = barsIn(graph);
  return bars === null ? 240 : bars.height + 24 * bars.rows;
}

/** Whether the chart has a row for each comparison, from top to bottom. */
const isLying = ({ x }: Graph): boolean => x === 'ratios' || x === 'claim';

/** Where the vertical axis begins and ends. Ratios lie about 1, which is marked. */
function rangeOf(graph: Graph, theme: Theme): Highcharts.YAxisOptions {
  if (isLying(graph) && graph.logarithmicY) {
    const plotLines = [{ value: 1, color: theme.quiet, width: 1.5, zIndex: 3 }];
    return { ...ratioRange(graph), startOnTick: false, endOnTick: false, plotLines };
  }
  if (graph.x === 'levels' && graph.logarithmicY)
    return { startOnTick: false, endOnTick: false, minPadding: 0.15, maxPadding: 0.15 };
  return { min: graph.logarithmicY ? lowestDecade(graph) : 0, max: ceilingOf(graph) };
}

function optionsOf(graph: Graph, theme: Theme): Highcharts.Options {
  const text = { color: theme.quiet, fontSize: '11px' };
  const axis = { labels: { style: text }, title: { style: text }, lineColor: theme.line, tickColor: theme.line };
  const overtime = commonOvertime(graph);
  const bars = barsIn(graph);
  // Two rows may have the same level: each point of these tells of its own row.
  const of = (id: string | undefined): Graph =>
    graph.x === 'levels' ? { ...graph, series: graph.series.filter((series) => series.id === id) } : graph;
  const x: Highcharts.XAxisOptions = {
    ...axis,
    // Out of the way of Highcharts' own name.
    title: { ...axis.title, text: graph.xTitle, align: 'low' },
    crosshair: { color: theme.line },
  };
  if (graph.x === 'percentile') {
    x.type = 'logarithmic';
    x.min = 1;
    x.labels = { ...axis.labels, formatter: ({ value }) => percentileName(Number(value)) };
  } else if (graph.x === 'rows' || graph.x === 'parts' || isLying(graph)) {
    x.categories = graph.shortRows.map(escapeMarkup);
    x.labels = { ...axis.labels, style: { ...text, whiteSpace: 'nowrap', textOverflow: 'none' } };
    x.crosshair = false;
  } else if (graph.x === 'levels') {
    x.min = 0;
    x.crosshair = false;
    x.gridLineWidth = 1;
    x.gridLineColor = theme.line;
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
      height: heightOf(graph),
      // The axis of ratios has no title that would keep its labels from Highcharts' own name.
      spacing: [8, 8, isLying(graph) ? 18 : 6, 4],
      plotBorderWidth: 0,
      inverted: isLying(graph),
    },
    title: { text: '' },
    credits: { enabled: true, style: { color: theme.quiet, fontSize: '9px' } },
    // The page has one legend of rows for all charts, parts have theirs; exports stand alone and bring their own.
    legend: {
      enabled: graph.x === 'parts' || graph.x === 'claim',
      verticalAlign: 'top',
      itemStyle: { color: theme.text, fontWeight: 'normal', fontSize: '11px' },
      margin: 4,
      padding: 0,
      symbolRadius: 2,
    },
    xAxis: x,
    yAxis: {
      ...axis,
      title: { ...axis.title, text: graph.x === 'ratios' ? '' : escapeMarkup(graph.yTitle) },
      type: graph.logarithmicY ? 'logarithmic' : 'linear',
      ...rangeOf(graph, theme),
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
        const point = this as unknown as { x: number; series: { options: { id?: string } } };
        return tooltip(of(point.series.options.id), point.x, theme.dark);
      },
    },
    accessibility: {
      description: `${graph.title}, ${graph.yTitle}. The same figures are in ${graph.x === 'claim' ? 'the list above' : 'the tables and in the CSV file'}.`,
      landmarkVerbosity: 'disabled',
      // Without Highcharts' own heading: the page has one for every graph, in the order of its headings.
      screenReaderSection: { beforeChartFormat: '<div>{chartLongdesc}</div>', afterChartFormat: '' },
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
          enabled: graph.x !== 'rows' && graph.x !== 'ratios',
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

/**
 * Saves `chart` as it looks, with a title, a legend and, below it, `notices`. Resolves when the browser has been given the file.
 */
export async function exportChart(
  chart: Highcharts.Chart,
  type: 'png' | 'svg',
  filename: string,
  notices: readonly string[],
): Promise<void> {
  await chart.exporting?.exportChart(
    { type: type === 'png' ? 'image/png' : 'image/svg+xml', filename, local: true },
    notices.length === 0 ? {} : { caption: { text: notices.map(escapeMarkup).join('<br>') } },
  );
}
