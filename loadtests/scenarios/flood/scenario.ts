import { type Metric, type MetricSpec, spec } from '../../../metrics/metric.ts';
import type { Derived } from '../../../protocol/derived-metric.ts';
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { FEED_CHECKS, FEED_METRICS, feedTotals } from '../feed/feed-metrics.ts';
import type { Scenario } from '../scenario.ts';
import { amount, type ValuesOf, whole } from '../shared/params.ts';

const PARAMS = {
  messages: whole(20_000, [2, 1_000_000], 'bodies that the backend feeds', '{} messages'),
  payload: whole(100, [0, PAYLOAD_LIMIT_BYTES], 'bytes of payload in each body', '{} B'),
  rate: amount(0, [0, 1_000_000], 'bodies per second; 0: as fast as the server takes them', '{}/s', {
    '0': 'as fast as it goes',
  }),
};
export type FloodParams = ValuesOf<typeof PARAMS>;

/** Seconds before the first body: a page that hears late of the start must not miss one. */
export const LEAD_SECONDS = 1;

const HANDLING: MetricSpec = spec(
  'trend',
  'ms',
  'handling',
  'From a client getting its first body to its getting the last: one value per client.',
);

const HANDLED: Derived = {
  kind: 'gauge',
  unit: 'messages/s',
  label: 'handled',
  about: 'Bodies that one client got per second, from its first to its last; mean over clients.',
  from: ({ handling, receivedByClients }) => perSecond(handling, receivedByClients),
};

const PAGE_MEMORY: MetricSpec = spec(
  'gauge',
  'bytes',
  'page memory',
  "JavaScript heap in use of the pages, where a page can tell (Chromium's performance.memory).",
);

/** Bodies after the first, over the time from first to last. */
function perSecond(handling: Metric | undefined, received: Metric | undefined): number[] | string {
  const times = handling?.kind === 'trend' ? handling.distribution : null;
  const bodies = received?.kind === 'count' ? received.total : null;
  if (times === null || bodies === null) return 'no client got every body';
  const each = bodies / times.count - 1;
  return times.mean > 0 ? [(each * 1000) / times.mean] : 'there was no time between first and last body';
}

/** Slow pages on slow machines still handle more than this per second. */
const LEAST_PER_SECOND = 500;
const PATIENCE_SECONDS = 60;
/** The rate of a server's warm-up where the flood has no rate of its own, per second. */
const WARM_UP_RATE = 1000;

const scenario: Scenario<FloodParams> = {
  name: 'flood',
  about:
    'the server floods its clients (ask for one): how many messages a second a page handles, and how far behind it falls',
  params: PARAMS,
  needs: ['feed'],
  swarms: ['browser', 'console'],
  metrics: { ...FEED_METRICS, handling: HANDLING, pageMemory: PAGE_MEMORY },
  derived: { handledPerSecond: HANDLED },
  plannedSeconds: ({ messages, rate }) => LEAD_SECONDS + messages / (rate === 0 ? WARM_UP_RATE : rate),
  mostSeconds: ({ messages, rate }) =>
    PATIENCE_SECONDS + Math.max(messages / LEAST_PER_SECOND, rate === 0 ? 0 : messages / rate),
  warmUp: (params, seconds) => {
    const rate = params.rate === 0 ? WARM_UP_RATE : params.rate;
    return { ...params, rate, messages: Math.max(2, Math.ceil(seconds * rate)) };
  },
  counted: { received: ['feed'], sent: ['feed'] },
  expected: ({ messages }, clients) => feedTotals(messages, clients),
  checks: FEED_CHECKS,
};

export default scenario;
