/** The verbs that clients send as requests: `request`, `join` and `leave`. */
import type { Named } from '../../../protocol/verbs.ts';
import type { Check } from '../check.ts';
import { changing, merged, miscoded, miscounting, replying } from '../sabotage.ts';
import { vectorCheck } from './vectors.ts';

export const requestChecks: Check[] = [
  vectorCheck(
    'request',
    'A request is answered with its body, or with a text of the size that it asks for; one that asks for anything else is refused.',
    'request',
    [
      ['gives another', replying('request', () => ({ body: 'oops' })), /\.body must be .*, but is "oops"/],
      ['has no hops', replying('request', () => ({ hops: null })), /must carry hops/],
      [
        'gives other text',
        { reply: (reply) => (reply.ok && reply.body === 'e' ? { ...reply, body: 'x' } : reply) },
        /body must be "e", but is "x"/,
      ],
      ['counts one twice', miscounting('request', 'sent'), /of request .* 7 received and 7 sent/],
      ['uses another code', miscoded('out-of-range'), /\.code must be "out-of-range", but is "oops"/],
      ['uses another code for what is too large', miscoded('too-large'), /\.code must be "too-large", but is "oops"/],
      [
        'takes anything',
        {
          ask: (asked) =>
            asked.event === 'request' && same(asked.data, {}) ? { ...asked, data: { bytes: 1 } } : asked,
        },
        /A's "request" \{\}.* must be/,
      ],
      [
        'merges fields of __proto__',
        { ask: (asked) => ({ ...asked, data: merged(asked.data) }) },
        /__proto__|ok must be false/,
      ],
    ],
  ),
];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const joinChecks: Check[] = [
  vectorCheck(
    'join',
    'A connection has one name, which no other has; everybody is told who joined, and who joins is told all names in order.',
    'join-and-leave',
    [
      [
        'forgets an order',
        replying('join', ({ names }) => ({ names: [...(names as string[])].reverse() })),
        /names must be \["anna","bert"\], but is \["bert","anna"\]/,
      ],
      [
        'does not tell onlookers',
        changing('joined', (named: Named, nth) => (nth === 1 ? [] : [named])),
        /must get joined .* it did not come/,
      ],
      [
        'forgets the body',
        changing('joined', (named: Named) => [{ ...named, body: null }]),
        /joined .*\.body must be .*, but is null/,
      ],
      ['uses another code', miscoded('name-taken'), /\.code must be "name-taken", but is "oops"/],
      [
        'makes letters small',
        {
          ask: (asked) => {
            const { name } = (asked.data ?? {}) as { name?: unknown };
            if (asked.event !== 'join' || name !== 'Anna') return asked;
            return { ...asked, data: { name: 'anna' } };
          },
        },
        /join-taken\.json .*"Anna"/,
      ],
      [
        'merges fields of __proto__',
        { ask: (asked) => ({ ...asked, data: merged(asked.data) }) },
        /ok must be false|__proto__/,
      ],
    ],
  ),
  vectorCheck(
    'leave',
    'Who leaves, or whose connection ends, frees the name; everybody is told who left, with the same hops.',
    'join-and-leave',
    [
      ['tells nobody', changing('left', () => []), /must get left .*"anna".* it did not come/],
      [
        'tells nobody of connections that end',
        changing('left', (named: Named) => (named.body === null ? [] : [named])),
        /must get left/,
      ],
      ['keeps names of connections that end', { keepsNames: true }, /must get left .* it did not come/],
      [
        'has no hops for who leaves',
        changing('left', ({ name, body }: Named) => [{ name, body }]),
        /left .* must carry hops/,
      ],
      [
        'stamps each delivery',
        changing('left', (named: Named, nth) => [{ ...named, hops: [named.hops[0], named.hops[1] + nth / 1000] }]),
        /hops of one event are the same for everybody/,
      ],
      [
        'lets anyone leave',
        { reply: (reply, event) => (event === 'leave' ? { ok: true } : reply) },
        /ok must be false|code must be "wrong-state"/,
      ],
    ],
  ),
];
