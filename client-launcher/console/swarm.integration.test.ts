import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRequest } from '../../member/contract.ts';
import { passToMeasured } from '../../system/environment.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { messageTest, totals } from '../testing/message-test.ts';
import { ConsoleSwarm } from './swarm.ts';
import { type LinesServer, startLinesServer } from './testing/lines-server.ts';

const CLIENTS = 8;

let folder: string;
let server: LinesServer;
let swarm: ConsoleSwarm;

beforeEach(async () => {
  folder = temporaryFolder();
  const dist = join(folder, 'lines', 'dist');
  mkdirSync(dist, { recursive: true });
  cpSync(join(import.meta.dirname, 'testing', 'lines-adapter.mjs'), join(dist, 'socket.mjs'));
  server = await startLinesServer();
  swarm = new ConsoleSwarm({ clients: CLIENTS, clientsPerWorker: 3, appsDir: folder });
  await swarm.launch();
}, 15_000);

afterEach(async () => {
  await swarm.close();
  await server.stop();
}, 15_000);

const connect = (clients = CLIENTS, url = server.url): Promise<void> =>
  swarm.connect({ framework: 'lines', url, transport: 'websocket', clients });

async function run(test: TestRequest) {
  await swarm.prepare(test);
  return swarm.run(20_000);
}

test('divides its clients over as few workers as they need', () => {
  expect(swarm.mostMembers).toBeUndefined();
  expect(swarm.members).toBe(3);
  expect(swarm.pids()).toHaveLength(3);
  expect(swarm.progress()).toEqual({ members: 3, membersUp: 3, clients: 0, clientsConnected: 0 });
});

test('has a worker for a thousand clients by default, and as many as a plan asks for', async () => {
  const growing = new ConsoleSwarm({ clients: CLIENTS, appsDir: folder });
  try {
    await growing.launch();
    expect([growing.members, growing.pids().length]).toEqual([1, 1]);
    const plan = { framework: 'lines', url: server.url, transport: 'websocket', clients: CLIENTS } as const;
    const most = growing.mostMembers!;
    await growing.connect({ ...plan, members: most });
    expect(growing.pids()).toHaveLength(most);
    await growing.prepare(messageTest('echo'));
    const { reports } = await growing.run(20_000);
    expect(reports).toHaveLength(most);
    await growing.disconnect();
    await growing.connect(plan);
    expect(growing.progress()).toMatchObject({ members: 1, clientsConnected: CLIENTS });
  } finally {
    await growing.close();
  }
}, 15_000);

test('lanes are connected to a server each and loaded in turn, and end with the swarm', async () => {
  const other = await startLinesServer();
  try {
    const lanes = await swarm.lanes(2);
    expect(lanes[0]).toBe(swarm);
    const urls = [server.url, other.url];
    for (const [index, lane] of lanes.entries()) {
      await lane.connect({ framework: 'lines', url: urls[index]!, transport: 'websocket', clients: CLIENTS });
    }
    expect(lanes.map((lane) => lane.progress().clientsConnected)).toEqual([CLIENTS, CLIENTS]);
    for (const lane of [...lanes, ...lanes]) {
      await lane.prepare(messageTest('echo'));
      const { reports, died, error } = await lane.run(20_000);
      expect({ reports: reports.length, died, error }).toEqual({ reports: 3, died: [], error: null });
    }
    expect(await swarm.lanes(2)).toEqual(lanes);
    const pids = lanes.flatMap((lane) => lane.pids());
    expect(new Set(pids).size).toBe(6);
    await swarm.close();
    expect(lanes.flatMap((lane) => lane.pids())).toEqual([]);
  } finally {
    await other.stop();
  }
}, 30_000);

