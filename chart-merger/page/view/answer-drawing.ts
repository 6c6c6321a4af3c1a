/** The Highcharts options for the pictures of an answer and of a study's claim. */
import Highcharts from 'highcharts/esm/highcharts.js';
import { timesFigure } from '../../../metrics/numbers.ts';
import type { Graph, GraphSeries } from '../model/graphs.ts';
import { fillOf, markerPath, markerRadius, type RowStyle, type Theme } from '../model/palette.ts';

function symbolOf(slot: number): string {
  const name = `row-${slot}`;
  const { symbols } = Highcharts.SVGRenderer.prototype as unknown as { symbols: Record<string, SymbolFunction> };
  symbols[name] ??= (x, y, width, height) =>
    markerPath(slot, { x: x + width / 2, y: y + height / 2 }, Math.min(width, height) / 2);
  return name;
}

type SymbolFunction = (x: number, y: number, width: number, height: number) => unknown;

/** A row's marker as an outline of its own colour, filled where the row is ranked. */
export function markerOf(style: RowStyle | null, radius: number, surface: string): Highcharts.PointMarkerOptionsObject {
  if (style === null) return { radius };
  const { colour, marker, hollow } = style;
  return {
    symbol: symbolOf(marker),
    radius: markerRadius(marker, radius),
    lineWidth: hollow ? 1.5 : 0.5,
    lineColor: colour,
    fillColor: fillOf(colour, hollow, surface),
  };
}

interface Whisker {
  x: number;
  low: number;
  high: number;
  color: string | undefined;
}

/** The points' intervals, of those that have one. */
const whiskersOf = ({ points, style }: GraphSeries): Whisker[] =>
  points.flatMap(({ x, low, high }) =>
    typeof low === 'number' && typeof high === 'number' ? [{ x, low, high, color: style?.colour }] : [],
  );

/** Whiskers from low to high, each in its row's colour. */
const whiskers = (series: GraphSeries[]): Highcharts.SeriesErrorbarOptions => ({
  type: 'errorbar',
  name: 'interval',
  data: series.flatMap(whiskersOf) as Highcharts.SeriesErrorbarOptions['data'],
  lineWidth: 2,
  stemWidth: 2,
  whiskerWidth: 2,
  whiskerLength: 9,
  enableMouseTracking: false,
  showInLegend: false,
  accessibility: { enabled: false },
});

/** A point per row with its interval, rows from top to bottom. */
export function ratiosOf({ title, series }: Graph, theme: Theme): Highcharts.SeriesOptionsType[] {
  return [
    whiskers(series),
    {
      type: 'scatter',
      name: title,
      data: series.flatMap(({ points, style }) =>
        points.map(({ x, y }) => ({ x, y, color: style?.colour, marker: markerOf(style, 5.5, theme.surface) })),
      ),
      dataLabels: {
        enabled: true,
        align: 'center',
        verticalAlign: 'bottom',
        y: -3,
        formatter() {
          return this.y === 1 ? '' : `${timesFigure(this.y ?? 1)} ×`;
        },
        style: { color: theme.text, fontSize: '11px', fontWeight: '600', textOutline: 'none' },
      },
      showInLegend: false,
    },
  ];
}

/** A series of points for each of the graph's, with the whiskers of all. */
function dotsOf({ series }: Graph, theme: Theme): Highcharts.SeriesOptionsType[] {
  const dots = series.map(
    ({ id, name, points, style }): Highcharts.SeriesScatterOptions => ({
      type: 'scatter',
      id,
      name,
      data: points.map(({ x, y }) => [x, y]),
      color: style?.colour,
      marker: markerOf(style, 5, theme.surface),
    }),
  );
  return [whiskers(series), ...dots];
}

/** Ours of each comparison with its interval, and the study's figure. */
export const claimOf = (graph: Graph, theme: Theme) => dotsOf(graph, theme);

/** A point per row, with the interval of its figure. */
export const levelsOf = (graph: Graph, theme: Theme) => dotsOf(graph, theme);

/** A point per version with its interval, and the line through them. */
export function versionsOf({ series }: Graph, theme: Theme): Highcharts.SeriesOptionsType[] {
  const lines = series.map(
    ({ id, name, points, style }): Highcharts.SeriesLineOptions => ({
      type: 'line',
      id,
      name,
      data: points.map(({ x, y }) => [x, y]),
      color: style?.colour,
      lineWidth: 1.5,
      marker: { enabled: true, ...markerOf(style, 4.5, theme.surface) },
    }),
  );
  return [whiskers(series), ...lines];
}
