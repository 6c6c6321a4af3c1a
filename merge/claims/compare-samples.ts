/** The rules that compare figures of runs: ratios, levels, orders and differences, by the merge's own statistics. */

import { mean, sampleVariance } from 'simple-statistics';
import { type Interval, ratioOf } from '../compare/compare.ts';
import { ACROSS_SESSIONS, effectBetween, isAcrossSessions, middleOf } from '../compare/effect.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { ALPHA } from '../statistics/error-spending.ts';
import { runFigure } from '../statistics/means.ts';
import { studentQuantile } from '../statistics/student-t.ts';
import { boundsText, crossing, isAbove, within } from './bounds.ts';
import { ENOUGH_UNSATURATED, fewUnsaturated, isOfProtocol, whyNotAlike } from './comparable-runs.ts';
import { cannot, compared } from './evidence.ts';
import { isMissing, runsSayOf, type Sample, sampleOf, shorter } from './quantity.ts';
import { notRun, type Rows } from './study-rows.ts';
import type { Bounds, Evidence, Measured, Missing, Quantity, Rule } from './types.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

/** Returns the reason why a sample cannot judge: it is too small, or its rows were not measured alike; null if it can. */
function unfit({ label, values, left, origins }: Sample): Missing | null {
  if (left > 0 && values.length < ENOUGH_UNSATURATED) return fewUnsaturated(label, values.length);
  const give = values.length === 1 ? 'one run gives' : `${values.length} runs give`;
  if (values.length < ENOUGH_RUNS) return notRun(`${give} the ${label}; an interval wants ${ENOUGH_RUNS} or more`);
  return whyNotAlike(origins);
}

/**
 * The ratio of two samples with its 95 % interval. Where runs do not vary at all there is nothing to test with, and the interval is the ratio
 * itself. Sessions are the unit where the two share none, but for figures that the protocol fixes.
 */
function ratioBetween(over: Sample, under: Sample): { ratio: Interval; runs: number } | Missing {
  const origins = [...over.origins, ...under.origins];
  const not = unfit(over) ?? unfit(under) ?? whyNotAlike(origins);
  if (not !== null) return not;
  const none = [over, under].find(({ values }) => values.some((value) => value <= 0));
  if (none) return { missing: `a run gives 0 or less for the ${none.label}, which has no ratio`, open: 'not judged' };
  const [a, b] = [runsSayOf(over), runsSayOf(under)];
  const fixed = isOfProtocol(origins);
  if (!fixed && isAcrossSessions(a, b)) return { missing: ACROSS_SESSIONS, open: 'not judged' };
  const effect = effectBetween(a, b, fixed ? 'by run' : 'by session');
  const runs = effect === null ? Math.min(over.values.length, under.values.length) : Math.min(...effect.runs);
  const isThinned = over.left + under.left > 0;
  if (isThinned && runs < ENOUGH_UNSATURATED) return fewUnsaturated(`${over.label} / ${under.label}`, runs);
  const ratio = effect === null ? null : ratioOf(effect, ALPHA);
  if (ratio !== null) return { ratio, runs };
  const value = exactly(over.values) / exactly(under.values);
  return { ratio: { value, low: value, high: value }, runs };
}

/** The middle of values that do not vary is each of them, and no rounding of a logarithm. */
const exactly = (values: number[]): number => (new Set(values).size === 1 ? values[0]! : middleOf(values));

function judgeRatio(over: Quantity, under: Quantity, bounds: Bounds & { why?: string }, rows: Rows): Evidence {
  const wanted = boundsText(bounds, 'times');
  const why = bounds.why ?? null;
  const [a, b] = [sampleOf(over, rows), sampleOf(under, rows)];
  if (isMissing(a)) return { ...cannot(a, wanted, why), unit: 'times' };
  if (isMissing(b)) return { ...cannot(b, wanted, why), unit: 'times' };
  const remarks = [...new Set([...a.remarks, ...b.remarks])];
  const what = `${a.label} / ${shorter(b.label, a.label)}`;
  const between = ratioBetween(a, b);
  if (isMissing(between)) return { ...cannot(between, wanted, why), unit: 'times', what, remarks };
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

/** The mean of a quantity's runs; null where they cannot judge it. */
export function levelOfQuantity(of: Quantity, rows: Rows): Measured | null {
  const sample = sampleOf(of, rows);
  const figure = isMissing(sample) || unfit(sample) !== null ? null : runFigure(sample.values);
  return figure === null ? null : { value: figure.mean, low: figure.low, high: figure.high };
}

export function ratioRule({ over, under, ...bounds }: Of<'ratio'>, rows: Rows): Evidence[] {
  return [judgeRatio(over, under, bounds, rows)];
}

/** Smaller differences mean nothing to a reader. Counts and bytes hardly vary, so their intervals would exclude even 0.2 %. */
const MORE = { least: 1.05 };

/** Compares neighbours: the later one is at least 5 % more than the earlier one, or more at all where both have a fixed part. */
export function orderRule({ rising, fixed }: Of<'order'>, rows: Rows): Evidence[] {
  return rising.slice(1).map((higher, index) => {
    const lower = rising[index]!;
    return fixed === undefined ? judgeRatio(higher, lower, MORE, rows) : judgeDifference(higher, lower, fixed, rows);
  });
}

/** The difference of two quantities, round by round, with Student's 95 % interval. @param why the part that both have */
function judgeDifference(higher: Quantity, lower: Quantity, why: string, rows: Rows): Evidence {
  const difference = sampleOf({ minus: [higher, lower] }, rows);
  if (isMissing(difference)) return cannot(difference, 'more than 0', why);
  const { label, unit, remarks, values } = difference;
  const [what, wanted] = [label.slice(1, -1), `more than 0 ${unit}`];
  const not = unfit(difference);
  if (not !== null) return { ...cannot(not, wanted, why), what, remarks };
  const value = mean(values);
  const half = studentQuantile(0.975, values.length - 1) * Math.sqrt(sampleVariance(values) / values.length);
  const interval = { value, low: value - half, high: value + half };
  const verdict = isAbove(interval, 0);
  const reason = verdict === 'cannot be tested here' ? crossing(interval, { least: 0 }, values.length) : null;
  return compared({ verdict, what, ...interval, unit, wanted, why, runs: values.length, reason, remarks });
}

export function levelRule({ of, unit, why, ...bounds }: Of<'level'>, rows: Rows): Evidence[] {
  const wanted = boundsText(bounds, unit);
  const sample = sampleOf(of, rows);
  if (isMissing(sample)) return [cannot(sample, wanted, why)];
  const { label: what, remarks, values } = sample;
  const figure = runFigure(values);
  const none = unfit(sample) ?? (figure === null ? notRun('no run gives it') : null);
  if (none !== null) return [{ ...cannot(none, wanted, why), what, remarks }];
  const { mean, low, high } = figure!;
  const level = { value: mean, low: low ?? mean, high: high ?? mean };
  const verdict = within(level, bounds);
  const reason = verdict === 'cannot be tested here' ? crossing(level, bounds, values.length) : null;
  return [compared({ verdict, what, ...level, unit, wanted, why, runs: values.length, reason, remarks })];
}
