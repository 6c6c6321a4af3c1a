/** Apps that each break one rule: what is wrong with them, and the check that must find it. */
import type { Refused } from '../../../protocol/verbs.ts';
import {
  changing,
  countsChanged,
  killedBy,
  merged,
  miscoded,
  miscounting,
  relaying,
  type Saboteur,
} from './sabotage.ts';
import { SABOTEURS_OF_AUCTION } from './saboteurs-of-auction.ts';
import { SABOTEURS_OF_BODIES, SABOTEURS_OF_CONTROL } from './saboteurs-of-control.ts';
import { SABOTEURS_OF_VERBS } from './saboteurs-of-verbs.ts';

const server: Saboteur[] = [
  ['healthz', 'answers 503', { http: (path) => (path === '/healthz' ? 503 : null) }, /answered 503/],
  ['load page', 'lacks the page', { http: (path) => (path === '/load.html' ? 404 : null) }, /answered 404/],
  ['load page', 'lacks its script', { http: (path) => (path === '/load.js' ? 404 : null) }, /asks for \/load\.js/],
  ['nothing but the pages', 'serves every path', { http: () => 200 }, /must be answered with a 4xx, but was with 200/],
  [
    'pages are only read',
    'has no HEAD',
    { http: (_, method) => (method === 'HEAD' ? 405 : null) },
    /HEAD .* answered 405/,
  ],
  [
    'pages are only read',
    'takes all methods',
    { http: () => 200 },
    /POST \/healthz must be answered with 405, but was with 200/,
  ],
  [
    'pages are only read',
    'knows no PUT',
    { http: (_, method) => (method === 'PUT' ? 404 : null) },
    /PUT \/healthz must be answered with 405, but was with 404/,
  ],
  ['pages are only read', 'says nothing is allowed', { allow: '' }, /must say "Allow: GET, HEAD", but says ""/],
];

const connection: Saboteur[] = [
  ['adapter matches app.json', 'has another id', { adapterId: 'another' }, /id must be "fake"/],
  [
    'other transports rejected',
    'takes any transport',
    { connectsToAnything: true },
    /connect must reject for http-str/,
  ],
  [
    'chooses a transport of its own',
    'is on a transport that app.json does not list',
    { chooses: 'rest' },
    /must be on one of websocket, sse, but says it is on "rest"/,
  ],
  ['connects as asked', 'falls back', { transport: () => 'sse' }, /socket\.transport is "sse"/],
  ['connects as asked', 'never connects', { connectHangs: true }, /could not connect/],
  [
    'substitute reported',
    'claims a substitute',
    { standIn: 'half of it' },
    /must be null, as in the ready line, but is "half of/,
  ],
  [
    'substitute reported',
    'has a notice of its own',
    { notice: 'buy it' },
    /socket.notice must be null, .* but is "buy it"/,
  ],
  [
    'stays on its transport',
    'falls back later',
    { transport: (asked, had) => (had ? 'sse' : asked) },
    /still be on web/,
  ],
  ['dead port rejected', 'connects to nothing', { connectsToAnything: true }, /connect must reject where nothing/],
  ['dead port rejected', 'waits for ever', { connectHangs: true }, /it has done nothing/],
  ['closes cleanly', 'tells onClose twice', { closesTwice: true }, /called once, but it was 2 times/],
  ['closes cleanly', 'leaves a request hanging', { requestsHang: true }, /request on a closed socket must reject/],
  ['forgets who has left', 'keeps the connections', { lingers: true }, /1 must be left, but the server counts 3$/],
  [
    'sends nothing to who has left',
    'sends to them',
    miscounting('publish', 'sent'),
    /of publish .* 1 received and 2 s/,
  ],
];

const refusals: Saboteur[] = [
  ['unknown event refused', 'ignores it', changing('refused', () => []), /the event verify-no.* .*What came: none/],
  [
    'unknown event refused',
    'says nothing to people',
    changing('refused', (refused: Refused) => [{ ...refused, reason: '' }]),
    /no reason that a person could read/,
  ],
  ['unknown event refused', 'does not count', countsChanged(() => ({ refused: 0 })), /refused \d+ .* has counted 0/],
  [
    'unknown event refused',
    'repeats long names',
    changing('refused', (refused: Refused) => [{ ...refused, event: refused.event ?? 'x'.repeat(101) }]),
    /must be refused as \{event: null/,
  ],
  ['unknown request refused', 'takes any', { reply: () => ({ ok: true }) }, /the reply is \{"ok":true\}/],
  ['unknown request refused', 'never replies', { requestsHang: true }, /got no reply within/],
  ['too large refused', 'uses another code', miscoded('too-large'), /code: "too-large"\}, but .*oops/],
];

const hostile: Saboteur[] = [
  [
    'broken JSON',
    'dies of it',
    {
      broken: (kill) => {
        kill();
        return 'ignore';
      },
    },
    /GET \/healthz|process has ended|ended with SIGSEGV/,
  ],
  ['broken JSON', 'ignores it', { broken: () => 'ignore' }, /half an object must be refused .* nothing happened/],
  ['broken JSON', 'uses another code', miscoded('bad-json'), /must be refused with bad-json, but was with .*oops/],
  ['oversize event', 'dies of it', killedBy('echo', (data) => String(data).length > 5_000_000), /process has ended/],
  [
    'inherited names',
    'finds a handler in Object.prototype',
    { up: (sent) => (sent.event in {} ? [] : [sent]) },
    /to be refused: the event __proto__ .* What came: none/,
  ],
  [
    'fields from __proto__',
    'merges them in',
    { ask: (asked) => ({ ...asked, data: merged(asked.data) }) },
    /with its fields in __proto__ must be answered/,
  ],
];

const ending: Saboteur[] = [
  ['stops on SIGTERM', 'has to be killed', { endsWith: 'SIGKILL' }, /had to be killed/],
  ['stops on SIGTERM', 'leaves its clients waiting', { leavesClientsWaiting: true }, /client 1 was not told/],
  [
    'a killed client is gone',
    'believes in the dead',
    { forgetsDead: true },
    /2 are connected, but .* the server counts 3/,
  ],
  [
    'a killed client is gone',
    'keeps the name',
    { keepsNames: true },
    /waited for left, after a client had been killed/,
  ],
  [
    'a killed client is gone',
    'loses what is published',
    relaying('publish', (r) => (r.body.n === 4 ? [] : [r])),
    /client 1 must get 10 bodies by publish, but 2 did not come/,
  ],
];

/** Per check: what is done to the app, and what the sentence of the failure must say. */
export const SABOTEURS: Saboteur[] = [
  ...server,
  ...connection,
  ...SABOTEURS_OF_CONTROL,
  ...SABOTEURS_OF_VERBS,
  ...SABOTEURS_OF_BODIES,
  ...SABOTEURS_OF_AUCTION,
  ...refusals,
  ...hostile,
  ...ending,
];
