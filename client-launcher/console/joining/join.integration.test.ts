/** The worker's side, against runners that a test plays; and both sides together. */
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { hostId } from '../../../system/host-id.ts';
import { startedBy } from '../../../system/processes.ts';
import { eventually } from '../../../system/testing/eventually.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import type { HostSamples } from '../../member-host.ts';
import { messageTest, totals } from '../../testing/message-test.ts';
import { ConsoleSwarm } from '../swarm.ts';
import { type LinesServer, startLinesServer } from '../testing/lines-server.ts';
import { joinSession } from './join.ts';
import { JoinedWorkers } from './joined-workers.ts';
import { HOST, TOKEN } from './testing/fake-worker.ts';
import { thisVersion } from './version.ts';

const KILLED = 'the worker process was ended by SIGKILL';
const ID = '00000000-0000-4000-8000-000000000000';
const leaving: { abort: AbortController; ended: Promise<void> }[] = [];

afterEach(async () => {
  for (const { abort } of leaving) abort.abort();
  await Promise.allSettled(leaving.splice(0).map(({ ended }) => ended));
});

/** Begins to look for a runner at `url`, and keeps what it says. */
function worker(url: string, { token = TOKEN, host = HOST, id = ID, samples = null as HostSamples | null } = {}) {
  const said: string[] = [];
  const abort = new AbortController();
  const ended = thisVersion('c0ffee').then((version) =>
    joinSession({
      url: new URL(url),
      token,
      again: false,
      version,
      worker: { id, host, monitor: { begin: async () => {}, end: async () => samples } },
      say: (line) => said.push(line),
      signal: abort.signal,
      againMs: 10,
    }),
  );
  leaving.push({ abort, ended });
  ended.catch(() => {}); // a test that waits for it hears of it
  return { said, ended };
}

describe('a worker', () => {
  let http: Server;
  let runner: WebSocketServer;
  let url: string;

  beforeEach(async () => {
    http = createServer();
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
    runner = new WebSocketServer({ server: http });
  });
  afterEach(async () => {
    for (const socket of runner.clients) socket.terminate();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });

  const joined = async (): Promise<{ socket: WebSocket; hello: unknown }> => {
    const [socket] = (await once(runner, 'connection')) as [WebSocket];
    const [text] = await once(socket, 'message');
    return { socket, hello: JSON.parse(String(text)) };
  };

  test('joins again when the runner is lost, as the same, and ends when the session is over', async () => {
    const { said, ended } = worker(url);
    const first = await joined();
    first.socket.terminate();
    const second = await joined();
    expect(second.hello).toEqual({ says: 'hello', worker: ID, host: HOST });
    expect(first.hello).toEqual(second.hello);
    second.socket.close(1000);
    await ended;
    expect(said).toEqual([
      `joined ${url}/`,
      'lost the runner: the connection ended',
      `joined ${url}/`,
      'the session is over',
    ]);
  }, 30_000);

  test('says that its own process was killed, and joins again with another', async () => {
    const { said, ended } = worker(url);
    const first = await joined();
    const own = startedBy(process.pid).filter(({ label }) => label === 'joined worker');
    expect(own).toHaveLength(1);
    process.kill(own[0]!.pid, 'SIGKILL');
    const [text] = await once(first.socket, 'message');
    expect(JSON.parse(String(text))).toEqual({ says: 'died', reason: KILLED });
    // As a runner does.
    first.socket.terminate();
    const second = await joined();
    second.socket.close(1000);
    await ended;
    expect(said).toEqual([
      `joined ${url}/`,
      `${KILLED}; joining again with a new one`,
      `joined ${url}/`,
      'the session is over',
    ]);
  }, 30_000);

  test('takes no file that is not what its hash says', async () => {
    worker(url);
    const { socket } = await joined();
    socket.send(JSON.stringify({ do: 'file', hash: '0'.repeat(64), text: 'process.exit()' }));
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([1008, 'no runner says so: a file is not what its hash says']);
  }, 30_000);
});

