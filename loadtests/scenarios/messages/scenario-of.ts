/** Makes scenarios in which every client sends messages on an open loop that come back. */
import { clientShare } from '../client-share.ts';
import { bytesPerDelivery, cpuPerDeliveries } from '../cpu-per-thousand.ts';
import type { Scenario } from '../scenario.ts';
import { MESSAGE_CHECKS, MESSAGE_METRICS, SHARED_MESSAGE_METRICS } from './message-metrics.ts';
import {
  isEvenLoad,
  type MessageParams,
  messageParams,
  messageSeconds,
  messageSlices,
  messageTotals,
  messageWarmUp,
} from './params.ts';

/**
 * @param verb `echo`: a message goes back to its sender alone; `publish`: to all
 * @param phase of clients that are not told otherwise
 */
export const messageScenario = (
  verb: 'echo' | 'publish',
  phase: 'spread' | 'together',
  own: Pick<Scenario, 'name' | 'about' | 'profiles'> & { slices?: undefined },
): Scenario<MessageParams> => ({
  slices: messageSlices,
  isEven: isEvenLoad,
  ...own,
  params: messageParams(phase),
  needs: verb === 'echo' ? ['echo', 'publish'] : ['publish'],
  swarms: ['browser', 'console'],
  metrics: verb === 'echo' ? MESSAGE_METRICS : SHARED_MESSAGE_METRICS,
  derived: { clientShare, cpuPerDeliveries, bytesPerDelivery },
  plannedSeconds: messageSeconds,
  warmUp: messageWarmUp,
  counted: { received: [verb], sent: [verb] },
  expected: (params, clients) => messageTotals(params, clients, verb === 'echo' ? 1 : clients),
  checks: MESSAGE_CHECKS,
});
