/** Apps that each break one rule of a verb. */
import type { Named, Relayed } from '../../../protocol/verbs.ts';
import {
  changing,
  countsChanged,
  miscoded,
  miscounting,
  relaying,
  replying,
  type Saboteur,
  swapping,
} from './sabotage.ts';

const echo: Saboteur[] = [
  ['echo', 'loses a body', relaying('echo', (r) => (r.body.n === 5 ? [] : [r])), /client 1 must get 20 .* client 1 #5/],
  ['echo', 'echoes twice', relaying('echo', (r) => (r.body.n === 3 ? [r, r] : [r])), /more than once: client 1 #3/],
  [
    'echo',
    'echoes to others',
    relaying('echo', (r, nth) => (nth === 0 ? [r, { ...r, body: { ...r.body, from: 'client 2' } }] : [r])),
    /client 1 got bodies by echo not meant for it: client 2 #0/,
  ],
  ['echo', 'alters a body', relaying('echo', (r) => [{ ...r, body: { ...r.body, more: 1 } }]), /as it was sent/],
  [
    'echo',
    'tells onlookers',
    { down: (sent, nth) => (nth === 0 && sent.event === 'echo' ? [sent, { event: 'sink', data: 1 }] : [sent]) },
    /client 1 must be told nothing, but got sink 1/,
  ],
  ['echo, hops', 'has none', relaying('echo', ({ body }) => [{ body }]), /must carry hops, .* but has nothing/],
  [
    'echo, hops',
    'swaps them',
    relaying('echo', (r) => [{ ...r, hops: [r.hops[1] + 1, r.hops[0]] }]),
    /must not have b/,
  ],
  [
    'echo, hops',
    'has another clock',
    relaying('echo', (r) => [{ ...r, hops: r.hops.map((at) => at + Date.now()) }]),
    /by this machine's monotonic clock, so its hops must lie between/,
  ],
  ['echo, counted', 'counts one twice', miscounting('echo', 'received'), /of echo .* 40 received .* has 41 and 40/],
  ['1,000 echoes at once', 'drops some', relaying('echo', (r) => (r.body.n < 900 ? [r] : [])), /100 did not come/],
  ['1,000 echoes at once', 'swaps them', swapping('echo'), /in the order they were sent/],
];

const publish: Saboteur[] = [
  ['publish', 'forgets onlookers', relaying('publish', (r, nth) => (nth === 3 ? [] : [r])), /the onlooker must get 60/],
  ['publish', 'forgets senders', relaying('publish', (r, nth) => (nth === 0 ? [] : [r])), /client 1 must get 60/],
  [
    'publish',
    'tells one twice',
    relaying('publish', (r, nth) => (nth === 2 ? [r, r] : [r])),
    /client 3 got bodies .* mor/,
  ],
  ['publish', 'alters a body', relaying('publish', (r) => [{ ...r, body: { ...r.body, more: 1 } }]), /as it was sent/],
  [
    'publish, order per sender',
    'swaps bodies',
    swapping('publish'),
    /in the order they were sent, but got client \d #\d/,
  ],
  [
    'publish, hops',
    'stamps each copy',
    relaying('publish', (r, nth) => [{ ...r, hops: [r.hops[0] - nth * 0.001, r.hops[1]] }]),
    /must be the same for everybody/,
  ],
  ['publish, counted', 'counts one for all', miscounting('publish', 'sent'), /of publish .* 60 received and 240 sent/],
];

const others: Saboteur[] = [
  [
    'sink',
    'does not count',
    countsChanged(({ verbs }) => ({ verbs: { ...verbs, sink: verbs.echo } })),
    /of sink .* 40 r/,
  ],
  [
    'sink',
    'says something',
    { up: (sent) => (sent.event === 'sink' ? [sent, { ...sent, event: 'publish' }] : [sent]) },
    /client 1 must be told nothing, but got publish/,
  ],
  [
    'request, body',
    'gives another',
    replying('request', () => ({ body: 'oops' })),
    /must have the body .* but has "oops"/,
  ],
  ['request, body', 'has no hops', replying('request', () => ({ hops: null })), /must carry hops/],
  [
    'request, bytes',
    'gives other text',
    replying('request', ({ body }) => ({ body: 'x'.repeat(String(body).length) })),
    /must have the body "e", but has "x"/,
  ],
  ['request, counted', 'counts one twice', miscounting('request', 'sent'), /of request .* 20 received and 20 sent/],
  ['request refused', 'uses another code', miscoded('out-of-range'), /code: "out-of-range"\}, but .*oops/],
  [
    'request refused',
    'takes anything',
    { ask: (asked) => (asked.event === 'request' ? { ...asked, data: { bytes: 1 } } : asked) },
    /a request for nothing must be answered \{ok: false, code: "missing-field"\}/,
  ],
  [
    'join',
    'forgets an order',
    replying('join', ({ names }) => ({ names: [...(names as string[])].reverse() })),
    /the names \["anna","bob"\], but has \["bob","anna"\]/,
  ],
  [
    'join',
    'does not tell onlookers',
    changing('joined', (named: Named, nth) => (nth === 2 ? [] : [named])),
    /the onlooker must be told joined of \["anna","bob"\]/,
  ],
  [
    'leave',
    'tells nobody',
    changing('left', () => []),
    /must be told left of \["anna"\], in that order, but was told of \[\]/,
  ],
  [
    'join and leave, hops',
    'forgets the body',
    changing('joined', (named: Named) => [{ ...named, body: null }]),
    /must be told joined with the bodies \[\{"name":"not a name"/,
  ],
  [
    'join and leave, hops',
    'has no hops for who leaves',
    changing('left', ({ name, body }: Named) => [{ name, body }]),
    /left of "anna" at client 2 must carry hops/,
  ],
  [
    'join and leave, hops',
    'stamps each delivery',
    changing('left', (named: Named, nth) => [{ ...named, hops: [named.hops[0], named.hops[1] + nth / 1000] }]),
    /the hops of left of "anna" at the onlooker must be those at client 2/,
  ],
  ['a closed connection leaves', 'tells nobody', changing('left', () => []), /waited for left/],
  ['a closed connection leaves', 'keeps the name', { keepsNames: true }, /waited for left/],
  ['names refused', 'uses another code', miscoded('name-taken'), /code: "name-taken"\}, but .*oops/],
  [
    'names refused',
    'lets anyone leave',
    { reply: (reply, event) => (event === 'leave' ? { ok: true } : reply) },
    /wrong-st/,
  ],
  [
    'any name',
    'makes letters small',
    {
      ask: (asked) =>
        asked.event === 'join' ? { ...asked, data: { name: (asked.data as Named).name.toLowerCase() } } : asked,
    },
    /the names .*"Anna"\], but has .*"anna"\]/,
  ],
  ['greet', 'never greets', changing('greet', () => []), /waited for its greeting/],
  [
    'greet',
    'greets twice',
    changing('greet', (greeting) => [greeting, greeting]),
    /must be told nothing, but got greet/,
  ],
  [
    'greet',
    'greets with less',
    changing('greet', (r: Relayed) => [{ ...r, body: '' }]),
    /must be greeted with .* but was/,
  ],
  [
    'greet',
    'goes on greeting',
    { control: { begin: (text) => text.replace('"greet":null', '"greet":{"bytes":1}') } },
    /must be told nothing, but got greet/,
  ],
  [
    'feed',
    'loses a line',
    { control: { line: (text) => (text.includes('two') ? undefined : text) } },
    /waited for 3 lines of the feed/,
  ],
  ['feed', 'waits for the end', { control: { feedsAtEnd: true } }, /waited for 1 lines of the feed/],
  ['feed', 'counts one for all', miscounting('feed', 'sent'), /of feed .* 3 received and 6 sent/],
  ['feed, to one', 'feeds everybody', { control: { feedsAll: true } }, /client 2 must be fed \[\], but was fed/],
  [
    'feed, broken line',
    'takes it as text',
    { control: { line: (text) => (text.startsWith('{"half') ? '0' : text) } },
    /with a line that is not JSON must be answered 400/,
  ],
];

export const SABOTEURS_OF_VERBS: Saboteur[] = [...echo, ...publish, ...others];
