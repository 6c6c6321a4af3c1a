import { type Metric, type MetricSpec, spec } from '../../../metrics/metric.ts';
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Derived } from '../../../protocol/derived-metric.ts';
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import type { Check, Scenario } from '../scenario.ts';
import { rightSize } from '../shared/checks.ts';
import { choice, type ValuesOf, whole } from '../shared/params.ts';

const PARAMS = {
  requests: whole(50, [1, 100_000], 'requests of each client', '{} requests', { '1': '1 request' }),
  mode: choice(
    ['one-after-the-other', 'at-once'],
    'each request when the one before is answered, or all of a client together',
    '{}',
  ),
  bytes: whole(10, [0, PAYLOAD_LIMIT_BYTES], 'bytes of the body of each reply', '{} B'),
  connect: choice(
    ['before', 'themselves'],
    'clients are connected before it begins, or connect themselves, which counts',
    'connecting included',
    { before: '' },
  ),
};
export type RequestParams = ValuesOf<typeof PARAMS> & {
  /** Only to warm up: goes on asking for this many seconds. No option, and no part of a run's identity. */
  seconds?: number;
};

const trend = (label: string, about: string) => ({ kind: 'trend', unit: 'ms', label, about }) as const;
const { toServer, inServer, toClient, missing } = CLIENT_METRICS;

export const REQUEST_METRICS = {
  sentByClients: { ...CLIENT_METRICS.sentByClients, label: 'requests', about: 'Requests that clients made.' },
  receivedByClients: { ...CLIENT_METRICS.receivedByClients, label: 'replies', about: 'Replies that clients got.' },
  response: trend('response', 'From making a request to having its reply.'),
  toServer,
  inServer,
  toClient,
  connect: trend('connect', 'From asking for a connection to having it, where clients connect themselves.'),
  asking: trend('all requests', "From a client's first request to its last reply."),
  whole: trend(
    'whole',
    "From the start of the test to a client's last reply; connecting is in it where clients do it.",
  ),
  failed: spec('count', 'requests', 'failed', 'Requests, and connections, that were refused or broke.'),
  wrongSize: spec(
    'count',
    'messages',
    'of a wrong size',
    'Replies that were not the text of the size that was requested.',
  ),
  missing: { ...missing, about: 'Replies that should have come and did not.' },
} as const satisfies Record<string, MetricSpec>;

/** Replies of all clients over the time of the one that took longest. */
function replyRate({ receivedByClients, whole }: Record<string, Metric>): number[] | string {
  const replies = receivedByClients?.kind === 'count' ? receivedByClients.total : null;
  const longest = whole?.kind === 'trend' ? whole.distribution?.max : undefined;
  return replies === null || !longest ? 'no client had all its replies' : [(replies / longest) * 1000];
}

const perSecond: Derived = {
  kind: 'gauge',
  unit: 'replies/s',
  label: 'replies per second',
  about: 'Replies of all clients over the time that the last of them took, connecting included where clients do it.',
  from: replyRate,
};

/** The least replies per second that a run is given time for. */
const SLOWEST = 200;

/**
 * Replies per second over HTTP on two cores, of one client and of all: about the lowest of study E's kept runs (`single`, `parallel`;
 * `load-10`). Sockets are several times as fast; their runs end earlier than estimated.
 */
const USUAL = { ofOne: 1000, ofAll: 2100 };

/** If all replies came, the server must have counted as many requests and replies. */
const countedAlike = (count: 'receivedByServer' | 'sentByServer'): Check => ({
  flag: 'counts-disagree',
  holds: [count, '=', 'receivedByClients.expected'],
  says: 'clients made {receivedByClients.expected} requests and had as many replies, the server counts {receivedByServer} and {sentByServer}',
  unless: ['messages-lost'],
});

const scenario: Scenario<RequestParams> = {
  name: 'request-response',
  about: 'study E: every client asks the server for small things, one after the other or all at once',
  params: PARAMS as Scenario<RequestParams>['params'],
  needs: ['request'],
  swarms: ['browser', 'console'],
  metrics: REQUEST_METRICS,
  derived: { perSecond },
  connects: ({ connect }) => (connect === 'themselves' ? 'themselves' : 'before'),
  plannedSeconds: ({ seconds }) => seconds ?? 1,
  mostSeconds: ({ requests, seconds = 0 }, clients) => 60 + seconds + (clients * requests) / SLOWEST,
  usualSeconds: ({ requests }, clients) => Math.max(requests / USUAL.ofOne, (clients * requests) / USUAL.ofAll),
  warmUp: (params, seconds) => ({ ...params, seconds }),
  counted: { received: ['request'], sent: ['request'] },
  expected: ({ requests }, clients) => ({
    sentByClients: clients * requests,
    receivedByServer: clients * requests,
    sentByServer: clients * requests,
    receivedByClients: clients * requests,
    failed: 0,
    wrongSize: 0,
    missing: 0,
  }),
  checks: [
    {
      flag: 'requests-failed',
      holds: ['failed', '=', 0],
      says: '{failed} requests or connections failed',
      withError: true,
    },
    {
      flag: 'messages-lost',
      holds: ['receivedByClients', '>=', 'receivedByClients.expected'],
      says: 'clients got {receivedByClients} of {receivedByClients.expected} replies',
    },
    rightSize('replies'),
    countedAlike('receivedByServer'),
    countedAlike('sentByServer'),
  ],
  flags: { 'requests-failed': 'fatal', 'wrong-size': 'fatal' },
};

export default scenario;
