/** Clients that are gone without a word: killed in the middle of what they did. */
import { all, type Check } from '../check.ts';
import { demand, sameJson, show } from '../demand.ts';
import { exactlyOnce, unaltered } from '../judge.ts';
import { Round } from '../round.ts';

const LAST_WORDS = 3;
const AFTERWARDS = 5;

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
      const heard = (client: (typeof clients)[number]) =>
        client.of('publish').filter(({ data }) => data?.body?.from === from);
      for (const client of clients) {
        await client.until('what the doomed client published', () => heard(client).length >= LAST_WORDS);
      }
      await doomed.kill();
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
