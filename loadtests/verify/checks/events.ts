/** The verbs that clients send as events: `echo`, `publish` and `sink`; and what bodies are made of. */
import type { Relayed } from '../../../protocol/verbs.ts';
import { CARRIERS, carriersOf } from '../carried-body.ts';
import { all, any, type Check } from '../check.ts';
import type { Context } from '../context.ts';
import { demand, show } from '../demand.ts';
import { countsChanged, echoing, miscoded, miscounting, relaying, swapping } from '../sabotage.ts';
import { Round } from '../sending-round.ts';
import { vectorCheck } from './vectors.ts';

const BURST = 1_000;
const EACH = 20;
const numberOf = ({ body }: Relayed): number => (body as { n: number }).n;

/** Has each of `bodies` carried by the first verb that brings it back; what came back, in order. */
async function carried(context: Context, bodies: readonly unknown[]): Promise<unknown[]> {
  const client = await context.connect('a client');
  const [verb] = carriersOf(context.verbs);
  if (verb === 'request') {
    const replies = await Promise.all(bodies.map((body) => client.ask('request', { body })));
    return replies.map(({ body }) => body);
  }
  for (const body of bodies) client.socket.emit(verb!, body);
  await client.until(`${bodies.length} bodies back`, () => client.of(verb!).length >= bodies.length);
  return client.of(verb!).map(({ data }) => (data as Relayed | null)?.body);
}

export const echoChecks: Check[] = [
  vectorCheck('echo', 'A body comes back to its sender alone: once, unaltered, with its hops, and counted.', 'verbs', [
    [
      'loses a body',
      relaying('echo', (r) => (r.body === 'text' ? [] : [r])),
      /A's echo .*\.body must be "text", but is 0/,
    ],
    ['echoes twice', relaying('echo', (r) => (r.body === true ? [r, r] : [r])), /body must be false, but is true/],
    [
      'echoes to others',
      { down: (sent, nth) => (nth === 0 && sent.event === 'echo' ? [sent, { ...sent, data: 'x' }] : [sent]) },
      /./,
    ],
    ['alters a body', relaying('echo', (r) => [{ ...r, body: { more: 1 } }]), /\.body\.a must be \[1,/],
    [
      'tells something else',
      { down: (sent, nth) => (nth === 0 && sent.event === 'echo' ? [sent, { event: 'sink', data: 1 }] : [sent]) },
      /A must get echo .* but got sink 1/,
    ],
    ['has no hops', relaying('echo', ({ body }) => [{ body } as Relayed]), /must carry hops, .* but has nothing/],
    [
      'swaps hops',
      relaying('echo', (r) => [{ ...r, hops: [r.hops[1] + 1, r.hops[0]] }]),
      /must not have been handed on b/,
    ],
    [
      'has another clock',
      relaying('echo', (r) => [{ ...r, hops: r.hops.map((at) => at + Date.now()) }]),
      /by this machine's monotonic clock, so its hops must lie between/,
    ],
    ['counts one twice', miscounting('echo', 'received'), /of echo .* 18 received .* has 19 and 18/],
    ['ends texts at a zero', echoing((body) => text(body, (it) => it.split('\0')[0]!)), /\\u0000/],
    [
      'composes accents',
      echoing((body) => text(body, (it) => it.normalize('NFC'))),
      /must be "e\\u0301 a\\u030a", but is "\\u00e9 /,
    ],
    ['takes null for none', echoing((body) => body ?? {}), /body must be null, but is \{\}/],
    [
      'assigns fields',
      echoing((body: object | null) => (body && Object.hasOwn(body, '__proto__') ? Object.assign({}, body) : body)),
      /body\.__proto__ must be/,
    ],
    [
      'cuts at 64 KB',
      echoing((body) => text(body, (it) => it.slice(0, 65_536))),
      /body must be .*\(1080002 characters\), but is .*\(393218 characters\)/,
    ],
    [
      'loses the largest',
      relaying('echo', (r) => (JSON.stringify(r.body).length > 1e6 ? [] : [r])),
      /echo-.*it did not come within/,
    ],
    ['uses another code', miscoded('too-large'), /\.code must be "too-large", but is "oops"/],
  ]),
  {
    name: '1,000 echoes at once',
    rule: 'A client that sends 1,000 bodies at once gets all of them back, once, in order.',
    see: 'protocol/README.md#verbs',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      // Where each event is a request of its own, a thousand take a while.
      const client = await context.connect('the hasty client', undefined, {}, context.timeoutMs);
      await context.begin();
      const round = new Round('echo', [client]);
      round.send([client], BURST);
      await round.demandInOrder();
      await context.demandCounts({ echo: [BURST, BURST] });
    },
    saboteurs: [
      ['drops some', relaying('echo', (r) => (numberOf(r) < 900 ? [r] : [])), /100 did not come/],
      ['swaps them', swapping('echo'), /in the order they were sent/],
    ],
  },
];

