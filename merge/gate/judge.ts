/**
 * The verdict on conditions: shown beyond noise, shown not to hold, or neither. Tests are the same as everywhere else (`effect.ts`):
 * two-sided, Holm-corrected over all conditions and rows, at 5 % for all of them together. At most 5 of 100 gates report a wrong verdict on
 * any of them.
 */
import { mean, sampleVariance } from 'simple-statistics';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { Interval } from '../compare/compare.ts';
import { ACROSS_SESSIONS, type Effect, effectBetween, isAcrossSessions, type RunsSay } from '../compare/effect.ts';
import { recordFigure, whyTooFew } from '../record-figures.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { ALPHA } from '../statistics/error-spending.ts';
import { runsToShow } from '../statistics/sample-size.ts';
import { studentQuantile, twoSidedP } from '../statistics/student-t.ts';
import { holmLevels } from '../statistics/welch.ts';
import { withMetric } from '../text/figure-words.ts';
import type { Condition } from './condition.ts';
import { type Row, type RowPair, rowSays } from './gate-rows.ts';

/** `fails`: the condition is shown to hold. `passes`: it is shown not to. */
export type Outcome = 'fails' | 'passes' | 'cannot tell';

export interface Judged {
  condition: Condition;
  row: Row;
  /** Null for a condition that asks for none. */
  baseline: Row | null;
  outcome: Outcome;
  /**
   * Of the row: how many times the baseline's figure its own is, or for a condition without a baseline the figure itself; with an
   * interval at the level of the test. Null where there is none.
   */
  estimate: Interval | null;
  /** The reason why the outcome is open, or the result of single runs; null: the interval decides. */
  reason: string | null;
  /** The number of runs, or sessions, of each that would tell a row like the baseline from the limit; null: unknown, or no need. */
  needed: number | null;
  unit?: 'runs' | 'sessions';
}

type Subject = Pick<Judged, 'condition' | 'row' | 'baseline'>;

/** An estimate whose sign says on which side of the limit the row is: its logarithm's, or the difference's. */
type Test = Pick<Effect, 'estimate' | 'error' | 'df' | 'p' | 'scale'> & { effect: Effect | null };

type Tried = Subject & ({ judged: Pick<Judged, 'outcome' | 'reason'> } | { test: Test });

const told = (outcome: Outcome, reason: string | null) => ({ judged: { outcome, reason } });

/** Tells whether the figure itself is on the wrong side. */
function isBroken({ more, included }: Condition, value: number, limit: number): boolean {
  return (more ? value > limit : value < limit) || (included && value === limit);
}

/** The condition's figure in those of `records` that have it. */
const figuresOf = (records: RunRecord[], { figure }: Condition): number[] =>
  records.flatMap((record) => recordFigure(record, figure) ?? []);

/**
 * A limit of 0, and any limit of what was lost, is no matter of chance: one run that breaks it is enough, and the runs that are invalid
 * for that very reason count.
 */
const isFact = ({ figure, limit }: Condition): boolean =>
  'value' in limit && (limit.value === 0 || figure === 'lost' || figure.endsWith('.lost'));

function tryFact(subject: Subject): Tried {
  const { condition, row } = subject;
  const limit = (condition.limit as { value: number }).value;
  const values = figuresOf(row.all, condition);
  if (values.length === 0) return { ...subject, ...told('cannot tell', 'no run has this figure') };
  const broken = values.filter((value) => isBroken(condition, value, limit)).length;
  const reason = `in ${broken} of ${values.length} ${values.length === 1 ? 'run' : 'runs'}`;
  return { ...subject, ...told(broken > 0 ? 'fails' : 'passes', reason) };
}

/** @param n the runs of `row` that have the figure */
function tooFew(n: number, who: string, { valid }: Row, figure: string): string | null {
  if (n >= ENOUGH_RUNS) return null;
  const [few] = valid.flatMap((record) => whyTooFew(record, figure) ?? []);
  if (few !== undefined) return `a run of ${who} has too few values: ${few}; send more messages`;
  const runs = n === 0 ? 'no valid run' : n === 1 ? '1 run' : `${n} runs`;
  return `${who} has ${runs} with this figure; a test needs ${ENOUGH_RUNS} or more`;
}

/** `says` with every value multiplied by this factor: then a row equals it where it would be at the limit. */
const scaled = (says: RunsSay, times: number): RunsSay => ({
  ...says,
  runValues: says.runValues.map((value) => value * times),
});

