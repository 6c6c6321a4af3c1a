/** One session of the trial: `./outcry run` with the twins, and what it says of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { rankedBy } from '../../merge/charts.ts';
import { comparePairs } from '../../merge/compare/compare.ts';
import { logRatios } from '../../merge/compare/effect.ts';
import { rankedFor } from '../../merge/compare/ranked.ts';
import { flaggedFor } from '../../merge/compare/ranking.ts';
import { mergeRuns } from '../../merge/index.ts';
import { RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { twinSession } from '../twin-sessions.ts';
import { TWINS } from '../twins.ts';

export interface TrialOutcome {
  /** How long the command took. */
  seconds: number;
  rounds: number;
  /** `none`: no difference is shown. */
  verdict: 'better' | 'worse' | 'none';
  /** How many times the first twin's figure the second's is; null: it could not be compared. */
  ratio: { value: number; low: number; high: number } | null;
  /** Mean latency of the first twin, ms. */
  latencyMs: number;
  /** Logarithm of the ratio, by round. */
  roundLogs: number[];
  /** Why a twin is not ranked; null: both are. */
  flagged: string | null;
  /** Runs with a fatal flag. */
  invalid: number;
}

function recordsIn(folder: string): RunRecord[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /-\d+\.json$/.test(name));
  const read = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunRecord);
  return read.filter(({ schema }) => schema === RUN_SCHEMA);
}

/** @throws OutcryError with what the command printed when there is nothing to compare */
async function outcomeOf(records: RunRecord[], printed: string): Promise<Omit<TrialOutcome, 'seconds'>> {
  const merges = mergeRuns(records);
  const [baseline, row] = TWINS.map((id) => merges.find(({ combination }) => combination.framework === id));
  if (baseline === undefined || row === undefined)
    throw new OutcryError(`a session kept no runs of both twins: ${printed.slice(-1000)}`, EXIT.failed);
  const by = rankedFor(rankedBy(baseline.combination.scenario, scenarioAbouts(await findScenarios()), merges), merges);
  const [compared] = comparePairs([{ row, baseline }], by);
  const latency = baseline.metrics[by.metric];
  return {
    rounds: Math.min(row.runs, baseline.runs),
    verdict: compared!.verdict,
    ratio: compared!.ratio,
    latencyMs: latency?.kind === 'trend' ? (latency.mean?.mean ?? Number.NaN) : Number.NaN,
    roundLogs: logRatios(row, baseline, by.metric),
    flagged: flaggedFor(baseline) ?? flaggedFor(row),
    invalid: records.filter(({ validity }) => validity.some(({ level }) => level === 'fatal')).length,
  };
}

/** @param words options of `./outcry run` besides those that name the twins and the results */
export const trialSession = (apps: string, words: readonly string[]): Promise<TrialOutcome> =>
  twinSession(apps, words, ({ all }, results) => outcomeOf(recordsIn(results), all));
