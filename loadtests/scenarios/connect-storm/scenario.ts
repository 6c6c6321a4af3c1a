import { type MetricSpec, spec } from '../../../metrics/metric.ts';
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import type { Scenario } from '../scenario.ts';
import { ALL_CONNECTED, rightSize, sameAsServer } from '../shared/checks.ts';
import { choice, type ValuesOf, whole } from '../shared/params.ts';

const PARAMS = {
  bytes: whole(76_000, [0, PAYLOAD_LIMIT_BYTES], 'bytes of the message that every new connection gets', '{} B'),
  text: choice(
    ['plain', 'json'],
    'the message is filler text, or JSON full of quotes, which frameworks that send JSON must escape',
    'JSON in a text',
    { plain: '' },
  ),
};
export type StormParams = ValuesOf<typeof PARAMS>;

export const STORM_METRICS = {
  connect: spec('trend', 'ms', 'connect', 'From asking for a connection to having it.'),
  connectToMessage: spec(
    'trend',
    'ms',
    'connected to message',
    'From having a connection to having the message that every new one gets.',
  ),
  held: spec('count', 'connections', 'connected', 'Connections that were made.'),
  failed: spec('count', 'connections', 'failed', 'Connections that could not be made.'),
  receivedByClients: CLIENT_METRICS.receivedByClients,
  wrongSize: spec(
    'count',
    'messages',
    'of a wrong size',
    'Messages that were not the text of the size that was requested.',
  ),
  missing: CLIENT_METRICS.missing,
} as const satisfies Record<string, MetricSpec>;

const ENTRY = '{"id":"5e8f8f8f","on":true},';

/** JSON of `length` characters, every fourth or fifth of them a quote, as a list of small objects has them. */
export function jsonText(length: number): string {
  return `[${ENTRY.repeat(Math.ceil(length / ENTRY.length))}`.slice(0, length);
}

/** A client library gives up a connection after 20 s; what thousands of them queue for may come later still. */
const MOST_SECONDS = 60;

const scenario: Scenario<StormParams> = {
  name: 'connect-storm',
  about: 'study D: all clients connect at once, each gets one large message for it and closes',
  params: PARAMS,
  needs: ['greet'],
  swarms: ['browser', 'console'],
  metrics: STORM_METRICS,
  connects: 'themselves',
  greet: ({ bytes, text }) => (text === 'json' ? { body: jsonText(bytes) } : { bytes }),
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
  // A client that could not connect has no message to get; a storm is about those that did.
  checks: [
    ALL_CONNECTED,
    {
      flag: 'messages-lost',
      holds: ['receivedByClients', '>=', 'held'],
      says: '{receivedByClients} of {held} connections got a message',
    },
    {
      flag: 'duplicates',
      holds: ['held', '>=', 'receivedByClients'],
      says: '{held} connections got {receivedByClients} messages',
    },
    rightSize('messages'),
    sameAsServer('connections-failed', 'messages-lost', 'duplicates'),
  ],
  flags: { 'connections-failed': 'fatal', 'wrong-size': 'fatal' },
};

export default scenario;
