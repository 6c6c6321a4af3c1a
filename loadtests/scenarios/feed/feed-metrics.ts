/** The metrics where a backend feeds clients through the server. */
import { BACKEND_METRICS, CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';

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
