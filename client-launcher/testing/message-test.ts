/** For tests of swarms: a test in which every client sends messages, and what it measured. */
import type { MemberReport, TestRequest } from '../../member/contract.ts';
import { mergeReports } from '../../member/merge-reports.ts';
import { CLIENT_METRICS } from '../../metrics/standard-metrics.ts';

let tests = 0;

/** @param scenario `echo`, or `broadcast`, where every client gets every message */
export function messageTest(scenario: 'echo' | 'broadcast', messages = 5, rate = 20): TestRequest {
  return {
    test: `test ${++tests}`,
    scenario,
    params: { rate, messages, payload: 16, phase: 'together' },
    bucketMs: 1000,
    metrics: CLIENT_METRICS,
    giveUpMs: (messages / rate) * 1000 + 5_000,
    seed: 1,
    start: 'publish',
  };
}

/** What all members counted together, by the metric's name; of a trend, how many values. */
export function totals(reports: readonly MemberReport[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(mergeReports(reports)).map(([name, metric]) => {
      const series = metric.kind === 'count' ? metric.series : metric.kind === 'trend' ? metric.count : [];
      return [name, series.reduce((a, b) => a + b, 0)];
    }),
  );
}
