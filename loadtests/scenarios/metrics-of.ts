/** Every metric that a run of a scenario may have. Pages bundle this: nothing of Node.js. */
import type { MetricSpec } from '../../metrics/metric.ts';
import { FRONT_METRICS, RESOURCE_METRICS, SERVER_METRICS } from '../../metrics/standard-metrics.ts';
import type { Scenario } from './scenario.ts';

/** By name: what clients measure, what follows from it, and what the runner adds. */
export function metricsOf({ metrics, derived = {} }: Pick<Scenario, 'metrics' | 'derived'>): Map<string, MetricSpec> {
  return new Map(Object.entries({ ...metrics, ...derived, ...SERVER_METRICS, ...RESOURCE_METRICS, ...FRONT_METRICS }));
}