test('two tests on the same connections give exact counts, one report per worker and delivery latencies', async () => {
  await connect();
  expect(swarm.progress()).toEqual({ members: 3, membersUp: 3, clients: 8, clientsConnected: 8 });
  const echo = await run(messageTest('echo'));
  const broadcast = await run(messageTest('broadcast'));
  for (const { reports, died, error } of [echo, broadcast]) {
    expect({ died, error }).toEqual({ died: [], error: null });
    expect(reports.map((report) => report.clientIds)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ]);
    for (const report of reports) {
      expect(report).toMatchObject({ gaveUp: 0, refusals: 0, closed: [], error: null });
      expect(report.started?.atServer).toBe(reports[0]?.started?.atServer);
      expect(report.clock).toEqual({ offsetMs: 0, errorMs: 0 }); // one host, one clock
      expect(report.loopDelay).not.toBeNull();
      expect(report.busy).toBeGreaterThan(0);
      expect(report.busy).toBeLessThanOrEqual(1);
    }
  }
  const right = { sentByClients: 40, fromSent: 40, fromDue: 40, lateness: 40, toServer: 40, toClient: 40 };
  const none = { duplicates: 0, outOfOrder: 0, missing: 0 };
  expect(totals(echo.reports)).toMatchObject({ ...right, ...none, receivedByClients: 40 });
  expect(totals(broadcast.reports)).toMatchObject({ ...right, ...none, receivedByClients: 320, delivery: 320 });
}, 15_000);

test('a test that cannot be published is begun by telling every worker', async () => {
  await connect();
  const { reports, error } = await run({ ...messageTest('echo'), start: 'told' });
  expect(error).toBeNull();
  expect(totals(reports)).toMatchObject({ sentByClients: 40, receivedByClients: 40 });
}, 15_000);

test('a scenario is found by its folder', async () => {
  const scenario = join(folder, 'scenarios', 'toy');
  mkdirSync(scenario, { recursive: true });
  writeFileSync(
    join(scenario, 'client.ts'),
    'export default (test: any) => (client: any) => ({ start(at: number) { test.counter("begun").add(at); client.done(); } });',
  );
  await swarm.close();
  swarm = new ConsoleSwarm({ clients: 2, appsDir: folder, scenarioDirs: [join(folder, 'scenarios')] });
  await swarm.launch();
  await connect(2);
  const toy = { ...messageTest('echo'), scenario: 'toy', metrics: { begun: { kind: 'count' as const } } };
  expect(totals((await run(toy)).reports)).toEqual({ begun: 2 });
  await expect(run({ ...toy, scenario: 'none' })).rejects.toThrow('the scenario "none" has no client script');
}, 15_000);

test('clients that connect themselves are told who they are, and no more', async () => {
  await swarm.connect({ framework: 'lines', url: server.url, transport: 'websocket', clients: 8, now: false });
  expect(server.connections()).toBe(0);
}, 15_000);

test('connects anew after a disconnect, also fewer clients than it has workers', async () => {
  await connect();
  await swarm.disconnect();
  await eventually(() => server.connections() === 0, 'no connection');
  await connect(2);
  expect(server.connections()).toBe(2);
  expect((await run(messageTest('echo'))).reports).toHaveLength(2);
}, 15_000);

/** Has worker processes that are started from now on not come up; they end when they are let go of. @returns how to start others again */
function holdWorkers(): () => void {
  const before = process.env.NODE_OPTIONS;
  const waits = "process.on('disconnect', () => process.exit()); await new Promise(() => {});";
  const takeBack = passToMeasured(['NODE_OPTIONS']);
  process.env.NODE_OPTIONS = `--import=data:text/javascript;base64,${btoa(waits)}`;
  return () => {
    takeBack();
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  };
}

test('a worker that dies while it comes up is replaced, but not when it is ended', async () => {
  const other = new ConsoleSwarm({ clients: 2, appsDir: folder });
  const ended = new ConsoleSwarm({ clients: 2, appsDir: folder });
  const letGo = holdWorkers();
  try {
    const launching = other.launch();
    const failing = expect(ended.launch()).rejects.toThrow('a console worker did not come up');
    await eventually(() => other.pids().length > 0 && ended.pids().length > 0, 'their processes');
    letGo();
    const [killed] = other.pids();
    process.kill(killed!, 'SIGKILL');
    await launching;
    expect(other.pids()).toHaveLength(1);
    expect(other.pids()).not.toContain(killed);

    await ended.close();
    await failing;
    expect(ended.pids()).toEqual([]);
  } finally {
    letGo();
    await other.close();
    await ended.close();
  }
}, 15_000);

