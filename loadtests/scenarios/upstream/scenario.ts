import type { Metric, MetricSpec } from '../../../protocol/metrics.ts';
import { CLIENT_METRICS } from '../../../protocol/standard-metrics.ts';
import { type MessageParams, messageParams, messageSeconds, messageWarmUp } from '../messages/params.ts';
import type { Derived, Scenario } from '../scenario.ts';

export type UpstreamParams = MessageParams & {
  /** ms from one ping of client 1 to its next. */
  ping: number;
};

const { sentByClients, lateness, toServer, inServer, toClient } = CLIENT_METRICS;

/** What clients measure. */
export const UPSTREAM_METRICS = {
  response: {
    kind: 'trend',
    unit: 'ms',
    label: 'response',
    about: 'From client 1 asking something, while all send, to its reply.',
  },
  sentByClients,
  lateness,
  confirmed: {
    kind: 'trend',
    unit: 'ms',
    label: 'confirmed',
    about: "From a client's last message to the reply that says that all before it were handled.",
  },
  toServer: { ...toServer, about: 'From client 1 asking to the server having it.' },
  inServer: { ...inServer, about: 'From the server having what client 1 asked to its replying.' },
  toClient: { ...toClient, about: 'From the server replying to client 1 having it.' },
  unanswered: {
    kind: 'count',
    unit: 'requests',
    label: 'unanswered',
    about: 'Requests that were refused or had no reply.',
  },
} as const satisfies Record<string, MetricSpec>;

/** CPU of the server over the whole test, over what it received. CPU in % of a core is 10 ms a second for each percent. */
function cpuPerThousand({ serverCpu, receivedByServer }: Record<string, Metric>): number[] | string {
  const received = receivedByServer?.kind === 'count' ? receivedByServer.total : null;
  if (serverCpu?.kind !== 'gauge' || !serverCpu.samples?.length || serverCpu.intervalMs === null) {
    return 'CPU of the server was not measured';
  }
  if (!received) return 'the server received nothing, or could not be asked';
  const percentMs = serverCpu.samples.reduce((sum, percent) => sum + percent, 0) * serverCpu.intervalMs;
  return [((percentMs / 100) * 1000) / received];
}

const cpuPerMessages: Derived = {
  kind: 'gauge',
  unit: 'ms per 1,000',
  label: 'CPU per 1,000 messages',
  about: 'Time of a core that the server took for 1,000 messages, all else that it did in the test included.',
  from: cpuPerThousand,
};

const scenario: Scenario<UpstreamParams> = {
  name: 'upstream',
  about: 'every client sends messages that the server only counts; what they cost, and how it answers meanwhile',
  params: {
    ...messageParams('spread'),
    ping: {
      type: 'whole',
      default: 50,
      least: 1,
      most: 60_000,
      about: 'ms from one ping to the next',
      label: { text: 'ping every {} ms' },
    },
  },
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
  findings: { 'requests-failed': 'fatal' },
};

export default scenario;
