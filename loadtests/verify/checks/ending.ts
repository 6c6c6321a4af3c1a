/** Ends: of clients that are killed in the middle of what they do, and of the server, which stops when it is told to. */
import { setTimeout as sleep } from 'node:timers/promises';
import { all, type Check } from '../check.ts';
import { type Context, tells } from '../context.ts';
import { demand, fail, sameJson, show } from '../demand.ts';
import { relaying } from '../sabotage.ts';
import { Round } from '../sending-round.ts';
import type { TestClient } from '../test-client.ts';
import { isHealthy } from './server.ts';

const LAST_WORDS = 3;
const AFTERWARDS = 5;
const LOOK_AGAIN_MS = 50;

/** Publishes on, as others would in a test, until the server counts the connections of `clients` alone: some learn of a death by sending. */
async function goOnUntilAlone(context: Context, clients: readonly TestClient[]): Promise<void> {
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
    see: 'protocol/README.md#join-and-leave',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2');
      const joins = context.verbs.includes('join');
      const from = 'the victim client';
      const victim = await context.connectToKill({ from, join: joins ? 'anna' : null, messages: LAST_WORDS });
      const heard = (client: TestClient) => client.of('publish').filter(({ data }) => data?.body?.from === from);
      for (const client of clients) {
        await client.until('what the victim client published', () => heard(client).length >= LAST_WORDS);
      }
      await victim.kill();
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
        for (const client of clients) await client.fence(); // joins are told before the round begins
      }
      await context.begin();
      const round = new Round('publish', clients);
      round.send(clients, AFTERWARDS);
      await round.demandInOrder();
      await context.demandCounts({ publish: [round.sent.length, round.sent.length * clients.length] });
    },
    saboteurs: [
      ['believes in the dead', { forgetsDead: true }, /2 are connected, but .* the server counts 3/],
      ['keeps the name', { keepsNames: true }, /waited for left, after a client had been killed/],
      [
        'loses what is published',
        relaying('publish', (r) => ((r.body as { n?: number }).n === 4 ? [] : [r])),
        /client 1 must get 10 bodies by publish, but 2 did not come/,
      ],
    ],
  },
];

export const endingChecks: Check[] = [
  {
    name: 'one process throughout',
    rule: 'Whatever clients sent, the server is still the process that was started.',
    see: 'protocol/server-process.md',
    scope: 'transport',
    run: async (context) => {
      demand(context.crashes.length === 0, `the server ended during ${context.crashes.join('; during ')}`);
      await isHealthy(context);
    },
    // It is about what happened during other checks.
    saboteurs: [],
  },
  {
    name: 'stops on SIGTERM',
    rule: 'On SIGTERM the server ends within 5 s, also with clients connected, and the clients notice that it is gone.',
    see: 'protocol/server-process.md',
    scope: 'transport',
    endsServer: true,
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2', 'client 3', 'client 4', 'client 5');
      await Promise.all(clients.map((client) => client.fence()));
      await context.server.stop();
      const how = await context.server.exited;
      demand(
        how !== 'SIGKILL',
        'the server must end within 5 s of SIGTERM while clients are connected, but had to be killed',
      );
      demand(
        how === 0 || how === 'SIGTERM' || how === 143,
        () => `on SIGTERM the server must end with 0 or by the signal, but it ended with ${show(how)}`,
      );
      if (!tells(context.verbs)) return;
      for (const client of clients) {
        await client.reached(() => client.isClosed);
        demand(
          client.isClosed,
          `the server is gone, but ${client.name} was not told in ${context.deadlineMs / 1000} s`,
        );
      }
    },
    saboteurs: [
      ['has to be killed', { endsWith: 'SIGKILL' }, /had to be killed/],
      ['leaves its clients waiting', { leavesClientsWaiting: true }, /client 1 was not told/],
    ],
  },
];
