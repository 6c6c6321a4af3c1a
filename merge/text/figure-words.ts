/** The text forms of figures and amounts, as people write them in limits and in the conditions of a gate. */
import { unitsFor } from '../../metrics/units.ts';

const OF_A_TREND = ['mean', 'min', 'p50', 'p90', 'p99', 'p999', 'max'];

/** Path of a figure: a metric and what of it (`delivery.p99`), a metric alone (its usual figure), `lost`, or a {@link isBare} figure. */
export const figurePath = (name: string, of: string | undefined): string => (of === undefined ? name : `${name}.${of}`);

/** Tells whether `path` names no metric (`p99`): it is then of the metric that rows are ranked by. */
export const isBare = (path: string): boolean => OF_A_TREND.includes(path);

/** `path` with its metric. @param ranked the metric that rows are ranked by */
export const withMetric = (path: string, ranked: string): string => (isBare(path) ? `${ranked}.${path}` : path);

/**
 * Returns the error in a limit's unit; null: none.
 * @param path of the figure, with its metric
 * @param unit as it was written; empty: none was
 * @param own the metric's unit
 */
export function unitFault(path: string, unit: string, own: string): string | null {
  const measured = path === 'lost' || path.endsWith('.count') ? 'messages' : own;
  const fitting = unitsFor(measured);
  if (unit === '' || fitting.includes(unit)) return null;
  const instead = fitting.length === 0 ? 'the number alone' : `${fitting.join(', ')}, or no unit`;
  return `"${path}" is in ${measured}, not in ${unit}; write ${instead}`;
}

/** Figures by the metric's kind; the first is what is meant by a metric's name alone. */
export const RECORD_FIGURES = {
  trend: ['mean', 'min', 'p50', 'p90', 'p99', 'p999', 'max', 'count'],
  gauge: ['typical', 'max'],
  count: ['total', 'lost'],
} as const;

/** Returns the error in the figure that `path` names of a metric of this kind; null: none. */
export function figureFault(path: string, kind: keyof typeof RECORD_FIGURES): string | null {
  const [name, of] = path.split('.');
  const figures: readonly string[] = RECORD_FIGURES[kind];
  return of === undefined || figures.includes(of)
    ? null
    : `"${name}" has no figure "${of}"; it has: ${figures.join(', ')}`;
}
