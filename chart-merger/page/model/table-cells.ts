/** The tables' cells: figures as text, each missing one with its reason. */
import { fewerRuns, figureOf } from '../../../merge/figures.ts';
import { whyMissing } from '../../../merge/text/missing-reasons.ts';
import type { Merge, MergedCount, MergedTrend } from '../../../merge/types.ts';
import { figure, grouped, NONE, share, withInterval } from '../../../metrics/numbers.ts';
import type { Column } from './layout.ts';

export interface Cell {
  text: string;
  /** Why there is no figure, or what the figure is of; undefined when nothing needs saying. */
  why: string | undefined;
  strong: boolean;
}

/** Marks a figure of the whole test where the test is too short for the window. */
const SHORT = '†';

/** Whether the cell shows the whole test, as the test is too short for the window. */
export const isShort = ({ text }: Cell): boolean => text.endsWith(SHORT);

export function cellOf(merge: Merge, column: Column): Cell {
  const { text, why } = contentOf(merge, column);
  return { text, why: why || undefined, strong: column.strong };
}

type Content = { text: string; why: string | undefined };

function contentOf(merge: Merge, column: Column): Content {
  const metric = merge.metrics[column.metric];
  switch (column.figure) {
    case 'window':
    case 'windowHigh':
    case 'windowLow':
      return windowCell(merge, metric?.kind === 'trend' ? metric : null, column);
    case 'total':
    case 'expected':
      return countCell(merge, metric?.kind === 'count' ? metric : null, column);
    default:
      return plainCell(merge, column);
  }
}

/** Stands behind a figure that comes from fewer runs than its row has. */
function ofRuns(merge: Merge, n: number): string {
  const fewer = fewerRuns(merge, n);
  return fewer === null ? '' : ` (${fewer})`;
}

function plainCell(merge: Merge, { metric: name, figure: of, scale, interval }: Column): Content {
  if (of === 'expected') return { text: NONE, why: undefined };
  const found = figureOf(merge, name, of);
  const metric = merge.metrics[name];
  if (found === null || metric === undefined) return { text: NONE, why: whyMissing(merge, name, of) };
  if (metric.kind === 'count' && scale === 1) {
    return { text: `${grouped(found.value, 0)}${ofRuns(merge, found.n)}`, why: undefined };
  }
  if (found.overRuns === null) {
    return { text: figure(found.value / scale), why: merge.notMeasured[`metrics.${name}.intervals`] };
  }
  const withEnds = withInterval(found.overRuns, scale);
  const values = metric.runValues.map((value) => figure(value / scale)).join(', ');
  const ofAll = of === 'mean' || of === 'typical' ? `${withEnds}, ${found.overRuns.n} runs: ${values}` : undefined;
  return {
    text: `${interval ? withEnds : figure(found.value / scale)}${ofRuns(merge, found.n)}`,
    why: ofAll ?? (metric.kind === 'trend' ? withEnds : undefined),
  };
}

/** The whole test stands in where it is too short for the window. */
function windowCell(merge: Merge, metric: MergedTrend | null, { metric: name, figure: of }: Column): Content {
  const field = of === 'windowHigh' ? 'high' : of === 'windowLow' ? 'low' : 'average';
  const why = whyMissing(merge, name, 'window');
  if (metric?.window)
    return { text: `${figure(metric.window[field])}${ofRuns(merge, metric.window.n)}`, why: undefined };
  if (!metric?.wholeTest) return { text: NONE, why };
  const { fromSecond, toSecond, n } = metric.wholeTest;
  return {
    text: `${figure(metric.wholeTest[field])}${ofRuns(merge, n)}${SHORT}`,
    why: `whole test, seconds ${fromSecond}..${toSecond}: ${why}`,
  };
}

/** A total as a share of what it should be, where that is known; what it should be, per run. */
function countCell(merge: Merge, metric: MergedCount | null, { metric: name, figure: of }: Column): Content {
  const expected = metric?.expected ?? null;
  if (of === 'expected') return { text: expected === null ? NONE : grouped(expected / merge.runs, 0), why: undefined };
  const total = metric?.total ?? null;
  if (total === null) return { text: NONE, why: whyMissing(merge, name, 'total') };
  if (expected === null) return { text: grouped(total, 0), why: undefined };
  return { text: share(total, expected), why: `${grouped(total, 0)} of ${grouped(expected, 0)}` };
}

/** The figure that a row is sorted by, in a column's `order`; null for none, and when rows are sorted by name. */
export function sortFigure(merge: Merge, order: string, lead: string | null, shown: string | null): number | null {
  if (order === 'name') return null;
  const [first = '', second] = order.split('.');
  if (order === 'average' && lead !== null) return averageOf(merge, lead);
  if (second === 'window') return averageOf(merge, first);
  const name = second === undefined ? shown : first;
  const of = (second ?? first) as Parameters<typeof figureOf>[2];
  return name === null ? null : (figureOf(merge, name, of)?.value ?? null);
}

function averageOf({ metrics }: Merge, name: string): number | null {
  const metric = metrics[name];
  return metric?.kind === 'trend' ? ((metric.window ?? metric.wholeTest)?.average ?? null) : null;
}
