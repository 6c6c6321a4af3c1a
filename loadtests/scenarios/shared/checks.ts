/** Checks that several scenarios have. Pages import this: no Node.js modules. */
import type { Check } from '../scenario.ts';

/** Clients sent all that was planned, and the server received it. */
export const SENT_AND_RECEIVED: readonly Check[] = [
  {
    flag: 'messages-lost',
    holds: ['sentByClients', '>=', 'sentByClients.expected'],
    says: 'clients sent {sentByClients} of {sentByClients.expected}',
  },
  {
    flag: 'messages-lost',
    holds: ['receivedByServer', '>=', 'sentByClients'],
    says: 'the server received {receivedByServer} of the {sentByClients} sent',
  },
];

/** The server received nothing twice. */
export const RECEIVED_ONCE: Check = {
  flag: 'duplicates',
  holds: ['sentByClients', '>=', 'receivedByServer'],
  says: 'the server received {receivedByServer} of {sentByClients} sent',
};

export const NOTHING_REFUSED: Check = {
  flag: 'messages-lost',
  holds: ['refused', '=', 0],
  says: 'the server refused {refused} events ({refusal})',
};

/** Every delivery arrived. @param things the name of the deliveries in sentences */
export const delivered = (things: string): Check[] => [
  {
    flag: 'messages-lost',
    holds: ['receivedByClients.unique', '>=', 'receivedByClients.expected'],
    says: '{receivedByClients.unique} of {receivedByClients.expected} were delivered',
  },
  {
    flag: 'messages-lost',
    holds: ['missing', '=', 0],
    says: `clients miss {missing} ${things}`,
    unless: ['messages-lost'],
  },
];

/** Nothing was delivered twice or out of order. @param overtaken ends the sentence about the order */
export const onceAndInOrder = (things: string, overtaken: string): Check[] => [
  { flag: 'duplicates', holds: ['duplicates', '=', 0], says: `{duplicates} ${things} were delivered twice` },
  {
    flag: 'out-of-order',
    holds: ['outOfOrder', '=', 0],
    says: `{outOfOrder} ${things} overtook an earlier one${overtaken}`,
  },
];

/** No latency is negative. @param sent the verb for `things`, such as `sent` */
export const noNegative = (trend: string, things: string, sent: string): Check => ({
  flag: 'negative-latency',
  holds: [`${trend}.negative`, '=', 0],
  says: `{${trend}.negative} ${things} arrived before they were ${sent}: a clock has jumped`,
});

/** Server and clients agree on how much was delivered. Losses and copies explain a difference. */
export const sameAsServer = (...unless: string[]): Check => ({
  flag: 'counts-disagree',
  holds: ['sentByServer', '=', 'receivedByClients'],
  says: 'the server says it sent {sentByServer}, the clients that they got {receivedByClients}',
  unless,
});

/** Every client was connected. */
export const ALL_CONNECTED: Check = {
  flag: 'connections-failed',
  holds: ['held', '>=', 'clients'],
  says: '{held.short} of {clients} connections failed',
  withError: true,
};

/** @param things `messages` or `replies` */
export const rightSize = (things: string): Check => ({
  flag: 'wrong-size',
  holds: ['wrongSize', '=', 0],
  says: `{wrongSize} of {receivedByClients} ${things} were not the text of {bytes} bytes`,
});
