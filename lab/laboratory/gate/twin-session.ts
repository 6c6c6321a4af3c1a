/** One session of twins: `./outcry run`, judged by the gate, which does not know which twins they are. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findScenarios, scenarioAbouts } from '../../../loadtests/scenarios/find.ts';
import { rankedBy } from '../../../merge/charts.ts';
import { rankedFor } from '../../../merge/compare/ranked.ts';
import { mergeRuns } from '../../../merge/index.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { outcry, recordsIn, runTwins, twinNames } from '../twins.ts';

export const TWINS = twinNames(2);

/** The condition of the gate. */
const SLOWER = 'mean > 1 x baseline';

/** The ratio of the second twin's figure to the first twin's, with its interval. */
export interface Ratio {
  value: number;
  low: number;
  high: number;
}

export interface SessionOutcome {
  /** The duration of the session. */
  seconds: number;
  rounds: number;
  /** Mean latency of the first twin; null: not kept. */
  latencyMs: number | null;
  /** The verdict of `./outcry compare --fail-if`. A ratio is null where nothing was compared. */
  gate: { outcome: 'fails' | 'passes' | 'cannot tell'; ratio: Ratio | null };
}

/** The part of what `./outcry compare --json` prints that is read here. */
interface Compared {
  conditions: { outcome: SessionOutcome['gate']['outcome']; estimate: Ratio | null }[];
}

/** Reads the rounds and the first twin's latency from the session's records. @returns null when there are no runs of both twins */
async function measuredIn(records: RunRecord[]): Promise<Pick<SessionOutcome, 'rounds' | 'latencyMs'> | null> {
  const merges = mergeRuns(records);
  const [baseline, row] = TWINS.map((id) => merges.find(({ combination }) => combination.framework === id));
  if (baseline === undefined || row === undefined) return null;
  const by = rankedFor(rankedBy(baseline.combination.scenario, scenarioAbouts(await findScenarios()), merges), merges);
  const latency = baseline.metrics[by.metric];
  return {
    rounds: Math.min(row.runs, baseline.runs),
    latencyMs: latency?.kind === 'trend' ? (latency.mean?.mean ?? null) : null,
  };
}

/** @throws OutcryError with the end of what was printed when the gate compared nothing */
async function gateOf(results: string): Promise<SessionOutcome['gate']> {
  const words = ['compare', TWINS[0]!, results, '--results', results, '--fail-if', SLOWER, '--json'];
  const { stdout, stderr } = await outcry(words);
  try {
    const { conditions } = JSON.parse(stdout) as Compared;
    return { outcome: conditions[0]!.outcome, ratio: conditions[0]!.estimate };
  } catch {
    throw new OutcryError(`the gate compared nothing in ${results}: ${stderr.slice(-1_000)}`, EXIT.failed);
  }
}

/**
 * Measures the twins below `apps` in one session, and judges it.
 * @param words options of `./outcry run`
 * @throws OutcryError with the end of what was printed when there is nothing to judge; the records stay where it says
 */
export async function twinSession(apps: string, words: readonly string[]): Promise<SessionOutcome> {
  const results = mkdtempSync(join(tmpdir(), 'outcry-trial-'));
  const { seconds, printed } = await runTwins({ apps, names: TWINS, results }, words);
  const measured = await measuredIn(recordsIn(results));
  if (measured === null) {
    throw new OutcryError(`a session kept no runs of both twins in ${results}: ${printed.slice(-1_000)}`, EXIT.failed);
  }
  const gate = await gateOf(results);
  rmSync(results, { recursive: true, force: true });
  return { seconds, ...measured, gate };
}
