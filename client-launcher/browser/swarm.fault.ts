/** Tests of a browser swarm whose browser is killed. They need Firefox and run against the smallest app. */
import { platformAlone } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { EXIT } from '../../system/errors.ts';
import { isRunning } from '../../system/process-owner.ts';
import { processTree } from '../../system/process-tree.ts';
import { startedBy } from '../../system/processes.ts';
import type { ConnectPlan } from '../swarm.ts';
import { messageTest, totals } from '../testing/message-test.ts';
import { BrowserSwarm } from './swarm.ts';

const MINUTE = 60_000;
const CLIENTS = 4;

/** Every client sends 10 messages to all, in 2 s. */
const broadcast = () => messageTest('broadcast', 10, 5);

/** The browsers below a driver process, largest part of its tree. */
const below = (driver: number): number[] => processTree(driver).filter((pid) => pid !== driver);

const app = platformAlone();

/** A server, and a swarm of two browsers that has not connected to it yet. */
interface Scene {
  server: Server;
  swarm: BrowserSwarm;
  plan: ConnectPlan;
}

async function open(): Promise<Scene> {
  const server = await startServer(app);
  const plan: ConnectPlan = { framework: app.id, url: server.url, transport: 'websocket', clients: CLIENTS };
  const swarm = new BrowserSwarm({ browser: 'firefox', browsers: 2, headless: true, grid: null, settle: false });
  try {
    await swarm.launch();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, swarm, plan };
}

async function close({ server, swarm }: Scene): Promise<void> {
  await swarm.close();
  await server.stop();
}

/** Each has a swarm of its own, since it breaks it; at once, since most of the time is waiting for what does not come. */
function breaking(title: string, act: (scene: Scene) => Promise<void>): void {
  test.concurrent(
    title,
    async () => {
      const scene = await open();
      try {
        await act(scene);
      } finally {
        await close(scene);
      }
    },
    6 * MINUTE,
  );
}

