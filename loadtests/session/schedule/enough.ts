/** When a session whose rounds are not counted has answered enough: the order is decided, or the time is up. */
import { rankedBy } from '../../../merge/charts.ts';
import { isDecided } from '../../../merge/compare/decided.ts';
import { mergeRuns } from '../../../merge/index.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../../protocol/scenario-charts.ts';

/** How long a session takes by default, seconds. */
export const USUAL_SECONDS = 12 * 60;

export interface Limits {
  /** Rows that differ by less than this many percent are alike. */
  percent: number;
  /** For the whole command, seconds. */
  seconds: number;
}

/**
 * @param now milliseconds of a clock that goes forward
 * @returns asked after each round with all records; true when another round would answer nothing more, or end after the time
 */
export function enoughBy(
  { percent, seconds }: Limits,
  scenarios: ScenarioAbout[],
  now: () => number = () => performance.now(),
): (records: readonly RunRecord[]) => boolean {
  const begun = now();
  return (records) => {
    const elapsed = (now() - begun) / 1000;
    if (elapsed + lastRoundSeconds(records) > seconds) return true;
    const merges = mergeRuns([...records]);
    const scenario = merges[0]?.combination.scenario;
    if (scenario === undefined) return false;
    return isDecided(merges, { ...rankedBy(scenario, scenarios, merges), detectPercent: percent });
  };
}

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
