/** A swarm on machines that shells of this one stand for. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machinesText, readMachines } from '../../../system/elsewhere/machine-spec.ts';
import { isRunning } from '../../../system/process-owner.ts';
import { processTree } from '../../../system/process-tree.ts';
import { eventually } from '../../../system/testing/eventually.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { Machines } from '../../elsewhere/machines.ts';
import type { HostMonitor } from '../../member-host.ts';
import { messageTest, totals } from '../../testing/message-test.ts';
import { ConsoleSwarm } from '../swarm.ts';
import { type LinesServer, startLinesServer } from '../testing/lines-server.ts';
import { RemoteWorkers } from './remote-workers.ts';

const AHEAD = ['--time', '--monotonic', '250', '--fork'];
const ownClocks = spawnSync('unshare', [...AHEAD, 'true']).status === 0;
if (!ownClocks) process.stderr.write('workers with another clock: skipped, no time namespaces can be made here\n');

const CLIENTS = 6;
let folder: string;
let server: LinesServer;
let machines: Machines;
let swarm: ConsoleSwarm;

/** Two machines with a home of their own each; `$$` of each is in a file. @param shell such as `exec sh` */
const on = (shell = 'exec sh', workers = 2): string =>
  `exec:"export XDG_CACHE_HOME=${folder}/cache-{n}; echo $$ > ${folder}/pid-{n}; ${shell}"*${workers}`;

const pidOf = (number: number): number => Number(readFileSync(join(folder, `pid-${number}`), 'utf8'));

function swarmOn(text: string, { monitor = null as HostMonitor | null, replaceMs = 0 } = {}): void {
  machines = new Machines(readMachines(text), async () => monitor);
  const source = () => new RemoteWorkers(machines, replaceMs);
  swarm = new ConsoleSwarm({
    clients: CLIENTS,
    appsDir: folder,
    elsewhere: { source, workers: machines.workers, advertise: null },
  });
}

beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'lines', 'dist'), { recursive: true });
  cpSync(join(import.meta.dirname, '..', 'testing', 'lines-adapter.mjs'), join(folder, 'lines', 'dist', 'socket.mjs'));
  server = await startLinesServer();
});
afterEach(async () => {
  await swarm.close();
  await server.stop();
});

const connect = (to = server, which = swarm) =>
  which.connect({ framework: 'lines', url: to.url, transport: 'websocket', clients: CLIENTS });

test('workers of two machines count every message, and their machines measure themselves', async () => {
  const machine = { intervalMs: 100, at: [1], cpuPercent: [50] };
  const samples = { machine, members: machine, surroundings: { readings: [], stopped: [], others: [] } };
  const watched: number[][] = [];
  swarmOn(on(), { monitor: { begin: async (pids) => void watched.push(pids), end: async () => samples } });
  await swarm.launch();
  expect([swarm.members, swarm.mostMembers, swarm.pids()]).toEqual([2, undefined, []]);
  await connect();
  await swarm.prepare(messageTest('broadcast'));
  await swarm.hosts!.begin();
  expect(watched.map(([pid]) => processTree(pidOf(1), pidOf(2)).includes(pid!))).toEqual([true, true]);
  const { reports, died, error } = await swarm.run(20_000);
  expect({ died, error }).toEqual({ died: [], error: null });
  // It is one machine in truth, with one clock.
  expect(totals(reports)).toMatchObject({ sentByClients: 30, receivedByClients: 180, delivery: 180, missing: 0 });
  const related = await swarm.relateAgain(reports);
  expect(related.map(({ clock }) => clock)).toEqual([1, 2].map(() => ({ offsetMs: 0, errorMs: 0 })));
  expect(await swarm.hosts!.end(related)).toMatchObject(
    [1, 2].map(() => ({ here: true, members: 1, samples, missing: null, clock: { errorMs: 0 } })),
  );
});

