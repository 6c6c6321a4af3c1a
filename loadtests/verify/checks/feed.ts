/** The verb `feed`: lines that a backend hands in go out as they come. */
import type { Fed } from '../../../protocol/control.ts';
import { BODY_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { monotonicMs as now } from '../../../system/monotonic.ts';
import { all, type Check } from '../check.ts';
import { demandRefused, jsonOf } from '../control-client.ts';
import { demand, sameJson, show } from '../demand.ts';
import type { Answer, OpenRequest } from '../http.ts';
import { demandHops } from '../judge.ts';
import type { TestClient } from '../test-client.ts';

const bodiesOf = (client: TestClient): unknown[] => client.of('feed').map(({ data }) => data?.body);

/** Waits until `client` has been fed `wanted`, and demands that it has been fed nothing else. */
async function demandFed(client: TestClient, wanted: unknown[]): Promise<void> {
  await client.until(`${wanted.length} lines of the feed`, () => bodiesOf(client).length >= wanted.length);
  await client.fence();
  const bodies = bodiesOf(client);
  demand(sameJson(bodies, wanted), () => `${client.name} must be fed ${show(wanted)}, but was fed ${show(bodies)}`);
}

function demandAnswer(answer: Answer, wanted: Fed): void {
  demand(answer.status === 200, () => `a feed that has ended must be answered 200, but was with ${answer.status}`);
  const fed = jsonOf(answer, 'a feed');
  demand(sameJson(fed, wanted), () => `a feed must be answered with ${show(wanted)}, but was with ${show(fed)}`);
}

/** The answer of `feed`, however its body stands; what could no longer be written is no matter. */
async function answerOf(feed: OpenRequest): Promise<Answer> {
  try {
    return await feed.answer;
  } finally {
    feed.destroy();
  }
}

export const feedChecks: Check[] = [
  {
    name: 'feed',
    rule: 'Each line of a feed goes to every open connection as soon as it is complete, with its hops, and is counted.',
    scope: 'transport',
    needs: all('feed'),
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2');
      await context.begin();
      const feed = context.control.feed();
      const first = { price: 1.25, text: '\u{1f600}' };
      const since = now();
      const line = JSON.stringify(first);
      feed.write(line.slice(0, 7));
      feed.write(`${line.slice(7)}\n`);
      // The feed goes on: who waited for its end would wait for ever.
      for (const client of clients) await demandFed(client, [first]);
      feed.write('\n"two"\r\n[3]\n');
      for (const client of clients) await demandFed(client, [first, 'two', [3]]);
      feed.end();
      demandAnswer(await answerOf(feed), { lines: 3, sent: 3 * clients.length });
      for (const client of clients) {
        for (const { data, at } of client.of('feed')) demandHops(data.hops, since, at, `a line fed to ${client.name}`);
      }
      await context.demandCounts({ feed: [3, 3 * clients.length] });
      return undefined;
    },
  },
  {
    name: 'feed, to one',
    rule: 'A feed to a name goes to the connection that joined as it, alone, and ends with 404 when that leaves.',
    scope: 'transport',
    needs: all('feed', 'join'),
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2');
      const [one, two] = [clients[0]!, clients[1]!];
      const name = 'anna & b\u00f6b';
      await one.ask('join', { name });
      await context.begin();
      const feed = context.control.feed(name);
      feed.write('{"for":"one"}\n');
      await demandFed(one, [{ for: 'one' }]);
      await demandFed(two, []);
      await one.ask('leave', {});
      feed.write('"too late"\n');
      demandRefused(await answerOf(feed), 404, 'a feed to a name that has left');
      await demandFed(one, [{ for: 'one' }]);
      const nobody = context.control.feed('nobody');
      nobody.end();
      demandRefused(await answerOf(nobody), 404, 'a feed to an unknown name');
      await context.demandCounts({ feed: [1, 1], leave: [1, clients.length] });
      return undefined;
    },
  },
  {
    name: 'feed, broken line',
    rule: 'A line that is not JSON or is too large ends the feed with 400 and its number; what came before it has been sent.',
    scope: 'transport',
    needs: all('feed'),
    run: async (context) => {
      const client = await context.connect('client 1');
      await context.begin();
      const lines = { 'not JSON': '{"half":', 'too large': JSON.stringify('x'.repeat(BODY_LIMIT_BYTES)) };
      for (const [what, line] of Object.entries(lines)) {
        const feed = context.control.feed();
        feed.write(`"${what} follows"\n1\n${line}\n"never"\n`);
        feed.end();
        const { reason } = demandRefused(await answerOf(feed), 400, `a feed with a line that is ${what}`);
        demand(
          /\b3\b/.test(reason),
          `line 3 of a feed is ${what}, and the reason must say so, but says: ${show(reason)}`,
        );
      }
      await demandFed(client, ['not JSON follows', 1, 'too large follows', 1]);
      await context.demandCounts({ feed: [4, 4] });
      return undefined;
    },
  },
];
