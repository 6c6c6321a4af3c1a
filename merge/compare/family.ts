/**
 * The one place where comparisons are made: a family of pairs, tested with the scatter that their rows share, at the error of the newest look, and
 * corrected for how many they are. Answers, the page, the report, gates and A/A tests all ask it.
 */
import { ALPHA, errorOfLook } from '../statistics/error-spending.ts';
import { holm, holmLevels } from '../statistics/welch.ts';
import { type Effect, effectBetween, type RunsSay } from './effect.ts';
import { withSharedScatter } from './shared-scatter.ts';

/** The figures of the runs of two rows. A row that is in several pairs is one object. */
export interface SaysPair {
  row: RunsSay;
  baseline: RunsSay;
}

export interface Tested {
  /** Null where there is nothing to test, or nothing to test with. */
  effect: Effect | null;
  /** p, corrected by Holm's method over the family, as if its look had all of the error. */
  pCorrected: number | null;
  /** The level of the interval is 1 - this: it excludes no difference exactly where p is below {@link ALPHA}. */
  level: number | null;
}

export interface Family {
  /** In the order of the pairs. */
  tested: Tested[];
  /** The number of tests. */
  tests: number;
  /** The error of all of them together, at this look. */
  error: number;
}

/** The error that the newest look of these rows has. Rounds without end may be looked at whenever one likes, and have all of it. */
export function errorOf(rows: readonly Pick<RunsSay, 'rounds'>[]): number {
  const rounds = rows.flatMap((row) => row.rounds);
  if (rounds.some(({ sequential }) => sequential)) return ALPHA;
  return errorOfLook(Math.max(1, ...rounds.map(({ look = 1 }) => look)));
}

/** @param pairs null for one that is not to be tested */
export function testFamily(pairs: readonly (SaysPair | null)[]): Family {
  const tried = pairs.map((pair) =>
    pair === null ? null : { ...pair, effect: effectBetween(pair.row, pair.baseline) },
  );
  withSharedScatter(tried.filter((one) => one !== null));
  const effects = tried.map((one) => one?.effect ?? null);
  const known = effects.filter((effect) => effect !== null);
  const error = errorOf(pairs.flatMap((pair) => (pair === null ? [] : [pair.row, pair.baseline])));
  // A look has a part of the error: what is below that part of it would be below all of it at the only look.
  const p = known.map((effect) => Math.min(1, (effect.p * ALPHA) / error));
  const [corrected, levels] = [holm(p), holmLevels(p, ALPHA).map((level) => (level * error) / ALPHA)];
  const tested = effects.map((effect): Tested => {
    const place = effect === null ? -1 : known.indexOf(effect);
    return { effect, pCorrected: corrected[place] ?? null, level: levels[place] ?? null };
  });
  return { tested, tests: known.length, error };
}
