/** Clients that are gone without a word. The hub waits for them for a few seconds, and then no longer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, type CheckContext, CheckFailure, demand, show, sum } from '../check.ts';
import { now } from '../clock.ts';
import type { TestClient } from '../test-client.ts';
import { Trial } from '../trial.ts';
import { freshTest } from './delivery.ts';

const LAST_WORDS = 3;
const PAUSE_MS = 200;

/** Asks for a test until the hub takes one; then leaves, which makes the hub idle again. */
async function untilIdle(context: CheckContext, client: TestClient): Promise<void> {
  const deadline = Date.now() + context.deadlineMs;
  const before = client.started.length;
  for (;;) {
    const refusals = client.refusals.length;
    client.socket.emit('initTest', { testType: 'echo', clientCount: 1, spacing: 1, startTime: now() });
    await client.until(
      'an answer to initTest',
      () => client.started.length > before || client.refusals.length > refusals,
    );
    if (client.started.length > before) break;
    if (Date.now() > deadline) {
      const seconds = context.deadlineMs / 1000;
      throw new CheckFailure(
        `after the master has vanished the hub must be idle, but ${seconds} s later initTest is still refused: ${show(client.refusals.at(-1))}`,
      );
    }
    await sleep(PAUSE_MS);
  }
  await client.socket.close();
}

/** A client is killed and another one closes its connection, both in the middle of a test. */
async function clientsVanish(context: CheckContext): Promise<void> {
  const clients = [await context.connect('client 1'), await context.connect('client 2')];
  const leaving = await context.connect('the leaving client 3');
  const doomed = await context.connectDoomed({ clientId: 4, messages: LAST_WORDS });
  const trial = new Trial({ testType: 'broadcast', clients, others: 2 });
  await trial.begin();
  await leaving.until('testStarted', () => leaving.started.length > 0);
  const time = now();
  leaving.socket.emit('message', { id: 'c:3m:0', clientId: 3, seq: 0, due: time, sent: time, payload: 'goodbye' });
  trial.otherMessages = LAST_WORDS + 1;
  const heard = (client: TestClient): boolean => client.deliveries.length >= trial.otherMessages;
  await Promise.all(clients.map((client) => client.until('the messages of clients 3 and 4', () => heard(client))));
  await doomed.until('quiet');
  await Promise.all([doomed.kill(), leaving.socket.close()]);

  for (const clientId of [1, 2]) for (let n = 0; n < 5; n += 1) trial.send(clientId, `without them ${n}`);
  await trial.settle();
  const dataset = await trial.finish();
  for (const clientId of [3, 4]) {
    const how = clientId === 3 ? 'closed its connection' : 'was killed';
    const gone = dataset.vanished.filter((entry) => entry.clientId === clientId);
    demand(
      gone.length === 1,
      () =>
        `client ${clientId} ${how} in the test, so it must be in "vanished" once, but that is ${show(dataset.vanished)}`,
    );
  }
  demand(
    dataset.vanished.length === 2,
    () => `only clients 3 and 4 vanished, but "vanished" is ${show(dataset.vanished)}`,
  );
  const received = sum(dataset.server.receivedByServer);
  demand(
    received === trial.sentTotal,
    `the server received ${trial.sentTotal} messages, 4 of them from those who vanished, but counts ${received}`,
  );
  demand(
    dataset.reports.length === 2,
    `the two clients that stayed handed in reports, but the data set has ${dataset.reports.length}`,
  );
  await freshTest(context);
}

export const clientVanishes: Check = {
  name: 'a client vanishes',
  rule: 'A client killed in the middle of a test does not hang it, and the data set names it in "vanished".',
  scope: 'transport',
  run: async (context) => {
    await clientsVanish(context);
    return undefined;
  },
};

export const masterVanishes: Check = {
  name: 'the master vanishes',
  rule: 'When the master is killed the test is over: the hub is idle again and takes the next test.',
  scope: 'transport',
  run: async (context) => {
    const other = await context.connect('the other client');
    const init = { testType: 'broadcast', clientCount: 2, spacing: 1, startTime: now() } as const;
    const master = await context.connectDoomed({ init, clientId: 1, messages: LAST_WORDS });
    await other.until("the master's messages", () => other.deliveries.length >= LAST_WORDS);
    await master.until('quiet');
    await master.kill();
    await untilIdle(context, other);
    await freshTest(context);
    return undefined;
  },
};
