import { CLIENT_METRICS } from '../../../protocol/standard-metrics.ts';
import { cpuPerDeliveries } from '../cpu-per-thousand.ts';
import { MESSAGE_METRICS } from '../messages/metrics.ts';
import { type MessageParams, messageParams, messageSeconds, messageTotals, messageWarmUp } from '../messages/params.ts';
import type { Scenario } from '../scenario.ts';
import { quick } from './quick.ts';

const scenario: Scenario<MessageParams> = {
  name: 'broadcast',
  about: 'every client broadcasts to all, the clients spread evenly over the interval',
  params: messageParams('spread'),
  needs: ['publish'],
  swarms: ['browser', 'console'],
  metrics: { ...MESSAGE_METRICS, delivery: CLIENT_METRICS.delivery },
  derived: { cpuPerDeliveries },
  plannedSeconds: messageSeconds,
  warmUp: messageWarmUp,
  counted: { received: ['publish'], sent: ['publish'] },
  expected: (params, clients) => messageTotals(params, clients, clients),
  profiles: [quick],
};

export default scenario;
