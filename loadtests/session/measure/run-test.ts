/** Runs one test of a scenario on a swarm that is connected, without a runner around it. */
import type { Swarm } from '../../../client-launcher/swarm.ts';
import { mergeReports } from '../../../member/merge-reports.ts';
import type { Measured } from '../../../metrics/metric.ts';
import type { Params } from '../../../protocol/run-record.ts';
import { findScenarios, rolesIn, scenarioNamed } from '../../scenarios/find.ts';

/** How long after its planned end a member waits for what is missing, ms. */
const GIVE_UP_MS = 10_000;
const PATIENCE_MS = 120_000;

/** A session finds them once; so does a bench. */
let scenarios: ReturnType<typeof findScenarios> | undefined;

/**
 * @param params besides the scenario's defaults
 * @returns what all members measured, added up, and of that what the scenario calls its latency; `error` says why reports are missing, null when none is
 */
export async function runTest(
  swarm: Swarm,
  params: Params,
  name = 'echo',
): Promise<{
  metrics: Record<string, Measured>;
  latency: Measured | undefined;
  error: string | null;
}> {
  scenarios ??= findScenarios();
  const found = await scenarios;
  const { scenario } = scenarioNamed(found, name);
  const defaults = Object.entries(scenario.params).map(([param, spec]) => [param, spec.default]);
  const all: Params = { ...Object.fromEntries(defaults), ...params };
  const planned = scenario.plannedSeconds(all, swarm.progress().clients) * 1000;
  await swarm.prepare({
    test: `bench-${performance.now()}`,
    scenario: name,
    params: all,
    bucketMs: 1000,
    metrics: scenario.metrics,
    giveUpMs: planned + GIVE_UP_MS,
    seed: 1,
    start: scenario.needs.includes('publish') ? 'publish' : 'told',
  });
  const { reports, died, error } = await swarm.run(planned + PATIENCE_MS);
  const metrics = mergeReports(reports);
  return {
    metrics,
    latency: metrics[rolesIn(found, name).latency ?? ''],
    error: died[0]?.reason ?? error,
  };
}

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

/** How many things a metric is of. */
export function countOf(metric: Measured | undefined): number {
  if (metric === undefined || metric.kind === 'gauge') return 0;
  return sum(metric.kind === 'count' ? metric.series : metric.count);
}
