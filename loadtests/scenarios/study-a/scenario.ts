import { CLIENT_METRICS } from '../../../protocol/standard-metrics.ts';
import { cpuPerDeliveries } from '../cpu-per-thousand.ts';
import { MESSAGE_METRICS } from '../messages/metrics.ts';
import { type MessageParams, messageParams, messageSeconds, messageTotals, messageWarmUp } from '../messages/params.ts';
import type { Scenario } from '../scenario.ts';

const scenario: Scenario<MessageParams> = {
  name: 'study-a',
  about: 'study A: every client broadcasts to all, 2 messages/s, 30 messages, all clients at the same instants',
  params: messageParams('together'),
  needs: ['publish'],
  swarms: ['browser', 'console'],
  metrics: { ...MESSAGE_METRICS, delivery: CLIENT_METRICS.delivery },
  derived: { cpuPerDeliveries },
  plannedSeconds: messageSeconds,
  warmUp: messageWarmUp,
  counted: { received: ['publish'], sent: ['publish'] },
  expected: (params, clients) => messageTotals(params, clients, clients),
  profiles: [
    {
      name: 'study',
      about: 'study A: 30 browsers with 2 clients each, 10 runs of every transport',
      swarm: 'browser',
      browsers: () => 30,
      clientsPerBrowser: 2,
      runs: 10,
      transports: 'all',
    },
  ],
};

export default scenario;
