import type { MetricSpec } from '../../../protocol/metrics.ts';
import { CLIENT_METRICS } from '../../../protocol/standard-metrics.ts';
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import type { Scenario } from '../scenario.ts';

export type StormParams = {
  /** Bytes of the message that every connection gets at once. */
  bytes: number;
};

/** What clients measure. */
export const STORM_METRICS = {
  connect: { kind: 'trend', unit: 'ms', label: 'connect', about: 'From asking for a connection to having it.' },
  connectToMessage: {
    kind: 'trend',
    unit: 'ms',
    label: 'connected to message',
    about: 'From having a connection to having the message that every new one gets.',
  },
  held: { kind: 'count', unit: 'connections', label: 'connected', about: 'Connections that were made.' },
  failed: { kind: 'count', unit: 'connections', label: 'failed', about: 'Connections that could not be made.' },
  receivedByClients: CLIENT_METRICS.receivedByClients,
  wrongSize: {
    kind: 'count',
    unit: 'messages',
    label: 'of a wrong size',
    about: 'Messages that were not the text of so many bytes that was asked for.',
  },
  missing: CLIENT_METRICS.missing,
} as const satisfies Record<string, MetricSpec>;

/** A client library gives up a connection after 20 s; what thousands of them queue for may come later still. */
const MOST_SECONDS = 60;

const scenario: Scenario<StormParams> = {
  name: 'connect-storm',
  about: 'study D: all clients connect at once, each gets one large message for it and closes',
  params: {
    bytes: {
      type: 'whole',
      default: 76_000,
      least: 0,
      most: PAYLOAD_LIMIT_BYTES,
      about: 'bytes of the message that every new connection gets',
      label: { text: '{} B' },
    },
  },
  needs: ['greet'],
  swarms: ['browser', 'console'],
  metrics: STORM_METRICS,
  connects: 'themselves',
  greet: ({ bytes }) => ({ bytes }),
  plannedSeconds: () => 1,
  mostSeconds: () => MOST_SECONDS,
  // A storm meets a server that was just started, as the study's did: after another one its memory would be that one's.
  warmUp: () => null,
  counted: { received: [], sent: ['greet'] },
  expected: (_, clients) => ({
    held: clients,
    failed: 0,
    sentByServer: clients,
    receivedByClients: clients,
    wrongSize: 0,
    missing: 0,
  }),
  findings: { 'connections-failed': 'fatal', 'wrong-size': 'fatal' },
};

export default scenario;
