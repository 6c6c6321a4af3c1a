/** The verb `sink`: a body is counted, and nothing is said. */
import { all, type Check } from '../check.ts';
import { exactlyOnce } from '../judge.ts';
import { Round } from '../sending-round.ts';

const EACH = 20;

export const sinkChecks: Check[] = [
  {
    name: 'sink',
    rule: 'What goes into the sink is counted as received, and nobody is told anything.',
    scope: 'transport',
    needs: all('sink'),
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2');
      await context.begin();
      const round = new Round('sink', clients);
      for (let n = 0; n < EACH; n += 1) for (const client of clients) round.send(client, 'gone');
      await round.settle();
      exactlyOnce(round);
      await context.demandCounts({ sink: [2 * EACH, 0] });
      return undefined;
    },
  },
];
