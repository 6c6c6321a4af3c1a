import { type MetricSpec, spec } from '../../../metrics/metric.ts';
import type { Scenario } from '../scenario.ts';
import { amount } from '../shared/params.ts';
import { idlePlan } from './client-count-search.ts';
import type { IdleParams } from './params.ts';

export type { IdleParams } from './params.ts';

const HELD: MetricSpec = spec('count', 'connections', 'held', 'Connections that were still open at the end.');

const scenario: Scenario<IdleParams> = {
  name: 'idle',
  about: 'connections that say nothing: what the server needs to hold them, in all and per connection',
  params: {
    seconds: amount(10, [1, 86_400], 'how long to hold the connections', '{} s'),
    steps: {
      type: 'text',
      default: '',
      about: 'client counts to run in turn, such as 100,500,1000: gives the slope per connection',
      label: { text: 'steps {}', except: { '': '' } },
    },
  },
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
