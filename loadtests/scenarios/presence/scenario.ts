import { clientShare } from '../client-share.ts';
import { bytesPerDelivery, cpuPerDeliveries } from '../cpu-per-thousand.ts';
import { MESSAGE_CHECKS, SHARED_MESSAGE_METRICS } from '../messages/message-metrics.ts';
import { type MessageParams, messageParams, messageSeconds, messageTotals, messageWarmUp } from '../messages/params.ts';
import type { Scenario } from '../scenario.ts';
import type { ValuesOf } from '../shared/params.ts';

const { messages, rate, payload, phase } = messageParams('spread');

const PARAMS = {
  visits: { ...messages, default: 15, about: 'how often each client comes, and goes', label: { text: '{} visits' } },
  rate: { ...rate, about: 'comings and goings per second per client' },
  payload: { ...payload, about: 'bytes of payload that come with each' },
  phase: { ...phase, about: 'clients spread evenly over the interval, or all at the same instants' },
};
export type PresenceParams = ValuesOf<typeof PARAMS>;

/** The same as messages: a visit is two, one for the coming and one for the going. */
export const asMessages = ({ visits, ...params }: PresenceParams): MessageParams => ({
  ...params,
  messages: 2 * visits,
});

/** The time at which the first change is due, ms after the start: by then every client has heard of the start. */
export const LEAD_MS = 500;

const scenario: Scenario<PresenceParams> = {
  name: 'presence',
  about: 'every client comes and goes under a name of its own, and all are told',
  params: PARAMS,
  needs: ['publish', 'join'],
  swarms: ['browser', 'console'],
  metrics: SHARED_MESSAGE_METRICS,
  derived: { clientShare, cpuPerDeliveries, bytesPerDelivery },
  plannedSeconds: (params) => LEAD_MS / 1000 + messageSeconds(asMessages(params)),
  warmUp: (params, seconds) => ({
    ...params,
    visits: Math.ceil(messageWarmUp(asMessages(params), seconds).messages / 2),
  }),
  counted: { received: ['join', 'leave'], sent: ['join', 'leave'] },
  expected: (params, clients) => messageTotals(asMessages(params), clients, clients),
  checks: MESSAGE_CHECKS,
};

export default scenario;
