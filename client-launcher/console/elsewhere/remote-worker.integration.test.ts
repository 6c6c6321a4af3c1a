import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { RemoteProgram } from '../../../system/elsewhere/remote-program.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import type { OpenMachine } from '../../elsewhere/open-machine.ts';
import type { HostAbout } from '../../member-host.ts';
import { messageTest } from '../../testing/message-test.ts';
import { RemoteWorker } from './remote-worker.ts';

const HOST: HostAbout = {
  name: 'lab-2',
  id: 'boot 7 time:[1]',
  cpu: 'made up',
  cores: 4,
  memoryBytes: 8e9,
  kernel: 'Linux 0',
  node: 'v20.0.0',
};

interface Said {
  do: string;
  number: number;
  adapter?: string;
}

/** A worker's program on a machine that the test plays. */
class FakeProgram {
  readonly said: Said[] = [];
  ended = false;
  /** Returns the answer to a command; undefined: no answer. */
  answer: (said: Said) => Record<string, unknown> | undefined = () => ({});
  program!: RemoteProgram;
  readonly shipped: string[] = [];
  readonly machine = {
    death: null as string | null,
    ship: async (paths: string[]) => {
      this.shipped.push(...paths);
      return paths.map(() => '/there/abc.mjs');
    },
    start: async (_: string[], { onMessage }: { onMessage(message: unknown): void }) => {
      this.program = new RemoteProgram(
        { onMessage },
        {
          send: (message) => this.#heard(message as Said),
          end: async () => {
            this.ended = true;
            this.program.ended('ended with code 0');
          },
        },
      );
      queueMicrotask(() => this.say({ says: 'ready' }));
      return this.program;
    },
  };

  say(message: unknown): void {
    this.program.heard(message);
  }

  #heard(said: Said): void {
    this.said.push(said);
    const answer = this.answer(said);
    if (answer !== undefined) this.say({ says: 'done', number: said.number, error: null, ...answer });
  }
}

async function pair(here = false): Promise<{ fake: FakeProgram; worker: RemoteWorker }> {
  const fake = new FakeProgram();
  const on = { machine: fake.machine, host: HOST, here, monitor: null };
  return { fake, worker: await RemoteWorker.start(on as unknown as OpenMachine, '/there/worker.mjs') };
}

const adapter = pathToFileURL(join(temporaryFolder(), 'socket.mjs')).href;
writeFileSync(new URL(adapter), 'export default {};');

const request = { transport: 'websocket' as const, clientIds: [3, 4], clients: 4, parallel: 2, now: true };
const connect = (worker: RemoteWorker, url = 'http://10.0.0.1:4000') =>
  worker.ask({ do: 'connect', adapter, url, source: null, sharedClock: false, request });

const prepare = (worker: RemoteWorker) => worker.ask({ do: 'prepare', script: adapter, test: messageTest('echo') });

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

test('a module goes there before the command that names it', async () => {
  const { fake, worker } = await pair();
  await connect(worker);
  expect(fake.shipped).toEqual([new URL(adapter).pathname]);
  expect(fake.said).toMatchObject([{ do: 'connect', adapter: 'file:///there/abc.mjs' }]);
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
  expect(fake.ended).toBe(true);
});

test.each([
  ['no object', 'ready'],
  ['something unknown', { says: 'constructor' }],
  ['nothing', null],
  ['a sentence that is too long', { says: 'done', number: 1, error: 'x'.repeat(20_000) }],
])('a worker that says %s is one no more, and ended', async (_, said) => {
  const { fake, worker } = await pair();
  fake.say(said);
  expect(worker.death).toMatch(/said what no worker says/);
  expect(fake.ended).toBe(true);
});

test('answers to what was not asked are passed over', async () => {
  const { fake, worker } = await pair();
  fake.say({ says: 'done', number: 99, error: null });
  await connect(worker);
  expect(worker.death).toBeNull();
});

test('it has no more clients than it was given', async () => {
  const { fake, worker } = await pair();
  await connect(worker);
  fake.say({ says: 'connected', connected: 100 });
  expect(worker.connected).toBe(2);
});

test('a worker whose machine vanishes leaves nobody waiting', async () => {
  const { fake, worker } = await pair();
  fake.answer = () => undefined;
  const waiting = worker.ask({ do: 'begin' });
  fake.machine.death = 'vanished: its connection ended';
  fake.program.ended(fake.machine.death);
  await expect(waiting).rejects.toThrow('the worker on lab-2 vanished: its connection ended');
  await expect(worker.ask({ do: 'begin' })).rejects.toThrow('vanished');
});

test('one whose process was ended says so', async () => {
  const { fake, worker } = await pair();
  fake.program.ended('was ended by SIGKILL');
  await fake.program.exited;
  expect(worker.death).toBe('the worker on lab-2 is there no more: the worker process was ended by SIGKILL');
});

test('one that does not answer in time is given up and ended', async () => {
  const { fake, worker } = await pair();
  fake.answer = () => undefined;
  jest.useFakeTimers();
  try {
    const begun = worker.ask({ do: 'begin' });
    jest.advanceTimersByTime(30_000);
    await expect(begun).rejects.toThrow('the worker on lab-2 did not answer "begin" within 30 s');
  } finally {
    jest.useRealTimers();
  }
  expect(fake.ended).toBe(true);
});

test('one that is late with its report is ended, and asked for nothing more', async () => {
  const { fake, worker } = await pair();
  await worker.end();
  expect(fake.ended).toBe(true);
  await expect(worker.ask({ do: 'begin' })).rejects.toThrow('the worker on lab-2 was let go');
});
