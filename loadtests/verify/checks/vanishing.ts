/** Clients that are gone without a word: killed in the middle of what they did. */
import { setTimeout as sleep } from 'node:timers/promises';
import { all, type Check, type CheckContext } from '../check.ts';
import { demand, fail, sameJson, show } from '../demand.ts';
import { exactlyOnce, unaltered } from '../judge.ts';
import { Round } from '../sending-round.ts';
import type { TestClient } from '../test-client.ts';

const LAST_WORDS = 3;
const AFTERWARDS = 5;
const LOOK_AGAIN_MS = 50;

/** Publishes on, as others would in a test, until the server counts the connections of `clients` alone: some learn of a death by sending. */
async function goOnUntilAlone(context: CheckContext, clients: readonly TestClient[]): Promise<void> {
  const [publisher] = clients;
  const giveUp = performance.now() + context.noticeMs;
  for (;;) {
    const before = publisher!.of('publish').length;
    publisher!.socket.emit('publish', 'still here');
    await publisher!.until('what it published', () => publisher!.of('publish').length > before);
    const { connections } = await context.control.counts();
    if (connections === clients.length) return;
    if (performance.now() > giveUp) {
      const seconds = context.noticeMs / 1000;
      fail(
        `after a client has been killed ${clients.length} are connected, but ${seconds} s later the server counts ${connections}`,
      );
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

export const vanishingChecks: Check[] = [
  {
    name: 'a killed client is gone',
    rule: 'When a client is killed the server learns of it, counts it no more, and the others go on.',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2');
      const joins = context.verbs.includes('join');
      const from = 'the doomed client';
      const doomed = await context.connectDoomed({ from, join: joins ? 'anna' : null, messages: LAST_WORDS });
      const heard = (client: TestClient) => client.of('publish').filter(({ data }) => data?.body?.from === from);
      for (const client of clients) {
        await client.until('what the doomed client published', () => heard(client).length >= LAST_WORDS);
      }
      await doomed.kill();
      await goOnUntilAlone(context, clients);
      if (joins) {
        for (const client of clients) {
          await client.until('left, after a client had been killed', () => client.of('left').length > 0);
          const left = client.of('left').map(({ data }) => data?.name);
          demand(
            sameJson(left, ['anna']),
            () => `${client.name} must be told that "anna" left, but was of ${show(left)}`,
          );
        }
        await clients[0]!.ask('join', { name: 'anna' });
        for (const client of clients) await client.fence(); // who joined is told before the round begins
      }
      await context.begin();
      const round = new Round('publish', clients);
      for (let n = 0; n < AFTERWARDS; n += 1) for (const client of clients) round.send(client);
      await round.settle();
      exactlyOnce(round);
      unaltered(round);
      await context.demandCounts({ publish: [round.sent.length, round.sent.length * clients.length] });
      return undefined;
    },
  },
];
