/** The metrics where a backend feeds clients through the server, and what must hold of them. */
import { BACKEND_METRICS, CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Check } from '../scenario.ts';
import { delivered, NOTHING_REFUSED, noNegative, onceAndInOrder, sameAsServer } from '../shared/checks.ts';

const { receivedByClients, delivery, toServer, inServer, toClient, duplicates, outOfOrder, missing } = CLIENT_METRICS;

export const FEED_METRICS = {
  delivery: { ...delivery, about: 'From the backend feeding a body to a client having it.' },
  toServer: {
    ...toServer,
    label: 'backend to server',
    about: 'From the backend feeding a body to the server having it.',
  },
  inServer: { ...inServer, about: 'From the server having a body to its handing it on.' },
  toClient: { ...toClient, about: 'From the server beginning to hand a body on to a client having it.' },
  receivedByClients,
  duplicates,
  outOfOrder,
  missing,
  ...BACKEND_METRICS,
};

/** The totals when each of `clients` gets each of the bodies. */
export function feedTotals(messages: number, clients: number): Record<string, number> {
  return {
    sentByBackend: messages,
    receivedByServer: messages,
    sentByServer: messages * clients,
    receivedByClients: messages * clients,
    duplicates: 0,
    outOfOrder: 0,
    missing: 0,
  };
}

const CHECKS: readonly Check[] = [
  {
    flag: 'messages-lost',
    holds: ['sentByBackend', '>=', 'sentByBackend.expected'],
    says: 'the backend fed {sentByBackend} of {sentByBackend.expected}',
  },
  {
    flag: 'messages-lost',
    holds: ['receivedByServer', '>=', 'sentByBackend'],
    says: 'the server had {receivedByServer} of the {sentByBackend} that were fed',
  },
  ...delivered('bodies'),
  NOTHING_REFUSED,
  ...onceAndInOrder('bodies', ''),
  sameAsServer('messages-lost', 'duplicates'),
  {
    flag: 'counts-disagree',
    holds: ['unasked', '=', 0],
    says: 'the server could not be asked how much it sent',
    unless: ['messages-lost', 'duplicates'],
  },
  noNegative('delivery', 'bodies', 'fed'),
];

/** Each body reaches each client, once and in order. */
export const FEED_CHECKS: readonly Check[] = CHECKS.map((check) =>
  check.flag === 'messages-lost' ? { ...check, withError: true } : check,
);
