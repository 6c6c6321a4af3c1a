/** What bodies are made of: any text and any JSON, large and small. */
import { BODY_DEPTH_LIMIT, PAYLOAD_LIMIT_BYTES, type Relayed } from '../../../protocol/verbs.ts';
import { any, type Check, type CheckContext } from '../check.ts';
import { demand, sameJson, show } from '../demand.ts';

const point = (...codes: number[]): string => String.fromCodePoint(...codes);

/** What text can be made of. Written as code points, so that no editor tidies it up. */
const TEXTS: Record<string, string> = {
  'an empty string': '',
  'quotes, backslashes and line ends': `"'\`\\ \\" \n\r\n\t/\b\f`,
  'an emoji of several code points': point(0x1f468, 0x200d, 0x1f469, 0x200d, 0x1f467, 0x1f3fd),
  'a character beyond the basic plane': point(0x1d11e, 0x10ffff, 0x20000),
  'a combining accent, not composed': `e${point(0x301)} a${point(0x30a)}`,
  'the same accent composed': point(0xe9, 0xe5),
  'U+0000': `zero${point(0)}byte${point(0, 0)}`,
  'control characters': point(1, 2, 0x1e, 0x1f, 0x7f, 0x80, 0x9f),
  'U+2028 and U+2029': `line${point(0x2028)}paragraph${point(0x2029)}end`,
  'a byte order mark and U+FFFD': point(0xfeff, 0x61, 0xfffd, 0xfffe),
  'right-to-left text': `${point(0x202e)}abc ${point(0x5d0, 0x5d1, 0x5d2)}`,
  'text that looks like an event': '{"event":"publish","data":{"name":"anna"}}',
  'text that looks like markup': '</script><!--<b>&amp;%00\\u0041',
  'text that looks like a stream': 'data: {}\n\nevent: end\n\n:\n\n\r\n0\r\n\r\n',
};

/** Arrays in arrays, `levels` deep. */
export const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** JSON that is no text. Parsed, so that what objects inherit is a field of its own, as in a hostile client's text. */
const VALUES: Record<string, unknown> = {
  null: null,
  false: false,
  zero: 0,
  'a fraction': 1.5,
  'a small number': -1.25e-7,
  'the largest whole number that is exact': 9_007_199_254_740_991,
  'an empty array': [],
  'an empty object': {},
  'an array of everything': [null, true, 0.5, 'text', [], {}, [[]]],
  'fields that look like those of the wire': JSON.parse('{"body":{"hops":[1,2]},"event":"publish","ok":false}'),
  'fields that objects inherit': JSON.parse(
    '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"toString":null}',
  ),
  'an empty field name': { '': 1, ' ': 2, 'a.b': 3, $ref: '#', '@type': 'x' },
  'nesting as deep as it may be': nested(BODY_DEPTH_LIMIT),
};

/** Has each of `bodies` carried by the first verb that brings it back; what came back, in order. */
async function carried(context: CheckContext, bodies: readonly unknown[]): Promise<unknown[]> {
  const client = await context.connect('a client');
  const verb = (['echo', 'publish'] as const).find((one) => context.verbs.includes(one));
  if (verb === undefined) {
    const replies = await Promise.all(bodies.map((body) => client.ask('request', { body })));
    return replies.map(({ body }) => body);
  }
  for (const body of bodies) client.socket.emit(verb, body);
  await client.until(`${bodies.length} bodies back`, () => client.of(verb).length >= bodies.length);
  return client.of(verb).map(({ data }) => (data as Relayed | null)?.body);
}

/** Text without structure, so that nothing along the way makes it smaller than it is. */
function noise(length: number): string {
  let state = 1;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 48271) >>> 0) % 0x7fffffff; // Lehmer's generator, as in C++'s minstd_rand
    text += state.toString(36);
  }
  return text.slice(0, length);
}

const bytes = (text: string): string => `${Buffer.byteLength(text).toLocaleString('en')} bytes`;

function demandSame(sent: unknown, got: unknown, what: string): void {
  demand(sameJson(sent, got), () => `${what} must come back identical: sent ${show(sent, 60)}, got ${show(got, 60)}`);
}

async function demandAllSame(context: CheckContext, values: Record<string, unknown>): Promise<void> {
  const got = await carried(context, Object.values(values));
  Object.entries(values).forEach(([what, value], index) => {
    demandSame(value, got[index], what);
  });
}

/** Whatever brings a body back. */
const carries = any('echo', 'publish', 'request');

export const contentChecks: Check[] = [
  {
    name: 'any text',
    rule: 'Emoji, astral and combining characters, U+0000, U+2028, quotes and markup come back identical.',
    scope: 'transport',
    needs: carries,
    run: async (context) => {
      await demandAllSame(context, TEXTS);
      return undefined;
    },
  },
  {
    name: 'any JSON',
    rule: 'A body is any JSON value, and its fields are its own: whatever they are called, they come back as they were.',
    scope: 'transport',
    needs: carries,
    run: async (context) => {
      await demandAllSame(context, VALUES);
      return undefined;
    },
  },
  {
    name: 'half a surrogate pair',
    rule: 'Half a surrogate pair, which UTF-8 cannot carry, comes back as it is or as U+FFFD, and harms nothing.',
    scope: 'transport',
    needs: carries,
    run: async (context) => {
      const halves = ['a\ud800b', '\udc00', 'end\ud83d'];
      const got = await carried(context, [...halves, 'whole']);
      let replaced = false;
      halves.forEach((half, index) => {
        if (got[index] === half) return;
        const wanted = half.replace(/[\ud800-\udfff]/g, '\ufffd');
        replaced = true;
        demand(
          String(got[index]).replace(/\ufffd+/g, '\ufffd') === wanted,
          () =>
            `half a surrogate pair must come back as it is or as U+FFFD: sent ${show(half)}, got ${show(got[index])}`,
        );
      });
      demandSame('whole', got.at(-1), 'the text after it');
      return replaced ? 'half a surrogate pair comes back as U+FFFD' : undefined;
    },
  },
  {
    name: '76 KB body',
    rule: 'A body of 76 KB comes back identical.',
    scope: 'transport',
    needs: carries,
    run: async (context) => {
      const texts = [noise(76 * 1024), `${noise(76 * 512)}${point(0x1f600).repeat(76 * 128)}`];
      const got = await carried(context, texts);
      texts.forEach((text, index) => {
        demandSame(text, got[index], `a body of ${bytes(text)}`);
      });
      return undefined;
    },
  },
  {
    name: 'largest body',
    rule: `A text of exactly ${PAYLOAD_LIMIT_BYTES.toLocaleString('en')} bytes is carried and comes back identical.`,
    scope: 'transport',
    needs: carries,
    run: async (context) => {
      const text = noise(PAYLOAD_LIMIT_BYTES);
      const [got] = await carried(context, [text]);
      demandSame(text, got, `a body of ${bytes(text)}`);
      return undefined;
    },
  },
];
