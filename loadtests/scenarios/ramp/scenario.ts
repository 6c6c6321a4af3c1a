import type { Scenario } from '../scenario.ts';
import type { RampParams } from './params.ts';
import { rampPlan } from './ramp-search.ts';

const scenario: Scenario<RampParams> = {
  name: 'ramp',
  about:
    'searches for the load at which another scenario breaks a limit: grows it, closes in, repeats around the point',
  params: {
    of: { type: 'text', default: 'broadcast', about: 'the scenario that is run; its own parameters apply too' },
    grow: {
      type: 'text',
      default: 'clients',
      about: "what grows: clients, or a number among that scenario's parameters",
    },
    from: { type: 'amount', default: 10, least: 0.001, most: 1_000_000, about: 'where it begins' },
    to: { type: 'amount', default: 1000, least: 0.001, most: 1_000_000, about: 'where it stops growing' },
    until: {
      type: 'text',
      default: 'p99 > 100 ms',
      about: 'the limit, such as: p99 > 100 ms or lost > 0 or serverCpu > 90 %',
    },
    precision: { type: 'amount', default: 10, least: 0.1, most: 100, about: 'how near it closes in, %' },
    repeat: { type: 'whole', default: 3, least: 1, most: 50, about: 'runs of each value around the point' },
  },
  // What the runs are made of is the business of the scenario that is wrapped: none of its own is ever run.
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
