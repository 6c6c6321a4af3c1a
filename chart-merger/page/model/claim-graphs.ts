/** The charts of a claim: ours of each comparison with its interval, and the study's figure. Pure data. */
import type { Evidence } from '../../../merge/claims/types.ts';
import { type Graph, type GraphSeries, PLAIN } from './graphs.ts';
import { type RowStyle, themeOf } from './palette.ts';

/** A comparison with the number that it has in the list beside the chart. */
export interface Numbered {
  number: number;
  evidence: Evidence;
}

/** Ratios have a logarithmic axis, which needs numbers above zero. */
const RATIO = 'times';

const canDraw = (value: number | null, unit: string): value is number =>
  value !== null && (unit === RATIO ? value > 0 : value >= 0);

/** Ratios share an axis; so do levels of one metric, which their labels begin with. */
const axisOf = ({ unit, what }: Evidence): string => (unit === RATIO ? RATIO : `${what.split(/,| of /)[0]} ${unit}`);

/** A chart for each axis; empty where the claim has no number to draw. */
export function claimGraphs(id: string, comparisons: readonly Numbered[], dark: boolean): Graph[] {
  const drawn = comparisons.filter(({ evidence: { value, unit } }) => unit !== 'runs' && canDraw(value, unit));
  const axes = [...new Set(drawn.map(({ evidence }) => axisOf(evidence)))];
  return axes.map((axis, index) => {
    const mine = drawn.filter(({ evidence }) => axisOf(evidence) === axis);
    return graphOf(`${id}-${index}`, mine, dark);
  });
}

function graphOf(id: string, comparisons: readonly Numbered[], dark: boolean): Graph {
  const { unit } = comparisons[0]!.evidence;
  // Colours belong to frameworks, and a claim's points to several of them.
  const { text, quiet } = themeOf(dark);
  const ours = comparisons.map(({ evidence: { value, low, high } }, x) => ({ x, y: value, low, high }));
  const theirs = comparisons.flatMap(({ evidence: { theirs: y } }, x) => (canDraw(y, unit) ? [{ x, y }] : []));
  return {
    ...PLAIN,
    id,
    section: 'study',
    title: comparisons.map(({ evidence }) => evidence.what).join('; '),
    yTitle: unit,
    x: 'claim',
    rows: comparisons.map(({ evidence }) => evidence.what),
    shortRows: comparisons.map(({ number }) => String(number)),
    logarithmicY: unit === RATIO,
    series: [
      seriesOf('here', { marker: 0, colour: text }, ours),
      ...(theirs.length === 0 ? [] : [seriesOf('the study', { marker: 1, colour: quiet }, theirs)]),
    ],
  };
}

const seriesOf = (
  name: string,
  style: Pick<RowStyle, 'marker' | 'colour'>,
  points: GraphSeries['points'],
): GraphSeries => ({
  id: name,
  name,
  style: { ...style, dash: 'Solid', hollow: false },
  runs: 0,
  overtimeFrom: null,
  points,
});
