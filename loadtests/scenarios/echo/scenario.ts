import { cpuPerDeliveries } from '../cpu-per-thousand.ts';
import { MESSAGE_METRICS } from '../messages/metrics.ts';
import { type MessageParams, messageParams, messageSeconds, messageTotals, messageWarmUp } from '../messages/params.ts';
import type { Scenario } from '../scenario.ts';

const scenario: Scenario<MessageParams> = {
  name: 'echo',
  about: 'every client sends and gets its own message back, the clients spread evenly over the interval',
  params: messageParams('spread'),
  needs: ['echo', 'publish'],
  swarms: ['browser', 'console'],
  metrics: MESSAGE_METRICS,
  derived: { cpuPerDeliveries },
  plannedSeconds: messageSeconds,
  warmUp: messageWarmUp,
  counted: { received: ['echo'], sent: ['echo'] },
  expected: (params, clients) => messageTotals(params, clients, 1),
};

export default scenario;
