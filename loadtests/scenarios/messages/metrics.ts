/** What clients measure who send messages and get them back. `delivery` besides is for messages that reach other clients too. */
import { CLIENT_METRICS } from '../../../protocol/standard-metrics.ts';

const {
  sentByClients,
  receivedByClients,
  fromSent,
  fromDue,
  lateness,
  toServer,
  inServer,
  toClient,
  duplicates,
  outOfOrder,
  missing,
} = CLIENT_METRICS;

export const MESSAGE_METRICS = {
  sentByClients,
  receivedByClients,
  fromSent,
  fromDue,
  lateness,
  toServer,
  inServer,
  toClient,
  duplicates,
  outOfOrder,
  missing,
};
