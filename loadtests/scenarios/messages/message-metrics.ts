/**
 * Metrics of clients that send messages and get them back, without and with what reaches other clients too, and what must hold of
 * them.
 */
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Check } from '../scenario.ts';
import {
  delivered,
  NOTHING_REFUSED,
  noNegative,
  onceAndInOrder,
  RECEIVED_ONCE,
  SENT_AND_RECEIVED,
  sameAsServer,
} from '../shared/checks.ts';

const { delivery, ...own } = CLIENT_METRICS;

export const MESSAGE_METRICS = own;
export const SHARED_MESSAGE_METRICS = { ...own, delivery };

/** Nothing is lost, nothing comes twice, nothing overtakes. */
export const MESSAGE_CHECKS: readonly Check[] = [
  ...SENT_AND_RECEIVED,
  ...delivered('deliveries'),
  NOTHING_REFUSED,
  ...onceAndInOrder('messages', ' of the same sender'),
  noNegative('fromSent', 'messages', 'sent'),
  sameAsServer('messages-lost', 'duplicates'),
  {
    flag: 'counts-disagree',
    holds: ['fromSent.values', '=', 'sentByClients'],
    says: '{fromSent.values} latencies for {sentByClients} messages',
    unless: ['messages-lost'],
  },
  // After the comparison with the server's count: what the server received twice does not explain a difference there.
  RECEIVED_ONCE,
  {
    flag: 'overtime',
    holds: [['sentByClients.late', 'receivedByClients.late'], '=', 0],
    says: 'planned {plannedSeconds} s; more than a bucket after that clients still sent {sentByClients.late} and got {receivedByClients.late} messages',
  },
];
