/** The Highcharts data of a graph: series with the rows' colours, dashes and markers. */
import type Highcharts from 'highcharts';
import type { Graph, GraphSeries } from '../model/graphs.ts';
import { fillOf, partColours, type RowStyle, type Theme } from '../model/palette.ts';
import { claimOf, levelsOf, markerOf, ratiosOf, versionsOf } from './answer-drawing.ts';
import { lowestDecade } from './axes.ts';

function linesOf(
  graph: Graph,
  series: GraphSeries & { style: RowStyle },
  theme: Theme,
): Highcharts.SeriesOptionsType[] {
  const { name, points, overtimeFrom } = series;
  const { colour, dash } = series.style;
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
    events: { mouseOver: showBand(true), mouseOut: showBand(false) },
    marker: {
      enabled: graph.x === 'percentile' ? false : undefined,
      enabledThreshold: 4,
      ...markerOf(series.style, 3, theme.surface),
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
    // Shown while its line is pointed at: ten bands upon each other hide all ten.
    opacity: 0,
    states: { inactive: { enabled: false } },
    zIndex: -1,
    enableMouseTracking: false,
    marker: { enabled: false },
    zoneAxis: 'x',
    zones: zones({}, { fillColor: 'transparent' }),
    accessibility: { enabled: false },
  };
  return [line, band];
}

/** Shows or hides the band that belongs to a line. */
const showBand = (shown: boolean) =>
  function (this: Highcharts.Series): void {
    const { linkedSeries = [] } = this as unknown as { linkedSeries?: { group?: Highcharts.SVGElement }[] };
    for (const { group } of linkedSeries) group?.attr({ opacity: shown ? 1 : 0 });
  };

const BARS = { borderWidth: 1.5, pointPadding: 0.1, groupPadding: 0.1, maxPointWidth: 18 };

/** A bar as an outline of its own colour, filled where the row is ranked. */
const bar = (colour: string, hollow: boolean, { surface }: Theme) => ({
  color: fillOf(colour, hollow, surface),
  borderColor: colour,
});

function barsOf(graph: Graph, theme: Theme): Highcharts.SeriesOptionsType[] {
  const bars: Highcharts.SeriesBarOptions = {
    type: 'bar',
    name: graph.title,
    data: graph.series.map(({ points, style }, x) => ({
      x,
      y: points[0]!.y,
      ...(style && bar(style.colour, style.hollow, theme)),
    })),
    ...BARS,
    showInLegend: false,
  };
  const errors: Highcharts.SeriesErrorbarOptions = {
    type: 'errorbar',
    name: '95 % interval',
    data: graph.series.flatMap(({ points }, x) => {
      const { low, high } = points[0]!;
      return typeof low === 'number' && typeof high === 'number' ? [[x, Math.max(0, low), high]] : [];
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
  return graph.series.map(({ id, name, points }, index): Highcharts.SeriesBarOptions => {
    const colour = colours[index % colours.length]!;
    return {
      type: 'bar',
      id,
      name,
      data: points.map(({ x, y }) => ({ x, y, ...(graph.hollowRows?.[x] && bar(colour, true, theme)) })),
      color: colour,
      borderColor: theme.surface,
      ...BARS,
      stacking: 'normal',
      // Bars are stacked from the last series on, the first part belongs at the left.
      index: graph.series.length - 1 - index,
      legendIndex: index,
    };
  });
}

export function drawnIn(graph: Graph, theme: Theme): Highcharts.SeriesOptionsType[] {
  if (graph.x === 'rows') return barsOf(graph, theme);
  if (graph.x === 'parts') return partsOf(graph, theme);
  if (graph.x === 'ratios') return ratiosOf(graph, theme);
  if (graph.x === 'levels') return levelsOf(graph, theme);
  if (graph.x === 'claim') return claimOf(graph, theme);
  if (graph.x === 'versions') return versionsOf(graph, theme);
  return graph.series.flatMap(({ style, ...series }) => (style ? linesOf(graph, { ...series, style }, theme) : []));
}
