/** What messages carry: any text, large and small. */
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/messages.ts';
import { type Check, type CheckContext, demand, show } from '../check.ts';
import { exactCounts, exactlyOnce } from '../judge.ts';
import { Trial } from '../trial.ts';

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
  'text that looks like a message': '{"event":"complete","data":{"clientId":1}}',
  'text that looks like markup': '</script><!--<b>&amp;%00\\u0041',
  'text that looks like a stream': 'data: {}\n\nevent: end\n\n:\n\n\r\n0\r\n\r\n',
};

/** Sends each of `payloads` in one echo test; what came back, in order, after all of it has been found there once. */
async function echoed(context: CheckContext, payloads: readonly string[]): Promise<string[]> {
  const trial = new Trial({ testType: 'echo', clients: [await context.connect('a client')] });
  const dataset = await trial.runWith(payloads);
  exactlyOnce(trial);
  exactCounts(trial, dataset);
  return trial
    .delivered(trial.master)
    .sort((a, b) => a.seq - b.seq)
    .map((message) => message.payload);
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

function demandSame(sent: string, got: string | undefined, what: string): void {
  demand(sent === got, () => `${what} must come back identical: sent ${show(sent, 60)}, got ${show(got, 60)}`);
}

export const contentChecks: Check[] = [
  {
    name: 'any text',
    rule: 'Emoji, astral and combining characters, U+0000, U+2028, quotes and markup come back identical.',
    scope: 'transport',
    run: async (context) => {
      const got = await echoed(context, Object.values(TEXTS));
      Object.entries(TEXTS).forEach(([what, text], index) => {
        demandSame(text, got[index], what);
      });
      return undefined;
    },
  },
  {
    name: 'half a surrogate pair',
    rule: 'Half a surrogate pair, which UTF-8 cannot carry, comes back as it is or as U+FFFD, and harms nothing.',
    scope: 'transport',
    run: async (context) => {
      const halves = ['a\ud800b', '\udc00', 'end\ud83d'];
      const got = await echoed(context, [...halves, 'whole']);
      let replaced = false;
      halves.forEach((half, index) => {
        if (got[index] === half) return;
        const wanted = half.replace(/[\ud800-\udfff]/g, '\ufffd');
        replaced = true;
        demand(
          got[index]?.replace(/\ufffd+/g, '\ufffd') === wanted,
          () =>
            `half a surrogate pair must come back as it is or as U+FFFD: sent ${show(half)}, got ${show(got[index])}`,
        );
      });
      demandSame('whole', got.at(-1), 'the text after it');
      return replaced ? 'half a surrogate pair comes back as U+FFFD' : undefined;
    },
  },
  {
    name: '76 KB message',
    rule: 'A message of 76 KB comes back identical.',
    scope: 'transport',
    run: async (context) => {
      const texts = [noise(76 * 1024), `${noise(76 * 512)}${point(0x1f600).repeat(76 * 128)}`];
      const got = await echoed(context, texts);
      texts.forEach((text, index) => {
        demandSame(text, got[index], `a message of ${bytes(text)}`);
      });
      return undefined;
    },
  },
  {
    name: 'largest message',
    rule: `A payload of exactly ${PAYLOAD_LIMIT_BYTES.toLocaleString('en')} bytes is taken and comes back identical.`,
    scope: 'transport',
    run: async (context) => {
      const text = noise(PAYLOAD_LIMIT_BYTES);
      const [got] = await echoed(context, [text]);
      demandSame(text, got, `a message of ${bytes(text)}`);
      return undefined;
    },
  },
];
