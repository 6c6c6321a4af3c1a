/** Checks of what the controller of a server has it say: `greet`, and `feed` for the lines of a backend. */
import { BODY_LIMIT_BYTES, type Relayed } from '../../../protocol/verbs.ts';
import { all, type Check } from '../check.ts';
import { demandRefused, jsonOf } from '../control-client.ts';
import { demand, sameJson, show } from '../demand.ts';
import type { Answer, OpenRequest } from '../http.ts';
import { changing, miscounting } from '../sabotage.ts';
import type { TestClient } from '../test-client.ts';
import { vectorCheck } from './vectors.ts';

const bodiesOf = (client: TestClient): unknown[] => client.of('feed').map(({ data }) => data?.body);

/** Waits until `client` has been fed `wanted`, and demands that it has been fed nothing else. */
async function demandFed(client: TestClient, wanted: unknown[]): Promise<void> {
  await client.until(`${wanted.length} lines of the feed`, () => bodiesOf(client).length >= wanted.length);
  await client.fence();
  const bodies = bodiesOf(client);
  demand(sameJson(wanted, bodies), () => `${client.name} must be fed ${show(wanted)}, but was fed ${show(bodies)}`);
}

/** The answer of `feed`, however its body stands; what could no longer be written is no matter. */
async function answerOf(feed: OpenRequest): Promise<Answer> {
  try {
    return await feed.answer;
  } finally {
    feed.destroy();
  }
}

export const greetChecks: Check[] = [
  vectorCheck(
    'greet',
    'Once begin has set a greeting, every new connection gets it, once, with its hops; after a begin without, none.',
    'greet-and-feed',
    [
      ['never greets', changing('greet', () => []), /B must get greet .* it did not come/],
      [
        'greets twice',
        changing('greet', (greeting) => [greeting, greeting]),
        /must be told nothing more, but got "greet"/,
      ],
      [
        'greets with less',
        changing('greet', (r: Relayed) => [{ ...r, body: '' }]),
        /B's greet .*\.body must be .*, but is ""/,
      ],
      [
        'goes on greeting',
        {
          control: {
            begin: (asked) => {
              const { greet, ...others } = asked as { greet?: unknown };
              return greet == null ? { ...others, greet: { bytes: 1 } } : asked;
            },
          },
        },
        /must be told nothing more, but got "greet"/,
      ],
    ],
  ),
];

export const feedChecks: Check[] = [
  vectorCheck(
    'feed',
    'A line goes to every open connection, or to the one of a name, as soon as it is complete, with its hops, and is counted.',
    'greet-and-feed',
    [
      ['waits for the end', { control: { feedsAtEnd: true } }, /A must get feed .* it did not come/],
      ['counts one for all', miscounting('feed', 'sent'), /of feed .* 2 received and 2 sent/],
      ['feeds everybody', { control: { feedsAll: true } }, /the answer to a feed .*\.sent must be 1, but is 2/],
    ],
  ),
  {
    name: 'feed, several lines',
    rule: 'Lines may come in pieces; one that is not JSON or is too large ends the feed with 400 and its number, and what came before it has been sent.',
    see: 'protocol/README.md#control',
    scope: 'transport',
    needs: all('feed'),
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2');
      await context.begin();
      const first = { price: 1.25, text: '\u{1f600}' };
      const line = JSON.stringify(first);
      const feed = context.control.feed();
      feed.write(line.slice(0, 7));
      feed.write(`${line.slice(7)}\n`);
      for (const client of clients) await demandFed(client, [first]);
      feed.write('\n"two"\r\n[3]\n');
      const fed: unknown[] = [first, 'two', [3]];
      for (const client of clients) await demandFed(client, fed);
      feed.end();
      const answer = jsonOf(await answerOf(feed), 'a feed');
      const wanted = { lines: 3, sent: 3 * clients.length };
      demand(
        sameJson(wanted, answer),
        () => `a feed must be answered with ${show(wanted)}, but was with ${show(answer)}`,
      );
      const faults = {
        'not JSON': '{"half":',
        'not a number of JSON': '[NaN]',
        'too large': JSON.stringify('x'.repeat(BODY_LIMIT_BYTES)),
      };
      for (const [what, fault] of Object.entries(faults)) {
        const broken = context.control.feed();
        broken.write(`"${what} follows"\n1\n${fault}\n"never"\n`);
        broken.end();
        const { reason } = demandRefused(await answerOf(broken), 400, `a feed with a line that is ${what}`);
        demand(/\b3\b/.test(reason), () => `line 3 of a feed is ${what}, and the reason must say so: ${show(reason)}`);
        fed.push(`${what} follows`, 1);
      }
      for (const client of clients) await demandFed(client, fed);
      await context.demandCounts({ feed: [fed.length, fed.length * clients.length] });
    },
    saboteurs: [
      [
        'loses a line',
        { control: { line: (text) => (text.includes('two') ? undefined : text) } },
        /waited for 3 lines of the feed/,
      ],
      [
        'takes a broken line as text',
        { control: { line: (text) => (text.startsWith('{"half') ? '0' : text) } },
        /with a line that is not JSON must be answered 400/,
      ],
      [
        'takes NaN',
        { control: { line: (text) => text.replace('NaN', '0') } },
        /with a line that is not a number of JSON must be answered 400/,
      ],
    ],
  },
  {
    name: 'feed, to who leaves',
    rule: 'A feed to a name goes to the connection that joined as it, alone, and ends with 404 when that leaves.',
    see: 'protocol/README.md#control',
    scope: 'transport',
    needs: all('feed', 'join'),
    run: async (context) => {
      const [one, two] = (await context.connectAll('client 1', 'client 2')) as [TestClient, TestClient];
      const name = 'anna & b\u00f6b';
      await one.ask('join', { name });
      const feed = context.control.feed(name);
      feed.write('{"for":"one"}\n');
      await demandFed(one, [{ for: 'one' }]);
      await demandFed(two, []);
      await one.ask('leave', {});
      feed.write('"too late"\n');
      demandRefused(await answerOf(feed), 404, 'a feed to a name that has left');
      await demandFed(one, [{ for: 'one' }]);
    },
    saboteurs: [['feeds everybody', { control: { feedsAll: true } }, /client 2 must be fed \[\], but was fed/]],
  },
];
