/** The pictures of an answer: how many times the baseline's figure each row has, and what it costs in CPU and memory. Pure data. */
import { sameLoad } from '../../../merge/compare/comparable.ts';
import type { Comparison } from '../../../merge/compare/compare.ts';
import type { ComparedBy } from '../../../merge/compare/ranked.ts';
import { rankFigure } from '../../../merge/compare/ranking.ts';
import { figureOf } from '../../../merge/figures.ts';
import type { MetricRoles, MetricSpec } from '../../../metrics/metric.ts';
import { costsOf } from '../../../metrics/standard-metrics.ts';
import { shownUnit, typicalWord } from '../../../metrics/units.ts';
import type { Figure } from '../../../protocol/scenario-charts.ts';
import { type Graph, type GraphSeries, PLAIN, rowSeries } from './graphs.ts';
import { capital, type Specs, specOf } from './layout.ts';
import type { Entry } from './row-texts.ts';

/** Only costs that are levels are drawn. */
const isLevel = (figure: Figure): boolean => figure === 'typical' || figure === 'max';

const shortRowsOf = (series: GraphSeries[], entries: Entry[]): string[] =>
  series.flatMap(({ id }) => entries.find((entry) => entry.id === id)?.short ?? []);

/** The id of the picture of the answer at `index`. */
export const ratiosId = (index: number): string => (index === 0 ? 'ratios' : `ratios-${index + 1}`);

/** As many rows as a graph has: more cannot be told apart. */
export const MOST_DRAWN = 40;

export interface Ratios {
  /** The row that others are compared with. */
  baseline: Entry;
  /** By entry; null for those that were not compared. */
  comparisons: (Comparison | null)[];
  by: ComparedBy;
  spec: Pick<MetricSpec, 'label'>;
}

/**
 * Each row's ratio to the baseline with its interval, the rows in the order of their ratios. Rows that were not compared have the ratio of
 * their figures alone, without an interval; rows of other loads are skipped.
 * @returns null when there is no ratio to show
 */
export function ratioGraph(id: string, entries: Entry[], { baseline, comparisons, by, spec }: Ratios): Graph | null {
  const own = rankFigure(baseline.merge, by);
  const isBase = ({ id }: GraphSeries) => id === baseline.id;
  const all = entries.flatMap((entry, index): GraphSeries[] => {
    if (entry === baseline) return [rowSeries(entry, [{ x: index, y: 1 }])];
    const { ratio = null, effect = null } = comparisons[index] ?? {};
    if (ratio !== null && !entry.style.hollow)
      return [rowSeries(entry, [{ x: index, y: ratio.value, low: ratio.low, high: ratio.high, n: effect?.runs[0] }])];
    const figure = rankFigure(entry.merge, by);
    if (!figure || !own || figure / own <= 0 || !sameLoad(entry.merge, baseline.merge)) return [];
    return [rowSeries(entry, [{ x: index, y: figure / own }])];
  });
  if (all.length < 2) return null;
  const series = all.filter((each, index) => index < MOST_DRAWN || isBase(each));
  const ratio = ({ points }: GraphSeries) => points[0]?.y ?? 0;
  const hollow = ({ style }: GraphSeries) => Number(style?.hollow ?? false);
  series.sort((a, b) => hollow(a) - hollow(b) || ratio(a) - ratio(b));
  return {
    ...PLAIN,
    id,
    section: 'answer',
    title: `${capital(spec.label)}: times that of ${baseline.short}`,
    yTitle: 'times',
    x: 'ratios',
    logarithmicY: true,
    shortRows: shortRowsOf(series, entries),
    series: series.map((each, x) => ({ ...each, points: [{ ...each.points[0]!, x }] })),
  };
}

/** Draws the compared metric against the costs: one point per row that has both. The axis is logarithmic if rows lie far apart. */
export function costGraphs(entries: Entry[], by: ComparedBy, specs: Specs, roles: MetricRoles): Graph[] {
  const { metric } = by;
  const own = specOf(specs, metric);
  const figure = own.kind === 'gauge' ? 'typical' : (by.figure ?? 'mean');
  const costs = costsOf(roles).filter((cost) => cost.metric !== metric && isLevel(cost.figure));
  return costs.flatMap((cost): Graph[] => {
    const spec = specOf(specs, cost.metric);
    const [across, up] = [shownUnit(spec), shownUnit(own)];
    const series = entries.flatMap((entry): GraphSeries[] => {
      const [x, y] = [figureOf(entry.merge, cost.metric, cost.figure), figureOf(entry.merge, metric, figure)];
      if (!x || !y) return [];
      const { low = null, high = null } = y.overRuns ?? {};
      const point = {
        x: x.value / across.size,
        y: y.value / up.size,
        low: low && low / up.size,
        high: high && high / up.size,
      };
      return [rowSeries(entry, [{ ...point, n: y.n }])];
    });
    const values = series.flatMap(({ points }) => points.map(({ y }) => y ?? 0));
    const far = Math.min(...values) > 0 && Math.max(...values) > 10 * Math.min(...values);
    const graph: Graph = {
      ...PLAIN,
      id: `cost-${cost.metric}`,
      section: 'costs',
      title: `${capital(own.label)} against ${spec.label}`,
      xTitle: `${capital(spec.label)}, ${cost.figure === 'max' ? 'maximum' : typicalWord(spec)}, ${across.unit}`,
      yTitle: up.unit,
      x: 'levels',
      bands: true,
      logarithmicY: far,
      shortRows: shortRowsOf(series, entries),
      series,
    };
    return series.length < 2 ? [] : [graph];
  });
}
