/** From when to when a test ran, by the monitor's clock. Pure. */
import { mergeReports } from '../../../member/merge-reports.ts';
import type { RunContext } from '../measure/run-context.ts';
import { connectsOf } from '../measure/test-request.ts';
import type { Window } from './gauges.ts';
import { BUCKET_SECONDS } from './make-record.ts';

/**
 * From the start, by the server's clock where it counted something and that clock is the monitor's too, to the last bucket in which something happened. Where clients connect
 * themselves that work comes before anything is counted, so that the test begins when they were told to.
 * @param told when the members were told to begin, ms
 */
export function windowOf(
  context: Pick<RunContext, 'counts' | 'outcome' | 'scenario' | 'step' | 'serverHost'>,
  told: number,
): Window {
  const { counts, outcome, scenario, step, serverHost } = context;
  const byServer = connectsOf(context) === 'themselves' || serverHost !== 'this' ? null : (counts?.startedAt ?? null);
  const from = byServer ?? told;
  const lengths = Object.values(mergeReports(outcome.reports)).map((metric) =>
    metric.kind === 'gauge' ? 0 : metric.kind === 'count' ? metric.series.length : metric.count.length,
  );
  const planned = scenario.mostSeconds ? 0 : scenario.plannedSeconds(step.params, step.clients);
  return { from, to: from + Math.max(planned, BUCKET_SECONDS * Math.max(0, ...lengths)) * 1000 };
}
