/** The report that a page with some of a trial's clients hands in. */
import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import type { Report } from '../../protocol/messages.ts';
import { sum } from './check.ts';
import { now } from './clock.ts';
import type { Trial } from './trial.ts';

const histogram = (): Histogram => build({ useWebAssembly: false });

/** What the clients `clientIds` of `trial` have sent and got so far; everything in bucket 0. */
export function reportOf(trial: Trial, clientIds: number[]): Report {
  const fromServer = histogram();
  let latencyCount = 0;
  let latencySum = 0;
  let receivedByClients = 0;
  const transports: Record<string, number> = {};
  for (const clientId of clientIds) {
    const client = trial.client(clientId);
    transports[client.socket.transport] = (transports[client.socket.transport] ?? 0) + 1;
    for (const message of trial.delivered(client)) {
      receivedByClients += 1;
      if (message.clientId !== clientId) continue;
      // The suite measures nothing, so the time until the report will do: numbers of a likely size.
      const latency = Math.max(0, now() - message.sent);
      latencyCount += 1;
      latencySum += latency;
      fromServer.recordValue(Math.round(latency * 1000));
    }
  }
  const latency = encodeIntoCompressedBase64(fromServer);
  return {
    clientIds,
    sentByClients: [sum(clientIds.map((clientId) => trial.sent[clientId - 1]!.length))],
    receivedByClients: [receivedByClients],
    latencySum: [latencySum],
    latencyCount: [latencyCount],
    fromSent: latency,
    fromDue: latency,
    delivery: null,
    lateness: encodeIntoCompressedBase64(histogram()),
    duplicates: 0,
    missing: 0,
    outOfOrder: 0,
    negative: 0,
    refused: [],
    closed: [],
    transports,
    loopDelay: null,
  };
}
