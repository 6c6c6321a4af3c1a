import type { MetricSpec } from '../../../protocol/metrics.ts';
import { CLIENT_METRICS } from '../../../protocol/standard-metrics.ts';
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { FEED_METRICS, feedTotals } from '../feed/metrics.ts';
import type { Scenario } from '../scenario.ts';
import { CPU_DURING } from './cpu-during.ts';
import { type FanOutParams, pingsOf } from './params.ts';

export type { FanOutParams } from './params.ts';

const PING_BEFORE: MetricSpec = {
  kind: 'trend',
  unit: 'ms',
  label: 'response before',
  about: 'From sending a ping to having it back, before the first body was fed.',
};
const PING_DURING: MetricSpec = {
  ...PING_BEFORE,
  label: 'response during',
  about: 'From sending a ping to having it back, while bodies were fed.',
};
const PINGS_ANSWERED: MetricSpec = {
  kind: 'count',
  unit: 'pings',
  label: 'pings answered',
  about: 'Pings that came back.',
};

/** A server is warmed up by the feed; this leaves a page that hears late of the start the time to. */
const WARM_UP_BEFORE_SECONDS = 0.5;

const scenario: Scenario<FanOutParams> = {
  name: 'fan-out',
  about: 'a backend feeds bodies to all clients through the server, while client 1 pings it',
  params: {
    messages: {
      type: 'whole',
      default: 2000,
      least: 1,
      most: 1_000_000,
      about: 'bodies that the backend feeds',
      label: { text: '{} messages' },
    },
    payload: {
      type: 'whole',
      default: 924,
      least: 0,
      most: PAYLOAD_LIMIT_BYTES,
      about: 'bytes of payload in each body',
      label: { text: '{} B' },
    },
    interval: {
      type: 'amount',
      default: 5,
      least: 0.1,
      most: 60_000,
      about: 'one body every so many ms',
      label: { text: 'every {} ms' },
    },
    before: {
      type: 'amount',
      default: 10,
      least: 0,
      most: 3600,
      about: 'seconds of pings before the first body',
      label: { text: '{} s before' },
    },
    ping: {
      type: 'amount',
      default: 50,
      least: 1,
      most: 60_000,
      about: 'one ping of client 1 every so many ms',
      label: { text: 'ping every {} ms' },
    },
  },
  needs: ['feed', 'echo'],
  swarms: ['browser', 'console'],
  metrics: {
    ...FEED_METRICS,
    pingBefore: PING_BEFORE,
    pingDuring: PING_DURING,
    sentByClients: { ...CLIENT_METRICS.sentByClients, about: 'Pings that client 1 handed to its framework.' },
    pingsAnswered: PINGS_ANSWERED,
    lateness: CLIENT_METRICS.lateness,
  },
  derived: { cpuDuring: CPU_DURING },
  plannedSeconds: ({ messages, interval, before }) => before + (messages * interval) / 1000,
  warmUp: (params, seconds) => ({
    ...params,
    before: Math.min(params.before, WARM_UP_BEFORE_SECONDS),
    messages: Math.max(1, Math.ceil((seconds * 1000) / params.interval)),
  }),
  counted: { received: ['feed'], sent: ['feed'] },
  expected: (params, clients) => {
    const pings = pingsOf(params).all;
    return { ...feedTotals(params.messages, clients), sentByClients: pings, pingsAnswered: pings };
  },
};

export default scenario;
