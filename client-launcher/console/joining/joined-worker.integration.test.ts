import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { eventually } from '../../../system/testing/eventually.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { messageTest } from '../../testing/message-test.ts';
import { JoinPort } from './join-port.ts';
import type { JoinedWorker } from './joined-worker.ts';
import { FakeWorker, type Joining, TOKEN, VERSION } from './testing/fake-worker.ts';

const joined: JoinedWorker[] = [];
const ADAPTER = 'export default {};';
let port: JoinPort;
let folder: string;
let adapter: string;

beforeEach(async () => {
  joined.length = 0;
  folder = temporaryFolder();
  writeFileSync(join(folder, 'socket.mjs'), ADAPTER);
  adapter = pathToFileURL(join(folder, 'socket.mjs')).href;
  port = await JoinPort.listen({
    address: { host: '127.0.0.1', port: 0 },
    token: TOKEN,
    version: VERSION,
    onWorker: (worker) => joined.push(worker),
  });
});
afterEach(async () => {
  await port.close();
});

async function pair(joining: Joining = {}): Promise<{ fake: FakeWorker; worker: JoinedWorker }> {
  const fake = await FakeWorker.join(port.url, joining);
  const worker = await eventually(() => joined[0], 'one that joined');
  return { fake, worker: worker! };
}

const request = { transport: 'websocket' as const, clientIds: [3, 4], clients: 4, parallel: 2, now: true };
const connect = (worker: JoinedWorker, url = 'http://10.0.0.1:4000') =>
  worker.ask({ do: 'connect', adapter, url, source: null, sharedClock: false, request });

const prepare = (worker: JoinedWorker) => worker.ask({ do: 'prepare', script: adapter, test: messageTest('echo') });

const REPORT = {
  clientIds: [3, 4],
  metrics: {},
  refusals: 0,
  refused: [],
  closed: [],
  gaveUp: 0,
  transports: { websocket: 2 },
  started: { atServer: 5 },
  clock: { offsetMs: 250, errorMs: 0.1 },
  loopDelay: { p99: 1, max: 2 },
  busy: 0.1,
  error: null,
};

test('a file goes before the command that names it, once, under its hash', async () => {
  const { fake, worker } = await pair();
  await connect(worker);
  await connect(worker);
  const hash = createHash('sha256').update(ADAPTER).digest('hex');
  expect(fake.said).toMatchObject([
    { do: 'file', hash, text: ADAPTER },
    { do: 'connect', adapter: hash },
    { do: 'connect', adapter: hash },
  ]);
});

test('a report says on which host it was made', async () => {
  const { fake, worker } = await pair();
  await connect(worker);
  await prepare(worker);
  const measured = { sentByClients: { kind: 'count', series: [2] }, fromSent: trend(null, [3, 4], [1, 1]) };
  const report = { ...REPORT, metrics: measured };
  fake.answer = () => ({ report });
  expect((await worker.ask({ do: 'report' })).report).toEqual({ ...report, host: 'lab-2' });
});

test('what a worker cannot do is said as it says it, with what to do where it cannot reach the server', async () => {
  const { fake, worker } = await pair();
  fake.answer = () => ({ error: 'Client 3 could not connect' });
  await expect(connect(worker)).rejects.toThrow(/^Client 3 could not connect$/);
  await expect(connect(worker, 'http://127.0.0.1:4000')).rejects.toThrow(
    /could not connect \(it runs on lab-2: --advertise/,
  );
  expect(worker.death).toBeNull();
});

/** Returns compressed data that unpacks to far more than its size. */
function bomb(): string {
  const body = deflateSync(Buffer.alloc(8_000_000));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(0x1c849314, 0);
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]).toString('base64');
}

const trend = (hdr: string | null, sum: number[] = [], count: number[] = []) => ({
  kind: 'trend',
  sum,
  count,
  hdr,
  negative: 0,
});
const LARGE = 9e12;

