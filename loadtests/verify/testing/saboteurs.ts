/** Apps that each break one rule: what is wrong with them, and the check that must find it. */
import type { DeliveredMessage, HarvestComplete, RefusalCode, Refused } from '../../../protocol/messages.ts';
import type { Event, Sabotage } from './fake-app.ts';

/** Changes the events named `event` on their way to clients; `change` gives what goes on instead. */
const changing =
  (event: string, change: (data: never, nth: number) => unknown[]): Sabotage['down'] =>
  (sent, nth) =>
    sent.event === event ? change(sent.data as never, nth).map((data) => ({ event, data })) : [sent];

const changingMessages = (change: (message: DeliveredMessage, nth: number) => unknown[]): Sabotage => ({
  down: changing('message', change),
});

const changingDataset = (change: (dataset: HarvestComplete['dataset']) => unknown): Sabotage => ({
  down: changing('harvestComplete', ({ dataset }: HarvestComplete) => {
    change(dataset);
    return [{ dataset }];
  }),
});

/** Refuses what it must, with another code. */
const miscoded = (code: RefusalCode): Sabotage => ({
  down: changing('refused', (refused: Refused) => [refused.code === code ? { ...refused, code: 'oops' } : refused]),
});

/** The messages of one sender to one client in pairs, the second before the first. */
function swapping(): Sabotage['down'] {
  const held = new Map<string, Event>();
  return (sent, nth) => {
    if (sent.event !== 'message') return [sent];
    const pair = `${nth} ${(sent.data as DeliveredMessage).clientId}`;
    const first = held.get(pair);
    held.delete(pair);
    if (first !== undefined) return [sent, first];
    held.set(pair, sent);
    return [];
  };
}

/** Dies of an event of this name whose data is as `when` says. */
export const killedBy =
  (event: string, when: (data: Record<string, unknown>) => boolean = () => true): Sabotage['up'] =>
  (sent, kill) => {
    if (sent.event === event && when(sent.data as Record<string, unknown>)) kill();
    return [sent];
  };