describe('when something is killed or hangs', () => {
  breaking(
    'a browser killed within a run is named, the rest report, and the next run has a new one',
    async ({ swarm, plan }) => {
      await swarm.connect(plan);
      await swarm.prepare(broadcast());
      const running = swarm.run(MINUTE);
      const [first, second] = swarm.pids();
      process.kill(below(second!)[0]!, 'SIGKILL');
      const outcome = await running;
      expect(outcome.died).toEqual([{ member: 2, reason: expect.any(String) }]);
      expect(outcome.error).toBeNull();
      expect(outcome.reports.map(({ clientIds, gaveUp }) => [clientIds, gaveUp])).toEqual([[[1, 2], 2]]);
      expect(totals(outcome.reports).missing).toBeGreaterThan(0);

      await swarm.disconnect();
      expect(swarm.pids()).toEqual([first]);
      await swarm.connect(plan);
      expect(swarm.pids()).toHaveLength(2);
      await swarm.prepare(broadcast());
      const again = await swarm.run(MINUTE);
      expect(again).toMatchObject({ died: [], error: null });
      expect(again.reports.map(({ clientIds }) => clientIds)).toEqual([
        [1, 2],
        [3, 4],
      ]);
      expect(totals(again.reports)).toMatchObject({ sentByClients: 40, receivedByClients: 160, missing: 0 });
    },
  );

  breaking(
    'a browser that hangs is given up at the deadline, and what the others report is kept',
    async ({ swarm, plan }) => {
      await swarm.connect(plan);
      await swarm.prepare({ ...broadcast(), giveUpMs: 7_000 });
      const running = swarm.run(20_000);
      for (const pid of below(swarm.pids()[1]!)) process.kill(pid, 'SIGSTOP');
      const outcome = await running;
      expect(outcome).toMatchObject({ died: [], error: 'member 2 did not report within 20 s' });
      expect(outcome.reports.map(({ clientIds }) => clientIds)).toEqual([[1, 2]]);
    },
  );

  breaking('what waits for all to begin waits for a page that takes its time', async ({ swarm, plan }) => {
    await swarm.connect(plan);
    await swarm.prepare({ ...broadcast(), start: 'told' });
    const [, slow] = swarm.drivers();
    await slow!.executeScript(`const { report } = window.outcryMember;
      window.outcryMember.report = async (...asked) => {
        await new Promise((resolve) => setTimeout(resolve, 3000));
        window.begunAt ??= Date.now();
        return report(...asked);
      };`);
    let goneOnAt = 0;
    const { error } = await swarm.run(MINUTE, () => {
      goneOnAt = Date.now();
    });
    expect(error).toBeNull();
    expect(goneOnAt).toBeGreaterThanOrEqual(await slow!.executeScript<number>('return window.begunAt'));
  });

  breaking(
    'a driver that is killed, and browsers that hang, leave nothing running when the swarm is closed',
    async ({ swarm, plan }) => {
      await swarm.connect(plan);
      const [first, second] = swarm.pids();
      const all = [first!, second!].flatMap((pid) => processTree(pid));
      process.kill(first!, 'SIGKILL');
      for (const pid of below(second!)) process.kill(pid, 'SIGSTOP');
      await swarm.close();
      expect(all.filter(isRunning)).toEqual([]);
    },
  );

  breaking('a driver killed between two runs is found out, and its browser replaced', async ({ swarm, plan }) => {
    await swarm.connect(plan);
    const [first, second] = swarm.pids();
    process.kill(second!, 'SIGKILL');
    await swarm.disconnect();
    await swarm.connect(plan);
    expect(swarm.pids()).toHaveLength(2);
    expect(swarm.pids()).toContain(first);
    expect(swarm.pids()).not.toContain(second);
    expect(swarm.progress()).toEqual({ members: 2, membersUp: 2, clients: CLIENTS, clientsConnected: CLIENTS });
  });

  breaking('a browser killed under two lanes is replaced for both', async ({ swarm, plan }) => {
    const lanes = await swarm.lanes(2);
    for (const lane of lanes) await lane.connect(plan);
    const [first, second] = swarm.pids();
    process.kill(below(second!)[0]!, 'SIGKILL');
    // The lane that has windows in browsers of another comes first.
    for (const lane of lanes.toReversed()) {
      await lane.disconnect();
      await lane.connect(plan);
    }
    expect(swarm.pids()).toHaveLength(2);
    expect(swarm.pids()).toContain(first);
    expect(swarm.pids()).not.toContain(second);
    for (const lane of lanes) {
      await lane.prepare(broadcast());
      const { died, error, reports } = await lane.run(MINUTE);
      expect([died, error]).toEqual([[], null]);
      expect(totals(reports)).toMatchObject({ sentByClients: 40, receivedByClients: 160, missing: 0 });
    }
  });
});

describe('with browsers that stay', () => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await open();
  }, 3 * MINUTE);

  afterAll(() => close(scene), MINUTE);

  test('fewer clients than browsers leave the last ones without any', async () => {
    await scene.swarm.connect({ ...scene.plan, clients: 1 });
    await scene.swarm.prepare(broadcast());
    const outcome = await scene.swarm.run(MINUTE);
    expect(outcome).toMatchObject({ died: [], error: null });
    expect(totals(outcome.reports)).toMatchObject({ sentByClients: 10, receivedByClients: 10 });
    expect(scene.swarm.progress()).toMatchObject({ membersUp: 2, clients: 1, clientsConnected: 1 });
    await scene.swarm.disconnect();
  });

  test('after the driver host was killed all browsers are replaced', async () => {
    const { swarm, plan } = scene;
    await swarm.connect(plan);
    await swarm.prepare(broadcast());
    const before = swarm.pids();
    const all = processTree(...before);
    const running = swarm.run(MINUTE);
    process.kill(startedBy(process.pid).find(({ label }) => label === 'driver host')!.pid, 'SIGKILL');
    const { died } = await running;
    expect(died).toEqual([1, 2].map((member) => ({ member, reason: expect.any(String) })));
    await swarm.disconnect();
    await swarm.connect(plan);
    expect(all.filter(isRunning)).toEqual([]);
    expect(swarm.pids()).toHaveLength(2);
    expect(swarm.progress()).toMatchObject({ membersUp: 2, clientsConnected: CLIENTS });
  });

  test('a server that cannot be reached is an error that names the page', async () => {
    await scene.server.stop();
    await expect(scene.swarm.connect(scene.plan)).rejects.toMatchObject({
      exitCode: EXIT.failed,
      message: expect.stringContaining(`${scene.server.url}/member.html`),
    });
  });
});