test.each<[string, Record<string, unknown>]>([
  ['of clients that are not its own', { report: { ...REPORT, clientIds: [1, 2] } }],
  ['that lacks a part', { report: { ...REPORT, clock: undefined } }],
  ['with a metric of no kind', { report: { ...REPORT, metrics: { odd: { kind: 'odd', series: [1] } } } }],
  ['with a histogram that unpacks to too much', { report: { ...REPORT, metrics: { fromSent: trend(bomb()) } } }],
  [
    'with a metric that the test has not',
    { report: { ...REPORT, metrics: { other: { kind: 'count', series: [1] } } } },
  ],
  ['with one of another kind', { report: { ...REPORT, metrics: { fromSent: { kind: 'count', series: [1] } } } }],
  ['with series of different lengths', { report: { ...REPORT, metrics: { fromSent: trend(null, [1, 2], [1]) } } }],
  [
    'with sums that nobody can add up',
    { report: { ...REPORT, metrics: { fromSent: trend(null, [LARGE, LARGE], [1, 1]) } } },
  ],
  [
    'with a count that is no number any more',
    { report: { ...REPORT, metrics: { sentByClients: { kind: 'count', series: [1e300] } } } },
  ],
  [
    'with counts that nobody can add up',
    { report: { ...REPORT, metrics: { sentByClients: { kind: 'count', series: [LARGE, LARGE] } } } },
  ],
  ['with a clock that is nowhere', { report: { ...REPORT, clock: { offsetMs: 1e308, errorMs: 1 } } }],
  ['that is none', {}],
])('a report %s ends the worker', async (_, answer) => {
  const { fake, worker } = await pair();
  await connect(worker);
  await prepare(worker);
  fake.answer = () => answer;
  await expect(worker.ask({ do: 'report' })).rejects.toThrow('the worker on lab-2 said what no worker says');
  expect((await fake.closed).code).toBe(1008);
});

test.each([
  ['no JSON', '{"says":'],
  ['something unknown', '{"says":"constructor"}'],
  ['nothing', 'null'],
])('a worker that says %s is one no more', async (_, text) => {
  const { fake, worker } = await pair();
  fake.socket.send(text);
  await worker.gone;
  expect(worker.death).toMatch(/said what no worker says/);
});

test('answers to what was not asked are passed over', async () => {
  const { fake, worker } = await pair();
  fake.say({ says: 'done', number: 99, error: null });
  await connect(worker);
  expect(worker.death).toBeNull();
});

test('a worker that vanishes leaves nobody waiting', async () => {
  const { fake, worker } = await pair();
  fake.answer = () => undefined;
  const waiting = worker.ask({ do: 'prepare', script: adapter, test: messageTest('echo') });
  fake.socket.terminate();
  await expect(waiting).rejects.toThrow('the worker on lab-2 vanished: its connection ended');
  await expect(worker.ask({ do: 'begin' })).rejects.toThrow('vanished');
});

test('one that vanishes in the middle of a message has said nothing', async () => {
  const { fake, worker } = await pair();
  // The head of a masked text frame of 126 bytes (RFC 6455, section 5.2), and the first of them.
  const half = Buffer.from([0x81, 0xfe, 0, 126, 0, 0, 0, 0, 0x7b]);
  (fake.socket as unknown as { _socket: import('node:net').Socket })._socket.write(half, () => fake.socket.terminate());
  await worker.gone;
  expect(worker.death).toBe('the worker on lab-2 vanished: its connection ended');
});

test('one that is not heard of any more is gone, though its connection stays', async () => {
  await port.close();
  const onWorker = (worker: JoinedWorker) => joined.push(worker);
  const address = { host: '127.0.0.1', port: 0 };
  port = await JoinPort.listen({ address, token: TOKEN, version: VERSION, onWorker, pingMs: 20 });
  const { worker } = await pair({ autoPong: false });
  await worker.gone;
  expect(worker.death).toMatch(/^the worker on lab-2 was not heard of for/);
});

test('one that says why its process died is quoted', async () => {
  const { fake, worker } = await pair();
  fake.say({ says: 'died', reason: 'the worker process was ended by SIGKILL' });
  await worker.gone;
  expect(worker.death).toBe('the worker on lab-2 is there no more: the worker process was ended by SIGKILL');
});
