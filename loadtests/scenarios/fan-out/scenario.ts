import { type MetricSpec, spec } from '../../../metrics/metric.ts';
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import { FEED_CHECKS, FEED_METRICS, feedTotals } from '../feed/feed-metrics.ts';
import type { Scenario } from '../scenario.ts';
import { FAN_OUT_PARAMS, type FanOutParams, pingsOf } from './params.ts';
import { WHILE_FED } from './while-fed.ts';

const PING_BEFORE: MetricSpec = spec(
  'trend',
  'ms',
  'response before',
  'From sending a ping to having it back, before the first body was fed.',
);
const PING_DURING: MetricSpec = {
  ...PING_BEFORE,
  label: 'response during',
  about: 'From sending a ping to having it back, while bodies were fed.',
};
const PING_AFTER: MetricSpec = {
  ...PING_BEFORE,
  label: 'response after',
  about: 'From sending a ping to having it back, after the last body was due.',
};
const PINGS_ANSWERED: MetricSpec = spec('count', 'pings', 'pings answered', 'Pings that came back.');

/** A server is warmed up by the feed; this leaves a page that hears late of the start the time to. */
const WARM_UP_BEFORE_SECONDS = 0.5;

const scenario: Scenario<FanOutParams> = {
  name: 'fan-out',
  about: 'a backend feeds bodies to all clients through the server, while client 1 pings it',
  params: FAN_OUT_PARAMS,
  needs: ['feed', 'echo'],
  swarms: ['browser', 'console'],
  metrics: {
    ...FEED_METRICS,
    pingBefore: PING_BEFORE,
    pingDuring: PING_DURING,
    pingAfter: PING_AFTER,
    sentByClients: { ...CLIENT_METRICS.sentByClients, about: 'Pings that client 1 handed to its framework.' },
    pingsAnswered: PINGS_ANSWERED,
    lateness: CLIENT_METRICS.lateness,
  },
  derived: WHILE_FED,
  plannedSeconds: ({ messages, interval, before, after }) => before + (messages * interval) / 1000 + after,
  warmUp: (params, seconds) => ({
    ...params,
    before: Math.min(params.before, WARM_UP_BEFORE_SECONDS),
    after: 0,
    messages: Math.max(1, Math.ceil((seconds * 1000) / params.interval)),
  }),
  counted: { received: ['feed'], sent: ['feed'] },
  expected: (params, clients) => {
    const pings = pingsOf(params).all;
    const sentByClients = params.pinger === 'client' ? pings : 0;
    return { ...feedTotals(params.messages, clients), sentByClients, pingsAnswered: pings };
  },
  checks: [
    {
      flag: 'messages-lost',
      holds: ['pingsAnswered', '>=', 'pingsAnswered.expected'],
      says: '{pingsAnswered} of {pingsAnswered.expected} pings came back',
      withError: true,
    },
    ...FEED_CHECKS,
  ],
};

export default scenario;
