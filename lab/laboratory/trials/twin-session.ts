/** One session of twins: `./outcry run`, judged by the gate and by the answer, of which neither knows which twins they are. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { findScenarios, scenarioAbouts } from '../../../loadtests/scenarios/find.ts';
import { rankedBy } from '../../../merge/charts.ts';
import { comparePairs } from '../../../merge/compare/compare.ts';
import { logRatios } from '../../../merge/compare/effect.ts';
import { rankedFor } from '../../../merge/compare/ranked.ts';
import { flaggedFor } from '../../../merge/compare/ranking.ts';
import { mergeRuns } from '../../../merge/index.ts';
import { RUN_SCHEMA, type RunRecord } from '../../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { ownerEnvironment } from '../../../system/processes.ts';
import { ROOT } from '../../../system/root.ts';
import { TWINS } from './twins.ts';

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
  /** Logarithm of the ratio, by round; empty: not kept. */
  roundLogs: number[];
  /** The verdict of `./outcry compare --fail-if`; null: not asked. A ratio is null where nothing was compared. */
  gate: { outcome: 'fails' | 'passes' | 'cannot tell'; ratio: Ratio | null } | null;
  /** The session's answer about the second twin; `not ranked`: a flag excludes one of them. Null: not asked. */
  answer: { outcome: 'better' | 'worse' | 'none' | 'not ranked'; ratio: Ratio | null } | null;
}

/** The part of what `./outcry compare --json` prints that is read here. */
interface Compared {
  conditions: { outcome: NonNullable<SessionOutcome['gate']>['outcome']; estimate: Ratio | null }[];
}

const outcry = (words: readonly string[]) =>
  execa(join(ROOT, 'outcry'), words, { env: ownerEnvironment(), reject: false, all: true });

function recordsIn(folder: string): RunRecord[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /-\d+\.json$/.test(name));
  const read = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunRecord);
  return read.filter(({ schema }) => schema === RUN_SCHEMA);
}

/** Reads the answer from the session's records. @returns null when there are no runs of both twins */
async function answerOf(records: RunRecord[]): Promise<Omit<SessionOutcome, 'seconds' | 'gate'> | null> {
  const merges = mergeRuns(records);
  const [baseline, row] = TWINS.map((id) => merges.find(({ combination }) => combination.framework === id));
  if (baseline === undefined || row === undefined) return null;
  const by = rankedFor(rankedBy(baseline.combination.scenario, scenarioAbouts(await findScenarios()), merges), merges);
  const [compared] = comparePairs([{ row, baseline }], by);
  const latency = baseline.metrics[by.metric];
  const flagged = flaggedFor(baseline) ?? flaggedFor(row);
  return {
    rounds: Math.min(row.runs, baseline.runs),
    latencyMs: latency?.kind === 'trend' ? (latency.mean?.mean ?? null) : null,
    roundLogs: logRatios(row, baseline, by.metric),
    answer: { outcome: flagged === null ? compared!.verdict : 'not ranked', ratio: compared!.ratio },
  };
}

/** @throws OutcryError with the end of what was printed when the gate compared nothing */
async function gateOf(results: string): Promise<NonNullable<SessionOutcome['gate']>> {
  const words = ['compare', TWINS[0], results, '--results', results, '--fail-if', SLOWER, '--json'];
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
  const own = ['--apps', apps, '--frameworks', TWINS.join(','), '--preflight', '0', '--no-live', '--results', results];
  const begun = performance.now();
  const { all } = await outcry(['run', ...own, ...words]);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const answered = await answerOf(recordsIn(results));
  if (answered === null) {
    throw new OutcryError(`a session kept no runs of both twins in ${results}: ${all.slice(-1_000)}`, EXIT.failed);
  }
  const gate = await gateOf(results);
  rmSync(results, { recursive: true, force: true });
  return { seconds, ...answered, gate };
}