test('a worker that dies mid-test is named, the others report, and the next test has a new one', async () => {
  await connect();
  const test = messageTest('broadcast', 20);
  await swarm.prepare({ ...test, giveUpMs: 2_000 });
  const running = swarm.run(20_000);
  process.kill(swarm.pids()[2]!, 'SIGKILL');
  const outcome = await running;
  expect(outcome.died).toEqual([{ member: 3, reason: 'the worker process was ended by SIGKILL' }]);
  expect(outcome.error).toBeNull();
  expect(outcome.reports.map(({ clientIds, gaveUp }) => [clientIds, gaveUp])).toEqual([
    [[1, 2, 3], 3],
    [[4, 5, 6], 3],
  ]);
  expect(totals(outcome.reports).missing).toBeGreaterThan(0);
  await swarm.disconnect();
  await connect();
  expect(swarm.progress()).toEqual({ members: 3, membersUp: 3, clients: 8, clientsConnected: 8 });
  expect(await run(messageTest('echo'))).toMatchObject({ died: [], error: null });
}, 15_000);

test('a test is not begun without the worker that begins it, which is named until another takes its place', async () => {
  await connect();
  process.kill(swarm.pids()[0]!, 'SIGKILL');
  await eventually(() => swarm.pids().length === 2, 'that it was killed');
  await expect(run(messageTest('echo'))).rejects.toThrow('the worker process was ended by SIGKILL');
  expect(swarm.died()).toEqual([{ member: 1, reason: 'the worker process was ended by SIGKILL' }]);
  await connect();
  expect(swarm.died()).toEqual([]);
}, 15_000);

test('a server that goes away mid-test ends it at once, with what each client lost', async () => {
  await connect();
  await swarm.prepare(messageTest('echo', 1_000));
  const running = swarm.run(60_000);
  await server.stop();
  const { reports, error } = await running;
  expect(error).toBeNull();
  const closed = reports.flatMap((report) => report.closed).map(({ clientId }) => clientId);
  expect(closed.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(reports[0]?.error).toMatch(/^The connection of client [123] ended: the TCP connection ended$/);
}, 15_000);

test('a worker that does not report in time is given up, and the reports of the others are kept', async () => {
  await connect();
  await swarm.prepare(messageTest('echo'));
  const running = swarm.run(4_000);
  process.kill(swarm.pids()[1]!, 'SIGSTOP');
  const outcome = await running;
  expect(outcome).toMatchObject({ died: [], error: 'member 2 did not report within 4 s' });
  expect(outcome.reports.map(({ clientIds }) => clientIds)).toEqual([
    [1, 2, 3],
    [7, 8],
  ]);
}, 15_000);

test('a client that cannot connect fails the whole swarm, with the reason, and leaves none connected', async () => {
  const full = await startLinesServer(5);
  await expect(connect(CLIENTS, full.url)).rejects.toThrow(/Client \d (lost its connection|could not connect)/);
  await eventually(() => full.connections() === 0, 'no connection');
  await full.stop();
}, 15_000);

test('says what is missing: an adapter that was not built, a test that was not connected or prepared', async () => {
  const plan = { framework: 'no-such', url: server.url, transport: 'websocket' as const, clients: 2 };
  await expect(swarm.connect(plan)).rejects.toThrow('apps/no-such is not built');
  await expect(swarm.prepare(messageTest('echo'))).rejects.toThrow('the test cannot begin: Nothing is connected yet.');
  await expect(swarm.run(1_000)).rejects.toThrow('before it was prepared');
  await expect(connect(9)).rejects.toThrow('this swarm was made for 8 clients, not 9');
});

test('closing leaves no process', async () => {
  await connect();
  const pids = swarm.pids();
  await swarm.close();
  await swarm.close();
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await eventually(() => server.connections() === 0, 'no connection');
}, 15_000);
