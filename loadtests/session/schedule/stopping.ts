/** When a session ends whose rounds have no number: the order is decided, or the time is up. */
import { rankedBy } from '../../../merge/charts.ts';
import { isDecided } from '../../../merge/compare/decided.ts';
import { mergeRuns } from '../../../merge/index.ts';
import { ENOUGH_RUNS } from '../../../merge/run-facts.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../../protocol/scenario-charts.ts';

/** Tells the time, ms. */
export type Clock = () => number;

export interface TimeLimit {
  /** When the time is up, ms by the clock. */
  deadline: number;
  /** Whether the records so far answer the question. */
  isDecided(records: readonly RunRecord[]): boolean;
}

/**
 * @param until rows that differ by less than `percent` are alike; `seconds` are for the whole command
 * @param begunAt when the command began, ms by the clock
 */
export function timeLimit(
  { percent, seconds }: { percent: number; seconds: number },
  scenarios: ScenarioAbout[],
  begunAt: number,
): TimeLimit {
  return {
    deadline: begunAt + seconds * 1000,
    isDecided(records) {
      const merges = mergeRuns([...records]);
      const scenario = merges[0]?.combination.scenario;
      if (scenario === undefined) return false;
      return isDecided(merges, { ...rankedBy(scenario, scenarios, merges), detectPercent: percent });
    },
  };
}

/** Whether another round would answer nothing more, or end after the time. @param rounds how many are over */
export const isEnough = (
  until: TimeLimit | null,
  rounds: number,
  records: readonly RunRecord[],
  clock: Clock,
): boolean =>
  until !== null &&
  rounds >= ENOUGH_RUNS &&
  (clock() + lastRoundSeconds(records) * 1000 > until.deadline || until.isDecided(records));

/** How long the newest round took, seconds: from its first run's start to its last run's end, and until its servers took turns where they did. */
export function lastRoundSeconds(records: readonly RunRecord[]): number {
  const round = Math.max(...records.map(({ identity }) => identity.repetition));
  const newest = records.filter(({ identity }) => identity.repetition === round);
  const times = newest
    .flatMap(({ when: { startedAt, finishedAt } }) => [startedAt, finishedAt])
    .flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  if (times.length === 0) return 0;
  const before = Math.max(...newest.map(({ slices }) => slices?.readyAfter ?? 0));
  return before + (Math.max(...times) - Math.min(...times)) / 1000;
}
