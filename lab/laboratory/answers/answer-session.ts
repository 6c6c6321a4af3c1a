/** One session of many twins: `./outcry run`, judged by its answer, which does not know which twins have the delay. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findScenarios, scenarioAbouts } from '../../../loadtests/scenarios/find.ts';
import { rankedBy } from '../../../merge/charts.ts';
import { comparePairs, pairsAmong } from '../../../merge/compare/compare.ts';
import { comparedPath, rankedFor } from '../../../merge/compare/ranked.ts';
import { flaggedFor, rankFigure } from '../../../merge/compare/ranking.ts';
import { type Merge, mergeRuns } from '../../../merge/index.ts';
import type { RankedBy } from '../../../protocol/scenario-charts.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { recordsIn, runTwins } from '../twins.ts';

/** What a session says about its twins. */
export interface AnswerOutcome {
  /** The duration of the session. */
  seconds: number;
  rounds: number;
  /** Path of what was compared, such as `fromDue.p50`. */
  compared: string;
  /** The figure of each twin, in the metric's unit, in the order of their names; null: it has none. */
  figures: (number | null)[];
  /** Twins that the answer does not rank. */
  notRanked: number;
  /** Of every two ranked twins by their places: what the later one is shown to be against the earlier one. */
  pairs: { earlier: number; later: number; verdict: 'better' | 'worse' | 'none' }[];
}

/** Pure. @param merges of the twins, in the order of their names */
export function outcomeOf(merges: readonly Merge[], by: RankedBy): Omit<AnswerOutcome, 'seconds'> {
  const ranked = rankedFor(by, merges);
  const told = merges.filter((merge) => flaggedFor(merge) === null);
  const pairs = pairsAmong(told);
  const compared = comparePairs(pairs, { ...ranked, family: [...merges] });
  return {
    rounds: Math.min(...merges.map(({ runs }) => runs)),
    compared: comparedPath(ranked),
    figures: merges.map((merge) => rankFigure(merge, ranked)),
    notRanked: merges.length - told.length,
    pairs: pairs.map(({ row, baseline }, index) => ({
      earlier: merges.indexOf(baseline),
      later: merges.indexOf(row),
      verdict: compared[index]!.verdict,
    })),
  };
}

/**
 * Measures the twins below `apps` in one session.
 * @param words options of `./outcry run`
 * @throws OutcryError with the end of what was printed when a twin has no run; the records stay where it says
 */
export async function answerSession(
  apps: string,
  names: readonly string[],
  words: readonly string[],
): Promise<AnswerOutcome> {
  const results = mkdtempSync(join(tmpdir(), 'outcry-answers-'));
  const { seconds, printed } = await runTwins({ apps, names, results }, words);
  const merges = mergeRuns(recordsIn(results));
  const twins = names.flatMap((name) => merges.find(({ combination }) => combination.framework === name) ?? []);
  if (twins.length < names.length) {
    throw new OutcryError(`a session kept no runs of some twin in ${results}: ${printed.slice(-1_000)}`, EXIT.failed);
  }
  const by = rankedBy(twins[0]!.combination.scenario, scenarioAbouts(await findScenarios()), merges);
  const outcome = outcomeOf(twins, by);
  rmSync(results, { recursive: true, force: true });
  return { seconds, ...outcome };
}
