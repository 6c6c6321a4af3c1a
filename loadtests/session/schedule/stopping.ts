/** The end of a session whose rounds have no number: the time is over, or the order is decided where that may end it. */
import { rankedBy } from '../../../merge/charts.ts';
import { isDecided } from '../../../merge/compare/decided.ts';
import { mergeRuns } from '../../../merge/index.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import { LEAST_ROUNDS } from '../plan/round-plan.ts';
import type { SessionPlan } from '../plan/session-plan.ts';

/** Tells the time, ms. */
export type Clock = () => number;

export interface TimeLimit {
  /** From the first run on. */
  seconds: number;
  /** Tells whether the records so far answer the question, so that the session may end before its time. */
  isDecided(records: readonly RunRecord[]): boolean;
}

/** @param until rows that differ by less than `percent` are alike */
export function timeLimit(
  { percent, seconds, decided }: NonNullable<SessionPlan['until']>,
  scenarios: ScenarioAbout[],
): TimeLimit {
  return {
    seconds,
    isDecided(records) {
      if (!decided) return false;
      const merges = mergeRuns([...records]);
      const scenario = merges[0]?.combination.scenario;
      if (scenario === undefined) return false;
      return isDecided(merges, { ...rankedBy(scenario, scenarios, merges), detectPercent: percent });
    },
  };
}

/**
 * Tells whether another round would answer nothing more, or end further from the time than this one did.
 * @param rounds the number that are over
 * @param leftSeconds until the time is over; negative: it is
 */
export const isEnough = (
  until: TimeLimit,
  rounds: number,
  records: readonly RunRecord[],
  leftSeconds: number,
): boolean => rounds >= LEAST_ROUNDS && (lastRoundSeconds(records) / 2 > leftSeconds || until.isDecided(records));

/** The duration of the newest round, seconds: from its first run's start to its last run's end, and until its servers took turns where they did. */
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