/** Per check: what is done to the app, and what the sentence of the failure must say. */
export const SABOTEURS: [check: string, how: string, sabotage: Sabotage, says: RegExp][] = [
  ['healthz', 'answers 503', { http: (path) => (path === '/healthz' ? 503 : null) }, /answered 503/],
  ['load page', 'lacks the page', { http: (path) => (path === '/load.html' ? 404 : null) }, /answered 404/],
  ['load page', 'lacks its script', { http: (path) => (path === '/load.js' ? 404 : null) }, /asks for \/load\.js/],
  ['nothing but the pages', 'serves every path', { http: () => 200 }, /must be answered with a 4xx, but was with 200/],
  ['adapter matches app.json', 'has another id', { adapterId: 'another' }, /id must be "fake"/],
  [
    'other transports rejected',
    'takes any transport',
    { connectsToAnything: true },
    /connect must reject for http-str/,
  ],
  ['connects as asked', 'falls back', { transport: () => 'sse' }, /socket\.transport is "sse"/],
  ['connects as asked', 'never connects', { connectHangs: true }, /could not connect/],
  [
    'stand-in told',
    'claims a stand-in',
    { standIn: 'half of it' },
    /must be null, as in the ready line, but is "half of/,
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
  ['forgets who has left', 'keeps the connections', { lingers: true }, /sent to 1 client, but it was sent to 3$/],
  ['echo', 'loses a message', changingMessages((m) => (m.id === 'c:2m:5' ? [] : [m])), /1 did not come: c:2m:5/],
  ['echo', 'echoes twice', changingMessages((m) => (m.seq === 3 ? [m, m] : [m])), /more than once: c:1m:3/],
  [
    'echo',
    'echoes to others',
    changingMessages((m, nth) => (nth === 0 && m.seq === 0 ? [m, { ...m, id: 'c:2m:0', clientId: 2 }] : [m])),
    /client 1 got messages not meant for it: c:2m:0/,
  ],
  [
    'broadcast',
    'forgets who only looks on',
    changingMessages((m, nth) => (nth === 3 ? [] : [m])),
    /the bystander must/,
  ],
  [
    'broadcast',
    'tells one twice',
    changingMessages((m, nth) => (nth === 2 ? [m, m] : [m])),
    /client 3 got messages mor/,
  ],
  ['order per sender', 'swaps messages', { down: swapping() }, /in the order they were sent, but got c:\dm:\d+ before/],
  ['messages unaltered', 'leaves a field out', changingMessages(({ due, ...m }) => [m]), /as it was sent/],
  [
    'messages unaltered',
    'does not stamp',
    changingMessages(({ received, ...m }) => [m]),
    /server's time in "received"/,
  ],
  ['1,000 at once', 'drops what is too much', changingMessages((m) => (m.seq < 900 ? [m] : [])), /100 did not come/],
  ['1,000 at once', 'swaps messages', { down: swapping() }, /in the order they were sent/],
  ['unknown request answered', 'takes any request', { reply: () => ({ ok: true }) }, /the reply is \{"ok":true\}/],
  ['unknown request answered', 'never replies', { requestsHang: true }, /got no reply within/],
  [
    'any text',
    'ends texts at a zero',
    changingMessages((m) => [{ ...m, payload: m.payload.split('\0')[0] }]),
    /U\+0000 must come back identical/,
  ],
  [
    'any text',
    'composes accents',
    changingMessages((m) => [{ ...m, payload: m.payload.normalize('NFC') }]),
    /a combining accent, not composed must come back identical/,
  ],
  [
    'half a surrogate pair',
    'drops the half',
    changingMessages((m) => [{ ...m, payload: m.payload.replace(/[\ud800-\udfff]/g, '') }]),
    /must come back as it is or as U\+FFFD/,
  ],
  [
    '76 KB message',
    'cuts at 64 KB',
    changingMessages((m) => [{ ...m, payload: m.payload.slice(0, 65_536) }]),
    /a message of 77,824 bytes must come back identical/,
  ],
  [
    'largest message',
    'loses it',
    changingMessages((m) => (m.payload.length > 1e6 ? [] : [m])),
    /1 did not come: c:1m:0/,
  ],
  [
    'load test, broadcast',
    'counts all in one second',
    changingDataset(({ server }) => {
      server.receivedByServer = [server.receivedByServer.reduce((a, b) => a + b)];
    }),
    /by the times stamped on the messages, receivedByServer must be/,
  ],
  [
    'load test, broadcast',
    'counts a broadcast as one',
    changingDataset(({ server }) => {
      server.sentByServer = server.receivedByServer;
    }),
    /sum of server\.sentByServer \(5 per message\) must be 240 in the data set, but is 48/,
  ],
  [
    'load test, broadcast',
    'asks for wrong reports',
    { down: changing('harvest', () => [{ broadcasts: 7 }]) },
    /harvest must say broadcasts: 48, but/,
  ],
  ['load test, echo', 'loses a report', changingDataset(({ reports }) => reports.pop()), /2 reports were handed in/],
  [
    'load test, echo',
    'alters a report',
    changingDataset(({ reports }) => {
      reports[1]!.sentByClients[0]! += 1;
    }),
    /must have the report of clients 3,4 as it was sent/,
  ],
  [
    'load test, echo',
    'counts one out',
    changingDataset(({ vanished }) => vanished.push({ clientId: 2, why: 'silent' })),
    /no client vanished, but/,
  ],
  [
    'one test after the other',
    'keeps counts',
    keepingCounts(),
    /sum of server\.receivedByServer must be 6 in the data set, but is 12/,
  ],
  [
    'unknown event refused',
    'ignores it',
    { down: changing('refused', () => []) },
    /an unknown event .*What came: none/,
  ],
  ['unknown event refused', 'says nothing to people', { down: unexplained() }, /no reason that a person could read/],
  ['wrong state refused', 'uses another code', miscoded('wrong-state'), /code: "wrong-state"\}, but .*oops/],
  ['missing field refused', 'uses another code', miscoded('missing-field'), /code: "missing-field"\}, but .*oops/],
  ['wrong type refused', 'uses another code', miscoded('wrong-type'), /code: "wrong-type"\}, but .*oops/],
  ['impossible value refused', 'uses another code', miscoded('out-of-range'), /code: "out-of-range"\}, but .*oops/],
  ['taken client refused', 'uses another code', miscoded('client-taken'), /code: "client-taken"\}, but .*oops/],
  ['oversize refused', 'uses another code', miscoded('too-large'), /code: "too-large"\}, but .*oops/],
  [
    'taken client refused',
    'does not count refusals',
    changingDataset(({ server }) => {
      server.refused = 0;
    }),
    /2 events were refused during the test, but server\.refused is 0/,
  ],
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
  [
    'oversize event',
    'dies of it',
    { up: killedBy('message', ({ payload }) => String(payload).length > 5_000_000) },
    /process has ended/,
  ],
  [
    'inherited names',
    'finds a handler in Object.prototype',
    { up: (sent) => (sent.event in {} ? [] : [sent]) },
    /to be refused: the event __proto__ .* What came: none/,
  ],
  [
    'fields from __proto__',
    'merges them in',
    { up: (sent) => [{ ...sent, data: merged(sent.data) }] },
    /to be refused: initTest with its fields in __proto__ .* What came: none/,
  ],
  [
    'fields nobody asked for',
    'passes them on',
    changingMessages((m) => [{ ...m, extra: [1, 2, 3] }]),
    /this one has clientId, due, extra/,
  ],
  ['stops on SIGTERM', 'has to be killed', { endsWith: 'SIGKILL' }, /had to be killed/],
  ['stops on SIGTERM', 'leaves its clients waiting', { leavesClientsWaiting: true }, /client 1 was not told/],
  ['a client vanishes', 'waits for the dead', { forgetsDead: true }, /waited for harvest and it did not come/],
  [
    'a client vanishes',
    'does not say so',
    changingDataset(({ vanished }) => vanished.pop()),
    /must be in "vanished" once/,
  ],
  ['the master vanishes', 'waits for the dead', { forgetsDead: true }, /initTest is still refused/],
];

/** Adds each test's count to the next one's. */
function keepingCounts(): Sabotage {
  let before = 0;
  return changingDataset(({ server }) => {
    const own = server.receivedByServer[0]!;
    server.receivedByServer[0] = own + before;
    before = own;
  });
}

function unexplained(): Sabotage['down'] {
  return changing('refused', (refused: Refused) => [{ ...refused, reason: '' }]);
}

function merged(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, '__proto__')) return data;
  return Object.getOwnPropertyDescriptor(data, '__proto__')!.value;
}
