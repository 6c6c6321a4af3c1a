import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Scenario } from '../scenario.ts';

export type MurmurParams = { rate: number; messages: number };

const scenario: Scenario<MurmurParams> = {
  name: 'murmur',
  about: 'every client talks to the server, which only counts, and asks it something at the end',
  params: {
    rate: { type: 'amount', default: 5, least: 0.1, most: 1000, about: 'messages per second per client' },
    messages: { type: 'whole', default: 20, least: 1, most: 100_000, about: 'messages per client' },
  },
  needs: ['sink', 'request'],
  swarms: ['browser', 'console'],
  metrics: {
    sentByClients: CLIENT_METRICS.sentByClients,
    asked: { kind: 'trend', unit: 'ms', label: 'asked', about: 'From asking the server to its reply.' },
  },
  plannedSeconds: ({ rate, messages }) => messages / rate,
  warmUp: (params, seconds) => ({ ...params, messages: Math.max(1, Math.ceil(seconds * params.rate)) }),
  counted: { received: ['sink'], sent: ['request'] },
  expected: ({ messages }, clients) => ({ sentByClients: clients * messages, receivedByServer: clients * messages }),
  checks: [
    {
      flag: 'messages-lost',
      holds: ['receivedByServer', '=', 'receivedByServer.expected'],
      says: 'the server heard {receivedByServer} of {receivedByServer.expected} messages',
    },
  ],
};

export default scenario;