describe('a runner and its workers', () => {
  const CLIENTS = 6;
  let folder: string;
  let server: LinesServer;
  let source: JoinedWorkers;
  let swarm: ConsoleSwarm;

  beforeEach(async () => {
    folder = temporaryFolder();
    mkdirSync(join(folder, 'lines', 'dist'), { recursive: true });
    cpSync(
      join(import.meta.dirname, '..', 'testing', 'lines-adapter.mjs'),
      join(folder, 'lines', 'dist', 'socket.mjs'),
    );
    server = await startLinesServer();
    const address = { host: '127.0.0.1', port: 0 };
    source = new JoinedWorkers({ address, token: TOKEN, tokenIsNew: false, commit: 'c0ffee', say: () => {} });
    swarm = new ConsoleSwarm({ clients: CLIENTS, appsDir: folder, joined: { source, workers: 2, advertise: null } });
  });
  afterEach(async () => {
    await swarm.close();
    await server.stop();
  }, 30_000);

  /** Two workers that joined. */
  async function launch(more: Parameters<typeof worker>[1] = {}) {
    const launching = swarm.launch();
    const at = await eventually(() => source.url, 'a port to join at');
    const two = ['1', '2'].map((n) => worker(at!, { ...more, id: `${ID.slice(0, -1)}${n}` }));
    await launching;
    return two;
  }

  const connect = () =>
    swarm.connect({ framework: 'lines', url: server.url, transport: 'websocket', clients: CLIENTS });

  test('count every message, and know their clocks with an error, before a test and after it', async () => {
    const machine = { intervalMs: 100, at: [1], cpuPercent: [50] };
    const counted = {
      taskSeconds: 2,
      stolenSeconds: 0,
      swappedPages: 3,
      stalledSeconds: null,
      asleepSeconds: 0,
      throttledSeconds: null,
      sentSegments: 9,
      resentSegments: 0,
      resentBegins: 0,
      droppedBegins: null,
    };
    const reading = { at: 1, ownSeconds: 0.5, ...counted, throttles: null, megahertz: 2_450.5 };
    const others = [{ name: 'made-up', cpuSeconds: 1 }];
    const samples = { machine, member: machine, surroundings: { readings: [reading], stopped: [], others } };
    const two = await launch({ samples });
    expect([swarm.members, swarm.mostMembers, swarm.pids()]).toEqual([2, undefined, []]);
    await connect();
    await swarm.prepare(messageTest('broadcast'));
    await swarm.hosts!.begin();
    const { reports, died, error } = await swarm.run(20_000);
    expect({ died, error }).toEqual({ died: [], error: null });
    // With another clock, latencies of other members' messages are unknown.
    expect(totals(reports)).toMatchObject({ sentByClients: 30, receivedByClients: 180, toServer: 30, missing: 0 });
    expect(totals(reports)).not.toHaveProperty('delivery');
    const related = await swarm.relateAgain(reports);
    for (const { clock, host } of related) {
      expect(host).toBe('lab-2');
      expect(clock!.errorMs).toBeGreaterThan(0);
      expect(Math.abs(clock!.offsetMs)).toBeLessThanOrEqual(clock!.errorMs); // it is one clock in truth
      expect(clock!.driftMs).toBeDefined();
    }
    expect(await swarm.hosts!.end(related)).toMatchObject(
      related.map(({ clock }) => ({ host: HOST, here: false, members: 1, samples, clock })),
    );
    await swarm.close();
    await Promise.all(two.map(({ ended: over }) => over));
    expect(two[0]!.said.at(-1)).toBe('the session is over');
  }, 30_000);

  test('on one machine read one clock', async () => {
    await launch({ host: { ...HOST, id: hostId() } });
    await connect();
    await swarm.prepare(messageTest('broadcast'));
    const { reports } = await swarm.run(20_000);
    expect(reports.map(({ clock }) => clock)).toEqual([
      { offsetMs: 0, errorMs: 0 },
      { offsetMs: 0, errorMs: 0 },
    ]);
    expect(totals(reports)).toMatchObject({ delivery: 180 });
    expect(await swarm.relateAgain(reports)).toEqual(reports);
  }, 30_000);

  test('do not meet with another token, which is wrong use', async () => {
    const launching = swarm.launch().catch(() => {});
    const at = (await eventually(() => source.url, 'a port to join at'))!;
    const { ended } = worker(at, { token: 'another-token-for-tests' });
    await expect(ended).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('another one than that'),
    });
    worker(at, { id: `${ID.slice(0, -1)}1` });
    worker(at, { id: `${ID.slice(0, -1)}2` });
    await launching;
  }, 30_000);
});
