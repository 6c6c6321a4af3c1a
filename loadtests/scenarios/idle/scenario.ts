import { type MetricSpec, spec } from '../../../metrics/metric.ts';
import type { Scenario } from '../scenario.ts';
import { amount, text, type ValuesOf } from '../shared/params.ts';
import { idlePlan } from './client-count-search.ts';

const PARAMS = {
  seconds: amount(10, [1, 86_400], 'how long to hold the connections', '{} s'),
  steps: text('', 'client counts to run in turn, such as 100,500,1000: gives the slope per connection', 'steps {}', {
    '': '',
  }),
};
export type IdleParams = ValuesOf<typeof PARAMS>;

const HELD: MetricSpec = spec('count', 'connections', 'held', 'Connections that were still open at the end.');

const scenario: Scenario<IdleParams> = {
  name: 'idle',
  about: 'connections that say nothing: what the server needs to hold them, in all and per connection',
  params: PARAMS,
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
