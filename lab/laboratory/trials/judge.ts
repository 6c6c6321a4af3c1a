/** A judge of the sessions of a trial: the gate, or the answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findScenarios, scenarioAbouts } from '../../../loadtests/scenarios/find.ts';
import { rankedBy } from '../../../merge/charts.ts';
import { type Merge, mergeRuns } from '../../../merge/index.ts';
import type { RankedBy } from '../../../protocol/scenario-charts.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { recordsIn, runTwins } from '../twins.ts';
import type { Asked, Delayed, Measured, Ratio, Revealed } from './sealed-log.ts';

/** Equal apps below a folder. */
export interface Twins {
  apps: string;
  names: readonly string[];
}

export interface Judge<Outcome extends Measured> {
  /** Size and load of a trial that is told no others. */
  usual: { sessions: number; twins: number; words: string };
  mostTwins: number;
  /** The choice of a session, by chance. @param twins their number */
  choose(twins: number): Delayed;
  /** @throws OutcryError when there is nothing to judge */
  measure(twins: Twins, words: readonly string[]): Promise<Outcome>;
  /** The latency of equal twins, ms; null: not known. */
  latencyOf(outcome: Outcome): number | null;
  /** The ratio of two equal twins, by which later sessions are made long enough; absent: their options say how long they are. */
  ratioOf?(outcome: Outcome): Ratio | null;
  /** Lines for people, and whether sessions show that a promise is broken. @param sessions in the order of their numbers */
  summary(sessions: readonly Revealed<Outcome>[], asked: Asked): { lines: string[]; broken: boolean };
}

/** The merges of a session's twins, in the order of their names, and what they are ranked by. */
export interface TwinMerges {
  merges: Merge[];
  by: RankedBy;
  /** The folder of the records. */
  results: string;
}

/**
 * Measures twins in one session, and judges it. The records are removed afterwards.
 * @param words options of `./outcry run`
 * @throws OutcryError with the end of what was printed when a twin has no run; the records stay where it says
 */
export async function judgedTwins<Judged>(
  { apps, names }: Twins,
  words: readonly string[],
  judge: (session: TwinMerges) => Promise<Judged> | Judged,
): Promise<Judged & Measured> {
  const results = mkdtempSync(join(tmpdir(), 'outcry-trial-'));
  const { seconds, printed } = await runTwins({ apps, names, results }, words);
  const all = mergeRuns(recordsIn(results));
  const merges = names.flatMap((name) => all.find(({ combination }) => combination.framework === name) ?? []);
  if (merges.length < names.length) {
    throw new OutcryError(`a session kept no runs of some twin in ${results}: ${printed.slice(-1_000)}`, EXIT.failed);
  }
  const by = rankedBy(merges[0]!.combination.scenario, scenarioAbouts(await findScenarios()), merges);
  const judged = await judge({ merges, by, results });
  rmSync(results, { recursive: true, force: true });
  return { seconds, rounds: Math.min(...merges.map(({ runs }) => runs)), ...judged };
}
