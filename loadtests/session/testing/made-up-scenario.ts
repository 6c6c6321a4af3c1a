/** A scenario that is nowhere on disk: clients send messages that go to all. */
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import type { FoundScenario } from '../../scenarios/find.ts';
import type { Profile } from '../../scenarios/profile.ts';
import type { Judge, Scenario } from '../../scenarios/scenario.ts';

export type MadeUpParams = { rate: number; messages: number };

const scenario: Scenario<MadeUpParams> = {
  name: 'made-up',
  about: 'nothing that anybody wants to know',
  params: {
    rate: { type: 'amount', default: 1, least: 0.1, most: 1000, about: 'messages per second' },
    messages: { type: 'whole', default: 2, least: 1, most: 1000, about: 'messages per client' },
  },
  needs: ['publish'],
  swarms: ['browser', 'console'],
  metrics: {
    sentByClients: CLIENT_METRICS.sentByClients,
    receivedByClients: CLIENT_METRICS.receivedByClients,
    fromSent: CLIENT_METRICS.fromSent,
    delivery: CLIENT_METRICS.delivery,
    lateness: CLIENT_METRICS.lateness,
    toServer: CLIENT_METRICS.toServer,
    inServer: CLIENT_METRICS.inServer,
  },
  plannedSeconds: ({ rate, messages }) => messages / rate,
  warmUp: (params, seconds) => ({ ...params, messages: Math.ceil(seconds * params.rate) }),
  counted: { received: ['publish'], sent: ['publish'] },
  expected: ({ messages }, clients) => ({
    sentByClients: clients * messages,
    receivedByServer: clients * messages,
    sentByServer: clients * clients * messages,
    receivedByClients: clients * clients * messages,
  }),
  checks: [],
};

export const MADE_UP_PROFILE: Profile = {
  ...{
    name: 'usual',
    about: 'made up',
    usual: true,
    swarm: 'browser',
    clientsPerBrowser: 2,
    runs: 2,
    transports: 'main',
  },
  browsers: () => 2,
};

export function madeUpScenario(change: Partial<Scenario<MadeUpParams>> = {}, judge: Judge = () => []): FoundScenario {
  const charts = {
    compare: { metric: 'fromSent', better: 'less', words: { better: 'faster', worse: 'slower' } },
    columns: [],
    graphs: [],
  } as const;
  // A scenario of certain parameters is one of any: it is only ever given its own.
  const one = { ...scenario, ...change } as unknown as Scenario;
  return {
    scenario: one,
    dir: `/nowhere/${one.name}`,
    parts: { judge, charts: { ...charts, columns: [], graphs: [] }, disturbance: null },
  };
}
