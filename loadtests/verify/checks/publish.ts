/** The verb `publish`: a body goes to all in the room. */
import { all, type Check, type CheckContext } from '../check.ts';
import { exactlyOnce, hopsInOrder, inOrder, unaltered } from '../judge.ts';
import { Round } from '../sending-round.ts';

const EACH = 20;

/** Three clients that send 20 bodies each, and one that only looks on; counted from its beginning. */
async function ordinaryRound(context: CheckContext): Promise<Round> {
  const clients = await context.connectAll('client 1', 'client 2', 'client 3', 'the onlooker');
  await context.begin();
  const round = new Round('publish', clients);
  for (let n = 0; n < EACH; n += 1)
    for (const client of clients.slice(0, 3)) round.send(client, { n, list: [null, ''] });
  await round.settle();
  return round;
}

export const publishChecks: Check[] = [
  {
    name: 'publish',
    rule: 'A body that is published comes once, unaltered, to every open connection, the sender’s too.',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      const round = await ordinaryRound(context);
      exactlyOnce(round);
      unaltered(round);
      return undefined;
    },
  },
  {
    name: 'publish, order per sender',
    rule: 'Every connection gets the bodies of one sender in the order they were sent.',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      inOrder(await ordinaryRound(context));
      return undefined;
    },
  },
  {
    name: 'publish, hops',
    rule: 'What is published says when the server had it and when it began to hand it on: the same to everybody.',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      hopsInOrder(await ordinaryRound(context));
      return undefined;
    },
  },
  {
    name: 'publish, counted',
    rule: 'What is published is counted as one received, and one sent for each open connection.',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      const round = await ordinaryRound(context);
      await context.demandCounts({ publish: [round.sent.length, round.sent.length * round.clients.length] });
      return undefined;
    },
  },
];
