import type { Scenario } from '../scenario.ts';
import { RAMP_PARAMS, type RampParams } from './params.ts';
import { rampPlan } from './ramp-search.ts';

const scenario: Scenario<RampParams> = {
  name: 'ramp',
  about:
    'searches for the load at which another scenario breaks a limit: grows it, closes in, repeats around the point',
  params: RAMP_PARAMS,
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
