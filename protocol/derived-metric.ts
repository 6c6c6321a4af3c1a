/** A level that a scenario makes of other metrics of the same run: runs and the load page ask it alike. */
import type { Metric, MetricSpec } from '../metrics/metric.ts';
import type { SwarmKind } from './run-record.ts';

/** The facts of a run that a level may be made of, besides other metrics. */
export interface Clients {
  swarm: SwarmKind;
  /** Worker processes, or browsers. */
  members: number;
}

/** A level that is made of other metrics of the same run. */
export interface Derived extends MetricSpec {
  kind: 'gauge';
  /** The samples, a second apart, or one for the whole test; a sentence where they cannot be told. */
  from(metrics: Record<string, Metric>, clients: Clients): number[] | string;
}
