import type { Scenario } from '../scenario.ts';
import { amount, text, type ValuesOf, whole } from '../shared/params.ts';
import { rampPlan } from './ramp-search.ts';

const PARAMS = {
  of: text('broadcast', 'the scenario that is run; its own parameters apply too'),
  grow: text('clients', "what grows: clients, or a number among that scenario's parameters"),
  from: amount(10, [0.001, 1_000_000], 'where it begins'),
  to: amount(1000, [0.001, 1_000_000], 'where it stops growing'),
  /** As `loadtests/plans/limit.ts` reads it. */
  until: text('p99 > 100 ms', 'the limit, such as: p99 > 100 ms or lost > 0 or serverCpu > 90 %'),
  precision: amount(10, [0.1, 100], 'how near it closes in, %'),
  repeat: whole(3, [1, 50], 'runs of each value around the point'),
};
export type RampParams = ValuesOf<typeof PARAMS>;

const scenario: Scenario<RampParams> = {
  name: 'ramp',
  about:
    'searches for the load at which another scenario breaks a limit: grows it, closes in, repeats around the point',
  params: PARAMS,
  // Needs, metrics and checks are those of the wrapped scenario: a ramp itself is never run.
  needs: [],
  swarms: ['browser', 'console'],
  metrics: {},
  plannedSeconds: () => 0,
  warmUp: () => null,
  counted: { received: [], sent: [] },
  expected: () => ({}),
  checks: [],
  wraps: ({ of }) => of,
  plan: rampPlan,
};

export default scenario;
