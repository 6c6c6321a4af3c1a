/** Draws a graph with Highcharts, and exports it without asking any server. */
import Highcharts from 'highcharts/esm/highcharts.js';
import 'highcharts/css/highcharts-palette.css';
import 'highcharts/esm/highcharts-more.js';
import 'highcharts/esm/modules/exporting.js';
import 'highcharts/esm/modules/offline-exporting.js';
import 'highcharts/esm/modules/accessibility.js';
import { figure } from '../../../metrics/numbers.ts';
import type { Graph } from '../model/graphs.ts';
import { partColours, type Theme } from '../model/palette.ts';
import { AXES, axesOf, escapeMarkup } from './axes.ts';
import { drawnIn } from './chart-series.ts';

// Labels come from records that anybody may have written. They are escaped wherever they meet markup (below); should
// one slip through, no element that loads or links anything is let into a chart.
const { AST } = Highcharts;
AST.allowedTags = AST.allowedTags.filter((tag) => !['a', 'img', 'image', 'feImage', 'style', 'button'].includes(tag));

Highcharts.setOptions({
  lang: { locale: 'en', thousandsSep: ',' },
  chart: { animation: false, style: { fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif' } },
  plotOptions: { series: { animation: false } },
  // The page has these colours in its style sheet. Each chart would otherwise bring a style sheet of its own, for which the browser works out
  // the styles of the whole page anew.
  palette: { injectCSS: false },
});

function tooltip(graph: Graph, x: number, dark: boolean): string {
  const head = AXES[graph.x].head?.(graph, x) ?? '';
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

/** The short name of a row, where the picture knows one. */
function legendName({ x, series, shortRows }: Graph, id: string | undefined): string | undefined {
  return x === 'levels' ? shortRows[series.findIndex((each) => each.id === id)] : undefined;
}

/** As many names as stand below each other. */
const MOST_NAMES = 12;

/** Gives the chart the height for names that stand below each other. */
function onPhone({ series }: Graph): Highcharts.ResponsiveRulesOptions {
  const height = 18 * Math.min(series.length, MOST_NAMES) + 8;
  return {
    condition: { maxWidth: 480 },
    chartOptions: { chart: { height: 250 + height }, legend: { maxHeight: height } },
  };
}

/** Returns the drawn height of `graph`, px. */
export function heightOf(graph: Graph): number {
  const bars = AXES[graph.x].bars?.(graph);
  return bars === undefined ? (graph.x === 'levels' ? 300 : 240) : bars.height + 24 * bars.rows;
}

function optionsOf(graph: Graph, theme: Theme): Highcharts.Options {
  const axis = AXES[graph.x];
  const bars = axis.bars?.(graph);
  // Two rows may have the same level: each point of these tells of its own row.
  const of = (id: string | undefined): Graph =>
    graph.x === 'levels' ? { ...graph, series: graph.series.filter((series) => series.id === id) } : graph;
  return {
    chart: {
      backgroundColor: theme.surface,
      height: heightOf(graph),
      // The axis of ratios has no title that would keep its labels from Highcharts' own name.
      spacing: [8, 8, axis.lying || axis.deep ? 18 : 6, 4],
      plotBorderWidth: 0,
      inverted: axis.lying === true,
    },
    title: { text: '' },
    credits: { enabled: true, style: { color: theme.quiet, fontSize: '9px' } },
    // The page has one legend of rows for all charts, parts have theirs; exports stand alone and bring their own.
    legend: {
      enabled: axis.legend === true,
      verticalAlign: 'top',
      itemStyle: { color: theme.text, fontWeight: 'normal', fontSize: '11px' },
      margin: 4,
      padding: 0,
      symbolRadius: 2,
      maxHeight: 72,
      navigation: { style: { color: theme.text }, activeColor: theme.text, inactiveColor: theme.quiet },
      labelFormatter() {
        const { id } = this.options as { id?: string };
        return escapeMarkup(legendName(graph, id) ?? this.name ?? '');
      },
    },
    ...axesOf(graph, theme),
    tooltip: {
      shared: axis.shared === true,
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
          `${point.series.name}: ${axis.spoken?.(point.x) ?? ''}${figure(point.y)} ${graph.yTitle}`,
      },
    },
    exporting: {
      enabled: true,
      buttons: { contextButton: { enabled: false } },
      fallbackToExportServer: false,
      sourceWidth: 960,
      sourceHeight: bars === undefined ? 480 : bars.height + 50 + 26 * bars.rows,
      chartOptions: {
        title: { text: escapeMarkup(graph.title), style: { color: theme.text, fontSize: '16px' } },
        legend: {
          enabled: graph.x !== 'rows' && graph.x !== 'ratios',
          symbolWidth: 36,
          itemStyle: { color: theme.text, fontWeight: 'normal' },
          maxHeight: undefined,
        },
      },
    },
    responsive: { rules: graph.x === 'levels' ? [onPhone(graph)] : [] },
    series: drawnIn(graph, theme),
  };
}

/** Draws `graph` into `element`. The caller destroys the chart. */
export function drawChart(element: HTMLElement, graph: Graph, theme: Theme): Highcharts.Chart {
  return Highcharts.chart(element, optionsOf(graph, theme));
}

/** Saves `chart` as it looks, with a title, a legend and, below it, `lines`. Resolves when the browser has been given the file. */
export async function exportChart(
  chart: Highcharts.Chart,
  type: 'png' | 'svg',
  filename: string,
  lines: readonly string[],
): Promise<void> {
  await chart.exporting?.exportChart(
    { type: type === 'png' ? 'image/png' : 'image/svg+xml', filename, local: true },
    lines.length === 0 ? {} : { caption: { text: lines.map(escapeMarkup).join('<br>') } },
  );
}
