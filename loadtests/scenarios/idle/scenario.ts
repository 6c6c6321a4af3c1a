import { type MetricSpec, spec } from '../../../metrics/metric.ts';
import type { Scenario } from '../scenario.ts';
import { idlePlan } from './client-count-search.ts';
import { IDLE_PARAMS, type IdleParams } from './params.ts';

const HELD: MetricSpec = spec('count', 'connections', 'held', 'Connections that were still open at the end.');

const scenario: Scenario<IdleParams> = {
  name: 'idle',
  about: 'connections that say nothing: what the server needs to hold them, in all and per connection',
  params: IDLE_PARAMS,
  needs: [],
  swarms: ['browser', 'console'],
  metrics: { held: HELD },
  plannedSeconds: ({ seconds }) => seconds,
  warmUp: () => null,
  counted: { received: [], sent: [] },
  expected: (_, clients) => ({ held: clients }),
  checks: [
    {
      flag: 'counts-disagree',
      holds: [['held', 'ended'], '=', 'clients'],
      says: "of {clients} connections {held} were held to the end and {ended} ended, by the clients' count",
      unless: ['client-died'],
    },
  ],
  plan: idlePlan,
};

export default scenario;
