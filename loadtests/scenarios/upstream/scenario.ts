import { type MetricSpec, spec } from '../../../metrics/metric.ts';
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import { cpuPerMessages } from '../cpu-per-thousand.ts';
import { messageParams, messageSeconds, messageWarmUp } from '../messages/params.ts';
import type { Scenario } from '../scenario.ts';
import { NOTHING_REFUSED, RECEIVED_ONCE, SENT_AND_RECEIVED } from '../shared/checks.ts';
import { type ValuesOf, whole } from '../shared/params.ts';

const PARAMS = {
  ...messageParams('spread'),
  ping: whole(50, [1, 60_000], 'ms from one ping to the next', 'ping every {} ms'),
};
export type UpstreamParams = ValuesOf<typeof PARAMS>;

const { sentByClients, lateness, toServer, inServer, toClient } = CLIENT_METRICS;

export const UPSTREAM_METRICS = {
  response: spec('trend', 'ms', 'response', 'From client 1 asking something, while all send, to its reply.'),
  sentByClients,
  lateness,
  confirmed: spec(
    'trend',
    'ms',
    'confirmed',
    "From a client's last message to the reply that says that all before it were handled.",
  ),
  toServer: { ...toServer, about: 'From client 1 asking to the server having it.' },
  inServer: { ...inServer, about: 'From the server having what client 1 asked to its replying.' },
  toClient: { ...toClient, about: 'From the server replying to client 1 having it.' },
  unanswered: spec('count', 'requests', 'unanswered', 'Requests that were refused or had no reply.'),
} as const satisfies Record<string, MetricSpec>;

const scenario: Scenario<UpstreamParams> = {
  name: 'upstream',
  about: 'every client sends messages that the server only counts; what they cost, and how it answers meanwhile',
  params: PARAMS,
  needs: ['sink', 'request'],
  swarms: ['browser', 'console'],
  metrics: UPSTREAM_METRICS,
  derived: { cpuPerMessages },
  plannedSeconds: messageSeconds,
  warmUp: (params, seconds) => ({ ...params, ...messageWarmUp(params, seconds) }),
  counted: { received: ['sink'], sent: [] },
  expected: ({ messages }, clients) => ({
    sentByClients: clients * messages,
    receivedByServer: clients * messages,
    sentByServer: 0,
    unanswered: 0,
  }),
  checks: [
    ...SENT_AND_RECEIVED,
    NOTHING_REFUSED,
    RECEIVED_ONCE,
    {
      flag: 'requests-failed',
      holds: ['unanswered', '=', 0],
      says: '{unanswered} requests had no reply',
      withError: true,
    },
    {
      flag: 'overtime',
      holds: [['sentByClients.late', 'receivedByServer.late'], '=', 0],
      says: 'planned {plannedSeconds} s; more than a bucket after that clients still sent {sentByClients.late} messages and the server received {receivedByServer.late}',
    },
  ],
  flags: { 'requests-failed': 'fatal' },
};

export default scenario;