function tryAgainstBaseline(subject: Subject & { baseline: Row }, times: number): Tried {
  const { condition, row, baseline } = subject;
  const [here, there] = [row, baseline].map((each) => rowSays(each, condition.figure));
  const { figure } = condition;
  const few =
    tooFew(here!.runValues.length, 'the row', row, figure) ??
    tooFew(there!.runValues.length, 'the baseline', baseline, figure);
  if (few !== null) return { ...subject, ...told('cannot tell', few) };
  if (isAcrossSessions(here!, there!)) return { ...subject, ...told('cannot tell', ACROSS_SESSIONS) };
  const effect = effectBetween(here!, scaled(there!, times));
  if (effect !== null) return { ...subject, test: { ...effect, effect } };
  const broken = isBroken(condition, mean(here!.runValues), times * mean(there!.runValues));
  return { ...subject, ...told(broken ? 'fails' : 'passes', 'no run differs from the next') };
}

/**
 * The mean of runs against a number: Student's test for one sample, of the logarithm of the mean where nothing is 0 or less, with its error
 * by the delta method, as `runFigure` makes its intervals.
 */
function tryAgainstNumber(subject: Subject, limit: number): Tried {
  const { condition, row } = subject;
  const values = figuresOf(row.valid, condition);
  const few = tooFew(values.length, 'the row', row, condition.figure);
  if (few !== null) return { ...subject, ...told('cannot tell', few) };
  const middle = mean(values);
  const spread = Math.sqrt(sampleVariance(values) / values.length);
  if (spread === 0) {
    return {
      ...subject,
      ...told(isBroken(condition, middle, limit) ? 'fails' : 'passes', 'no run differs from the next'),
    };
  }
  const scale = values.every((value) => value > 0) ? 'ratio' : 'difference';
  const [estimate, error] = scale === 'ratio' ? [Math.log(middle / limit), spread / middle] : [middle - limit, spread];
  const df = values.length - 1;
  return { ...subject, test: { estimate, error, df, p: twoSidedP(estimate / error, df), scale, effect: null } };
}

function tryOne(subject: Subject): Tried {
  const { condition, baseline } = subject;
  if (isFact(condition)) return tryFact(subject);
  if ('value' in condition.limit) return tryAgainstNumber(subject, condition.limit.value);
  return tryAgainstBaseline({ ...subject, baseline: baseline! }, condition.limit.times);
}

/** Returns the row's figure in the terms of the condition: times the baseline's, or in the metric's unit. */
function estimateOf({ limit }: Condition, test: Test, level: number): Interval | null {
  const half = studentQuantile(1 - level / 2, test.df) * test.error;
  const ends = [test.estimate, test.estimate - half, test.estimate + half];
  if (test.scale === 'difference' && 'times' in limit) return null;
  const base = 'times' in limit ? limit.times : limit.value;
  const [value, low, high] = ends.map((end) => (test.scale === 'ratio' ? base * Math.exp(end) : base + end));
  return { value: value!, low: low!, high: high! };
}

function judgeTest(subject: Subject, test: Test, level: number): Judged {
  const { condition } = subject;
  const half = studentQuantile(1 - level / 2, test.df) * test.error;
  const shown = Math.abs(test.estimate) > half;
  const outcome = !shown ? 'cannot tell' : test.estimate > 0 === condition.more ? 'fails' : 'passes';
  const estimate = estimateOf(condition, test, level);
  if (outcome !== 'cannot tell') return { ...subject, outcome, estimate, reason: null, needed: null };
  const factor = 'times' in condition.limit ? Math.max(condition.limit.times, 1 / condition.limit.times) : 1;
  const { effect } = test;
  const needed = effect !== null && factor > 1 ? runsToShow(effect, factor, level) : null;
  const unit = effect?.by === 'sessions' ? 'sessions' : 'runs';
  const reason = estimate
    ? 'the limit lies within the interval'
    : 'the runs scatter too far to tell the row from the limit';
  return { ...subject, outcome, estimate, reason, needed, unit };
}

/**
 * @param pairs those that conditions on the baseline are about
 * @param rows those that all other conditions are about
 * @param rankedOf the metric that a row is ranked by, which a figure without a metric is of
 */
export function judge(
  conditions: Condition[],
  pairs: RowPair[],
  rows: Row[],
  rankedOf: (row: Row) => string,
): Judged[] {
  const asked = (condition: Condition, row: Row): Condition => ({
    ...condition,
    figure: withMetric(condition.figure, rankedOf(row)),
  });
  const tried = conditions.flatMap((condition) =>
    'times' in condition.limit
      ? pairs.map((pair) => tryOne({ condition: asked(condition, pair.row), ...pair }))
      : rows.map((row) => tryOne({ condition: asked(condition, row), row, baseline: null })),
  );
  const tests = tried.flatMap((each) => ('test' in each ? [each] : []));
  const levels = holmLevels(
    tests.map(({ test }) => test.p),
    ALPHA,
  );
  return tried.map((each): Judged => {
    const { condition, row, baseline } = each;
    const subject = { condition, row, baseline };
    if ('judged' in each) return { ...subject, ...each.judged, estimate: null, needed: null };
    return judgeTest(subject, each.test, levels[tests.indexOf(each)]!);
  });
}