(ownClocks ? test : test.skip)(
  'workers with another clock know it with an error, before a test and after it',
  async () => {
    swarmOn(on(`exec unshare ${AHEAD.join(' ')} sh`));
    await swarm.launch();
    await connect();
    await swarm.prepare(messageTest('broadcast'));
    const { reports } = await swarm.run(20_000);
    // Latencies of other members' messages are unknown.
    expect(totals(reports)).toMatchObject({ receivedByClients: 180, toServer: 30, missing: 0 });
    expect(totals(reports)).not.toHaveProperty('delivery');
    for (const { clock } of await swarm.relateAgain(reports)) {
      expect(clock!.errorMs).toBeGreaterThan(0);
      expect(Math.abs(clock!.offsetMs + 250_000)).toBeLessThanOrEqual(clock!.errorMs);
      expect(clock!.driftMs).toBeDefined();
    }
  },
);

test('lanes are connected to servers of their own, and share the machines', async () => {
  swarmOn(on());
  await swarm.launch();
  const [, other] = await swarm.lanes(2);
  const second = await startLinesServer();
  try {
    await Promise.all([connect(), connect(second, other as ConsoleSwarm)]);
    expect([server.connections(), second.connections()]).toEqual([CLIENTS, CLIENTS]);
    for (const lane of [swarm, other!]) {
      await lane.prepare(messageTest('broadcast'));
      expect(totals((await lane.run(20_000)).reports)).toMatchObject({ receivedByClients: 180, missing: 0 });
    }
    // One agent a machine, in the place of its shell, with a worker of each lane below it.
    expect(processTree(pidOf(1), pidOf(2))).toHaveLength(6);
  } finally {
    await second.stop();
  }
});

test('a machine that vanishes is named, and used again when it is back', async () => {
  swarmOn(on(), { replaceMs: 30_000 });
  await swarm.launch();
  await connect();
  await swarm.prepare(messageTest('broadcast'));
  process.kill(pidOf(1), 'SIGKILL');
  const { died } = await swarm.run(20_000);
  expect(died).toEqual([
    { member: 1, reason: expect.stringMatching(/^the worker on \S+ vanished: its connection ended$/) },
  ]);
  await swarm.disconnect();
  await connect();
  expect(swarm.died()).toEqual([]);
  expect(server.connections()).toBe(CLIENTS);
});

test('a worker that is killed is named, and another is started in its place', async () => {
  swarmOn(on('exec sh', 1));
  await swarm.launch();
  await connect();
  const worker = processTree(pidOf(1)).find((pid) => pid !== pidOf(1))!;
  process.kill(worker, 'SIGKILL');
  await eventually(() => swarm.died().length > 0, 'that it died');
  expect(swarm.died()[0]!.reason).toMatch(/is there no more: the worker process was ended by SIGKILL/);
  await connect();
  expect(swarm.died()).toEqual([]);
});

test('a machine that does not come back leaves its workers missing, with why', async () => {
  const gone = join(folder, 'gone');
  swarmOn(on(`[ ! -e ${gone} ] || exit 7; exec sh`), { replaceMs: 20 });
  await swarm.launch();
  writeFileSync(gone, '');
  process.kill(pidOf(2), 'SIGKILL');
  await eventually(() => swarm.died().length > 0, 'that it vanished');
  await expect(connect()).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringMatching(
      /^1 worker is missing of 2: the worker on \S+ vanished.*its program ended with code 7/,
    ),
  });
});

test('a machine that cannot be used ends the launch, which names it', async () => {
  swarmOn(`${on('exec sh', 1)},exec:"echo some reason >&2; exit 9"`);
  await expect(swarm.launch()).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/^1 worker is missing of 2: exec:"echo some.*ended with code 9[\s\S]*some reason$/),
  });
});

test('a machine whose first start fails is asked again', async () => {
  const tried = join(folder, 'tried');
  swarmOn(on(`[ -e ${tried} ] || { touch ${tried}; exit 7; }; exec sh`, 1), { replaceMs: 30_000 });
  await swarm.launch();
  expect(swarm.members).toBe(1);
});

test('closing ends everything on all machines', async () => {
  swarmOn(on());
  await swarm.launch();
  const tree = processTree(pidOf(1), pidOf(2));
  expect(tree).toHaveLength(4);
  await swarm.close();
  await eventually(() => !tree.some(isRunning), 'the end of all');
});

test('workers are dealt to machines in turn', () => {
  const text = 'ssh:lab-2*3,docker:bench,exec:sh*2';
  expect(machinesText(readMachines(text))).toBe(text);
  expect(new Machines(readMachines(text)).places()).toEqual([0, 1, 2, 3, 0, 0]);
});
