/** The rules that compare figures of runs: ratios, levels and orders, by the merge's own statistics. */

import { type Interval, ratioOf } from '../compare/compare.ts';
import { effectBetween, middleOf } from '../compare/effect.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { ALPHA } from '../statistics/error-spending.ts';
import { runFigure } from '../statistics/means.ts';
import { boundsText, crossing, within } from './bounds.ts';
import { cannot, compared } from './evidence.ts';
import { isMissing, runsSayOf, type Sample, sampleOf, shorter } from './quantity.ts';
import { notRun, type Rows } from './study-rows.ts';
import type { Bounds, Evidence, Missing, Quantity, Rule } from './types.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

/** Returns the reason why a sample is too small to judge; null if it is not. */
function tooFew({ label, values }: Sample): Missing | null {
  if (values.length >= ENOUGH_RUNS) return null;
  const give = values.length === 1 ? 'one run gives' : `${values.length} runs give`;
  return notRun(`${give} the ${label}; an interval wants ${ENOUGH_RUNS} or more`);
}

/**
 * The ratio of two samples with its 95 % interval. Where runs do not vary at all there is nothing to test with, and the interval is the ratio
 * itself.
 */
function ratioBetween(over: Sample, under: Sample): { ratio: Interval; runs: number } | Missing {
  const few = tooFew(over) ?? tooFew(under);
  if (few !== null) return few;
  const none = [over, under].find(({ values }) => values.some((value) => value <= 0));
  if (none) return { missing: `a run gives 0 or less for the ${none.label}, which has no ratio`, open: 'too noisy' };
  const effect = effectBetween(runsSayOf(over), runsSayOf(under), 'by run');
  const ratio = effect === null ? null : ratioOf(effect, ALPHA);
  if (effect !== null && ratio !== null) return { ratio, runs: Math.min(...effect.runs) };
  const value = exactly(over.values) / exactly(under.values);
  return { ratio: { value, low: value, high: value }, runs: Math.min(over.values.length, under.values.length) };
}

/** The middle of values that do not vary is each of them, and no rounding of a logarithm. */
const exactly = (values: number[]): number => (new Set(values).size === 1 ? values[0]! : middleOf(values));

function judgeRatio(over: Quantity, under: Quantity, bounds: Bounds & { why?: string }, rows: Rows): Evidence {
  const wanted = boundsText(bounds, 'times');
  const why = bounds.why ?? null;
  const [a, b] = [sampleOf(over, rows), sampleOf(under, rows)];
  if (isMissing(a)) return cannot(a, wanted, why);
  if (isMissing(b)) return cannot(b, wanted, why);
  const remarks = [...new Set([...a.remarks, ...b.remarks])];
  const what = `${a.label} / ${shorter(b.label, a.label)}`;
  const between = ratioBetween(a, b);
  if (isMissing(between)) return { ...cannot(between, wanted, why), what, remarks };
  const { ratio, runs } = between;
  const verdict = within(ratio, bounds);
  const reason = verdict === 'cannot be tested here' ? crossing(ratio, bounds, runs) : null;
  return compared({ verdict, what, ...ratio, unit: 'times', wanted, why, runs, reason, remarks });
}

/** The ratio of two quantities as rules compare it; null where runs do not give one. */
export function ratioOfQuantities([over, under]: [Quantity, Quantity], rows: Rows): Interval | null {
  const [a, b] = [sampleOf(over, rows), sampleOf(under, rows)];
  const between = isMissing(a) ? a : isMissing(b) ? b : ratioBetween(a, b);
  return isMissing(between) ? null : between.ratio;
}

export function ratioRule({ over, under, ...bounds }: Of<'ratio'>, rows: Rows): Evidence[] {
  return [judgeRatio(over, under, bounds, rows)];
}

/** Smaller differences mean nothing to a reader. Counts and bytes hardly vary, so their intervals would exclude even 0.2 %. */
const MORE = { least: 1.05 };

/** Compares neighbours: the later one is at least 5 % more than the earlier one. */
export function orderRule({ rising }: Of<'order'>, rows: Rows): Evidence[] {
  return rising.slice(1).map((higher, index) => judgeRatio(higher, rising[index]!, MORE, rows));
}

export function levelRule({ of, unit, why, ...bounds }: Of<'level'>, rows: Rows): Evidence[] {
  const wanted = boundsText(bounds, unit);
  const sample = sampleOf(of, rows);
  if (isMissing(sample)) return [cannot(sample, wanted, why)];
  const { label: what, remarks, values } = sample;
  const few = tooFew(sample);
  const figure = runFigure(values);
  const none = few ?? (figure === null ? notRun('no run gives it') : null);
  if (none !== null) return [{ ...cannot(none, wanted, why), what, remarks }];
  const { mean, low, high } = figure!;
  const level = { value: mean, low: low ?? mean, high: high ?? mean };
  const verdict = within(level, bounds);
  const reason = verdict === 'cannot be tested here' ? crossing(level, bounds, values.length) : null;
  return [compared({ verdict, what, ...level, unit, wanted, why, runs: values.length, reason, remarks })];
}