export const publishChecks: Check[] = [
  vectorCheck(
    'publish',
    'A body goes to every open connection, the sender’s too: once, unaltered, with the same hops, and counted.',
    'verbs',
    [
      [
        'forgets onlookers',
        relaying('publish', (r, nth) => (nth === 2 ? [] : [r])),
        /C must get publish .* it did not come/,
      ],
      [
        'forgets senders',
        relaying('publish', (r, nth) => (nth === 1 ? [] : [r])),
        /B must get publish .* it did not come/,
      ],
      [
        'tells one twice',
        relaying('publish', (r, nth) => (nth === 2 ? [r, r] : [r])),
        /C's publish .*body must be null/,
      ],
      ['alters a body', relaying('publish', (r) => [{ ...r, body: { n: 2 } }]), /\.body\.n must be 1, but is 2/],
      [
        'stamps each copy',
        relaying('publish', (r, nth) => [{ ...r, hops: [r.hops[0] - nth * 0.001, r.hops[1]] }]),
        /hops of one event are the same for everybody/,
      ],
      ['counts one for all', miscounting('publish', 'sent'), /of publish .* 3 received and 9 sent/],
    ],
  ),
  {
    name: 'publish, order per sender',
    rule: 'While several publish, every connection gets each body once, and those of one sender in the order they were sent.',
    see: 'protocol/README.md#verbs',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2', 'client 3', 'the onlooker');
      await context.begin();
      const round = new Round('publish', clients);
      round.send(clients.slice(0, 3), EACH);
      await round.demandInOrder();
      await context.demandCounts({ publish: [3 * EACH, 3 * EACH * clients.length] });
    },
    saboteurs: [
      ['swaps bodies', swapping('publish'), /in the order they were sent, but got client \d #\d/],
      ['forgets onlookers', relaying('publish', (r, nth) => (nth === 3 ? [] : [r])), /the onlooker must get 60/],
    ],
  },
];

export const sinkChecks: Check[] = [
  vectorCheck('sink', 'What goes into the sink is counted as received, and nobody is told anything.', 'verbs', [
    [
      'does not count',
      countsChanged(({ verbs }) => ({ verbs: { ...verbs, sink: verbs.echo } })),
      /of sink .* 4 received/,
    ],
    [
      'says something',
      { up: (sent) => (sent.event === 'sink' ? [sent, { ...sent, event: 'publish' }] : [sent]) },
      /A must .* but got "?publish/,
    ],
  ]),
];

export const surrogateChecks: Check[] = [
  {
    name: 'half a surrogate pair',
    rule: 'Half a surrogate pair, which UTF-8 cannot carry, comes back as it is or as U+FFFD, and harms nothing.',
    see: 'protocol/README.md#verbs',
    scope: 'transport',
    needs: any(...CARRIERS),
    run: async (context) => {
      const halves = ['a\ud800b', '\udc00', 'end\ud83d'];
      const got = await carried(context, [...halves, 'whole']);
      halves.forEach((half, index) => {
        if (got[index] === half) return;
        context.note = 'half a surrogate pair comes back as U+FFFD';
        demand(
          String(got[index]).replace(/\ufffd+/g, '\ufffd') === half.replace(/[\ud800-\udfff]/g, '\ufffd'),
          () =>
            `half a surrogate pair must come back as it is or as U+FFFD: sent ${show(half)}, got ${show(got[index])}`,
        );
      });
      demand(got.at(-1) === 'whole', () => `the text after it must come back as it was, but is ${show(got.at(-1))}`);
    },
    saboteurs: [
      [
        'drops the half',
        echoing((body) => text(body, (it) => it.replace(/[\ud800-\udfff]/g, ''))),
        /must come back as it is or as U\+FFFD/,
      ],
    ],
  },
];

/** `body` with `change` made where it is a text. */
function text(body: unknown, change: (text: string) => string): unknown {
  return typeof body === 'string' ? change(body) : body;
}
