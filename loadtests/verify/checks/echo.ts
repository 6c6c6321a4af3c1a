/** The verb `echo`: a body comes back to its sender. */
import { all, type Check, type CheckContext } from '../check.ts';
import { exactlyOnce, hopsInOrder, inOrder, unaltered } from '../judge.ts';
import { Round } from '../sending-round.ts';

const EACH = 20;
const BURST = 1_000;

/** Three clients that send 20 bodies each, and one that only looks on. */
async function ordinaryRound(context: CheckContext): Promise<Round> {
  const clients = await context.connectAll('client 1', 'client 2', 'client 3', 'the onlooker');
  const round = new Round('echo', clients);
  for (let n = 0; n < EACH; n += 1)
    for (const client of clients.slice(0, 3)) round.send(client, { n, list: [null, ''] });
  await round.settle();
  return round;
}

/** One fresh client, one body: the server still does its work. */
export async function stillEchoes(context: CheckContext): Promise<void> {
  const round = new Round('echo', [await context.connect('a fresh client')]);
  round.send(round.clients[0]!, 'still there?');
  await round.settle();
  exactlyOnce(round);
  unaltered(round);
}

export const echoChecks: Check[] = [
  {
    name: 'echo',
    rule: 'A body that is echoed comes back once, unaltered, to its sender alone.',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const round = await ordinaryRound(context);
      exactlyOnce(round);
      unaltered(round);
      return undefined;
    },
  },
  {
    name: 'echo, hops',
    rule: 'An echo says when the server had it and when it handed it on: in that order, after it was sent and before it came.',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      hopsInOrder(await ordinaryRound(context));
      return undefined;
    },
  },
  {
    name: 'echo, counted',
    rule: 'An echo is counted as one received and one sent.',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2');
      await context.begin();
      const round = new Round('echo', clients);
      for (let n = 0; n < EACH; n += 1) for (const client of clients) round.send(client);
      await round.settle();
      await context.demandCounts({ echo: [2 * EACH, 2 * EACH] });
      return undefined;
    },
  },
  {
    name: '1,000 echoes at once',
    rule: 'A client that sends 1,000 bodies at once gets all of them back, once, in order.',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const round = new Round('echo', [await context.connect('the hasty client')]);
      await context.begin();
      for (let n = 0; n < BURST; n += 1) round.send(round.clients[0]!);
      await round.settle();
      exactlyOnce(round);
      inOrder(round);
      await context.demandCounts({ echo: [BURST, BURST] });
      return undefined;
    },
  },
];
