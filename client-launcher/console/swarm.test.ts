import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InitTest } from '../../protocol/messages.ts';
import type { SendPlan } from '../swarm.ts';
import { ConsoleSwarm } from './swarm.ts';
import { type LinesServer, startLinesServer } from './testing/lines-server.ts';

const DEADLINES = { vanish: 300, silence: 30_000, report: 5_000 };
const PLAN: SendPlan = { rate: 20, messages: 5, payloadBytes: 16, phase: 'together' };
const CLIENTS = 8;

const total = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
const init = (testType: InitTest['testType'], clientCount = CLIENTS): InitTest => {
  return { testType, clientCount, spacing: 1, startTime: 0 };
};

/** Waits for `condition`, which something outside this process brings about. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

let appsDir: string;
let server: LinesServer;
let swarm: ConsoleSwarm;

beforeEach(async () => {
  appsDir = mkdtempSync(join(tmpdir(), 'outcry-console-'));
  const dist = join(appsDir, 'lines', 'dist');
  mkdirSync(dist, { recursive: true });
  cpSync(join(import.meta.dirname, 'testing', 'lines-adapter.mjs'), join(dist, 'socket.mjs'));
  server = await startLinesServer(DEADLINES);
  swarm = new ConsoleSwarm({ clients: CLIENTS, clientsPerWorker: 3, appsDir });
  await swarm.launch();
}, 15_000);

afterEach(async () => {
  await swarm.close();
  await server.stop();
  rmSync(appsDir, { recursive: true });
}, 15_000);

const connect = (clients = CLIENTS, url = server.url): Promise<void> =>
  swarm.connect({ framework: 'lines', url, transport: 'websocket', clients });

async function run(testType: InitTest['testType'], clients = CLIENTS) {
  await swarm.start(init(testType, clients), PLAN);
  return swarm.finished(20_000);
}

test('divides its clients over as few workers as they need', () => {
  expect(swarm.members).toBe(3);
  expect(swarm.pids()).toHaveLength(3);
  expect(swarm.progress()).toEqual({ members: 3, membersUp: 3, clients: 0, clientsConnected: 0 });
});

test('two tests on the same connections give exact counts, one report per worker and delivery latencies', async () => {
  await connect();
  expect(swarm.progress()).toEqual({ members: 3, membersUp: 3, clients: 8, clientsConnected: 8 });
  const echo = await run('echo');
  const broadcast = await run('broadcast');
  for (const { outcome, deliveries } of [
    { outcome: echo, deliveries: 40 },
    { outcome: broadcast, deliveries: 320 },
  ]) {
    expect(outcome).toMatchObject({ died: [], error: null, dataset: { vanished: [] } });
    const { reports, server: counts } = outcome.dataset!;
    expect(reports.map((report) => report.clientIds).sort((a, b) => a[0]! - b[0]!)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ]);
    expect(total(counts.receivedByServer)).toBe(40);
    expect(total(reports.flatMap((report) => report.sentByClients))).toBe(40);
    expect(total(reports.flatMap((report) => report.receivedByClients))).toBe(deliveries);
    for (const report of reports) {
      expect(report).toMatchObject({ missing: 0, duplicates: 0, outOfOrder: 0, negative: 0, closed: [] });
      expect(report.delivery).not.toBeNull();
      expect(report.loopDelay).not.toBeNull();
    }
  }
}, 15_000);

test('says how busy the event loop of its busiest worker was', async () => {
  await connect();
  await swarm.start(init('echo'), { ...PLAN, messages: Math.ceil(3 * PLAN.rate) });
  const { busiestLoop } = await swarm.finished(20_000);
  expect(busiestLoop).toBeGreaterThan(0);
  expect(busiestLoop).toBeLessThanOrEqual(1);
}, 15_000);

test('connects anew after a disconnect, also fewer clients than it has workers', async () => {
  await connect();
  await swarm.disconnect();
  await until(() => server.connections() === 0);
  await connect(2);
  expect(server.connections()).toBe(2);
  expect((await run('echo', 2)).dataset?.reports).toHaveLength(2);
}, 15_000);

test('a worker that dies mid-test is named, and the others finish', async () => {
  await connect();
  await swarm.start(init('broadcast'), { ...PLAN, messages: 20 });
  process.kill(swarm.pids()[2]!, 'SIGKILL');
  const outcome = await swarm.finished(20_000);
  expect(outcome.died).toEqual([{ member: 3, reason: 'the worker process was ended by SIGKILL' }]);
  expect(outcome.dataset?.reports).toHaveLength(2);
  expect(outcome.dataset?.vanished).toHaveLength(2); // nameless when they died before their first message
  await swarm.disconnect();
  await connect();
  expect(swarm.progress()).toEqual({ members: 3, membersUp: 3, clients: 8, clientsConnected: 8 });
  expect(await run('echo')).toMatchObject({ died: [], error: null });
}, 15_000);

test('when the worker with the master dies there is no dataset, and the outcome says why', async () => {
  await connect();
  await swarm.start(init('echo'), { ...PLAN, messages: 20 });
  process.kill(swarm.pids()[0]!, 'SIGKILL');
  expect(await swarm.finished(20_000)).toMatchObject({
    dataset: null,
    died: [{ member: 1, reason: 'the worker process was ended by SIGKILL' }],
    error: 'the worker that holds the master died: the worker process was ended by SIGKILL',
  });
}, 15_000);

test('a server that goes away mid-test is not waited for longer than asked', async () => {
  await connect();
  await swarm.start(init('echo'), { ...PLAN, messages: 20 });
  await server.stop();
  const outcome = await swarm.finished(1_000);
  expect(outcome.dataset).toBeNull();
  expect(outcome.error).toMatch(/^no dataset came within 1 s: The connection of client \d ended/);
}, 15_000);

test('a client that cannot connect fails the whole swarm, with the reason, and leaves none connected', async () => {
  const full = await startLinesServer(DEADLINES, 5);
  await expect(connect(CLIENTS, full.url)).rejects.toThrow(/Client \d (lost its connection|could not connect)/);
  await until(() => full.connections() === 0);
  await full.stop();
}, 15_000);

test('says what is missing: an adapter that was not built, a test that was not connected', async () => {
  const plan = { framework: 'no-such', url: server.url, transport: 'websocket' as const, clients: 2 };
  await expect(swarm.connect(plan)).rejects.toThrow('apps/no-such is not built');
  await expect(swarm.start(init('echo'), PLAN)).rejects.toThrow('the test could not begin: Nothing is connected yet.');
  await expect(connect(9)).rejects.toThrow('this swarm was made for 8 clients, not 9');
});

test('closing leaves no process', async () => {
  await connect();
  const pids = swarm.pids();
  await swarm.close();
  await swarm.close();
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await until(() => server.connections() === 0);
}, 15_000);
