/** Judgements on what was delivered and counted. Each throws a CheckFailure that names the messages or the numbers. */
import type { Dataset, LoadMessage } from '../../protocol/messages.ts';
import { demand, sameJson, show, sum } from './check.ts';
import type { Trial } from './trial.ts';

const some = (ids: readonly string[]): string =>
  ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');

/** Every connection got each message that it must get once, and nothing else. */
export function exactlyOnce(trial: Trial): void {
  for (const client of trial.connections) {
    const expected = new Set(trial.expected(client).map((message) => message.id));
    const seen = new Set<string>();
    const twice: string[] = [];
    const strange: string[] = [];
    for (const { id } of trial.delivered(client)) {
      if (!expected.has(id)) strange.push(id);
      else if (seen.has(id)) twice.push(id);
      seen.add(id);
    }
    const lost = [...expected].filter((id) => !seen.has(id));
    const type = `in ${trial.init.testType === 'echo' ? 'an echo' : 'a broadcast'} test`;
    demand(
      lost.length === 0,
      () => `${type} ${client.name} must get ${expected.size} messages, but ${lost.length} did not come: ${some(lost)}`,
    );
    demand(twice.length === 0, () => `${type} ${client.name} got messages more than once: ${some(twice)}`);
    demand(strange.length === 0, () => `${type} ${client.name} got messages not meant for it: ${some(strange)}`);
  }
}

/** Every connection got the messages of each sender in the order they were sent. */
export function inOrder(trial: Trial): void {
  for (const client of trial.connections) {
    const last = new Map<number, LoadMessage>();
    for (const message of trial.delivered(client)) {
      const previous = last.get(message.clientId);
      demand(
        previous === undefined || previous.seq <= message.seq,
        () =>
          `${client.name} must get messages in the order they were sent, but got ${previous!.id} before ${message.id}`,
      );
      last.set(message.clientId, message);
    }
  }
}

/** Every message came back as it was sent, with the server's time on it. */
export function unaltered(trial: Trial): void {
  const sent = new Map(trial.sent.flat().map((message) => [message.id, message]));
  for (const client of trial.connections) {
    for (const { received, ...message } of trial.delivered(client)) {
      const original = sent.get(message.id);
      if (original === undefined) continue; // exactlyOnce names it
      demand(
        sameJson(message, original),
        () => `${client.name} must get ${message.id} as it was sent, ${show(original)}, but got ${show(message)}`,
      );
      demand(
        typeof received === 'number' && Number.isFinite(received) && received > 0,
        () => `a delivered message carries the server's time in "received", but ${client.name} got ${show(received)}`,
      );
    }
  }
}

const trimmed = (buckets: readonly number[]): number[] => {
  const list = [...buckets];
  while (list.length > 0 && list.at(-1) === 0) list.pop();
  return list;
};

/** The data set says exactly what happened: totals, buckets, reports, nobody missing. */
export function exactCounts(trial: Trial, dataset: Dataset): void {
  const { server } = dataset;
  const { testType, clientCount, spacing } = trial.init;
  const copies = testType === 'broadcast' ? trial.connections.length : 1;
  const facts: [string, unknown, unknown][] = [
    ['testType', dataset.testType, testType],
    ['clientCount', dataset.clientCount, clientCount],
    ['server.spacing', server.spacing, spacing],
    ['the sum of server.receivedByServer', sum(server.receivedByServer), trial.sentTotal],
    [`the sum of server.sentByServer (${copies} per message)`, sum(server.sentByServer), trial.sentTotal * copies],
    ['server.broadcasts', server.broadcasts, testType === 'broadcast' ? trial.sentTotal : 0],
  ];
  for (const [what, got, wanted] of facts) {
    demand(got === wanted, () => `${what} must be ${show(wanted)} in the data set, but is ${show(got)}`);
  }
  demand(
    server.finishedAt >= server.startedAt,
    () => `server.finishedAt (${server.finishedAt}) must not be before server.startedAt (${server.startedAt})`,
  );
  demand(
    dataset.reports.length === trial.reports.length,
    () => `${trial.reports.length} reports were handed in, but the data set has ${dataset.reports.length}`,
  );
  for (const report of trial.reports) {
    const kept = dataset.reports.find((candidate) => sameJson(candidate.clientIds, report.clientIds));
    demand(
      kept !== undefined && sameJson(kept, report),
      () => `the data set must have the report of clients ${report.clientIds} as it was sent, but has ${show(kept)}`,
    );
  }
}

/** The server's buckets are those of the times that it stamped on the messages. */
export function exactBuckets(trial: Trial, dataset: Dataset): void {
  const { startedAt, spacing, receivedByServer, sentByServer } = dataset.server;
  const wanted: number[] = [];
  const stamps = new Map(trial.delivered(trial.master).map((message) => [message.id, message.received]));
  for (const received of stamps.values()) {
    const bucket = Math.floor((received - startedAt) / (spacing * 1000));
    while (wanted.length <= bucket) wanted.push(0);
    wanted[bucket]! += 1;
  }
  demand(
    sameJson(trimmed(receivedByServer), trimmed(wanted)),
    () =>
      `by the times stamped on the messages, receivedByServer must be ${show(wanted)} per ${spacing} s, but is ${show(receivedByServer)}`,
  );
  const copies = trial.connections.length;
  demand(
    sameJson(trimmed(sentByServer), trimmed(wanted.map((count) => count * copies))),
    () => `sentByServer must be ${copies} times receivedByServer in each bucket, but is ${show(sentByServer)}`,
  );
}

/** Nobody was counted out. */
export function nobodyVanished(dataset: Dataset): void {
  demand(
    dataset.vanished.length === 0,
    () => `no client vanished, but the data set's "vanished" is ${show(dataset.vanished)}`,
  );
}
