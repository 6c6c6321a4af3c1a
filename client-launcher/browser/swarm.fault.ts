/** What a browser swarm does when a browser is killed under it. Needs Firefox; runs against the smallest app there is. */
import { readApps } from '../../setup/apps/manifest.ts';
import { type Server, startServer } from '../../setup/apps/server-process.ts';
import { EXIT } from '../../system/errors.ts';
import { processTree } from '../../system/processes.ts';
import type { ConnectPlan, SendPlan } from '../swarm.ts';
import { isRunning } from './running.ts';
import { BrowserSwarm } from './swarm.ts';

const MINUTE = 60_000;
const SEND: SendPlan = { rate: 2, messages: 10, payloadBytes: 0, phase: 'together' };
const CLIENTS = 4;

const init = () => ({ testType: 'broadcast' as const, clientCount: CLIENTS, spacing: 1, startTime: Date.now() });

/** The browsers below a driver process, largest part of its tree. */
const below = (driver: number): number[] => processTree(driver).filter((pid) => pid !== driver);

/** `./outcry test` says which apps it has built; without it, the first there is. */
const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
const app = readApps().find(
  ({ id, transports }) => (wanted?.includes(id) ?? true) && transports.websocket?.swarms.includes('browser'),
)!;

let server: Server;
let swarm: BrowserSwarm;
let plan: ConnectPlan;

beforeEach(async () => {
  server = await startServer(app);
  plan = { framework: app.id, url: server.url, transport: 'websocket', clients: CLIENTS };
  swarm = new BrowserSwarm({ browser: 'firefox', browsers: 2, headless: true, grid: null });
  await swarm.launch();
}, 3 * MINUTE);

afterEach(async () => {
  await swarm.close();
  await server.stop();
}, MINUTE);

test(
  'a browser killed within a run makes it invalid, the rest goes on, and the next run has a new one',
  async () => {
    await swarm.connect(plan);
    await swarm.start(init(), SEND);
    const [first, second] = swarm.pids();
    process.kill(below(second!)[0]!, 'SIGKILL');
    const outcome = await swarm.finished(MINUTE);
    expect(outcome.died).toEqual([{ member: 2, reason: expect.any(String) }]);
    expect(outcome.dataset?.reports.map((report) => report.clientIds)).toEqual([[1, 2]]);
    expect(outcome.dataset?.vanished.length).toBeGreaterThan(0);

    await swarm.disconnect();
    expect(swarm.pids()).toEqual([first]);
    await swarm.connect(plan);
    expect(swarm.pids()).toHaveLength(2);
    await swarm.start(init(), SEND);
    const again = await swarm.finished(MINUTE);
    expect(again.died).toEqual([]);
    expect(again.dataset?.reports.flatMap((report) => report.clientIds).sort()).toEqual([1, 2, 3, 4]);
    expect(again.dataset?.vanished).toEqual([]);
  },
  3 * MINUTE,
);

test(
  "the master's browser killed within a run ends it without a dataset, at once and with the reason",
  async () => {
    await swarm.connect(plan);
    await swarm.start(init(), SEND);
    process.kill(below(swarm.pids()[0]!)[0]!, 'SIGKILL');
    const outcome = await swarm.finished(10 * MINUTE);
    expect(outcome.dataset).toBeNull();
    expect(outcome.error).toMatch(/master's browser has died/);
    expect(outcome.died.map(({ member }) => member)).toEqual([1]);
  },
  3 * MINUTE,
);

test(
  'a driver that is killed, and browsers that hang, leave nothing running when the swarm is closed',
  async () => {
    await swarm.connect(plan);
    const [first, second] = swarm.pids();
    const all = [first!, second!].flatMap((pid) => processTree(pid));
    process.kill(first!, 'SIGKILL');
    for (const pid of below(second!)) process.kill(pid, 'SIGSTOP');
    await swarm.close();
    expect(all.filter(isRunning)).toEqual([]);
  },
  2 * MINUTE,
);

test(
  'a driver killed between two runs is found out, and its browser replaced',
  async () => {
    await swarm.connect(plan);
    const [first, second] = swarm.pids();
    process.kill(second!, 'SIGKILL');
    await swarm.disconnect();
    await swarm.connect(plan);
    expect(swarm.pids()).toHaveLength(2);
    expect(swarm.pids()).toContain(first);
    expect(swarm.pids()).not.toContain(second);
    expect(swarm.progress()).toEqual({ members: 2, membersUp: 2, clients: CLIENTS, clientsConnected: CLIENTS });
  },
  2 * MINUTE,
);

test(
  'a server that cannot be reached is an error that names the page',
  async () => {
    await server.stop();
    await expect(swarm.connect(plan)).rejects.toMatchObject({
      exitCode: EXIT.failed,
      message: expect.stringContaining(`${server.url}/load.html`),
    });
  },
  2 * MINUTE,
);

test(
  'a plan with more clients than connections is refused before anything is opened',
  async () => {
    const long = { ...plan, transport: 'long-polling' as const, clients: 10 };
    await expect(swarm.connect(long)).rejects.toMatchObject({ exitCode: EXIT.usage });
    expect(swarm.progress()).toMatchObject({ membersUp: 2, clientsConnected: 0 });
  },
  2 * MINUTE,
);
