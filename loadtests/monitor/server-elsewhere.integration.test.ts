import { readdirSync } from 'node:fs';
import { readMachines } from '../../system/elsewhere/machine-spec.ts';
import { RemoteMachine } from '../../system/elsewhere/remote-machine.ts';
import { hostId } from '../../system/host-id.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { processTree } from '../../system/process-tree.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { hostMonitorOn } from './host-monitor.ts';
import { checkMachine } from './machine-check.ts';
import { Monitor } from './monitor.ts';

/** A shell of this machine stands for another one: the clocks are the same, so that times can be compared. */
const [spec] = readMachines('exec:sh');

let machine: RemoteMachine;
let monitor: Monitor;
beforeEach(async () => {
  machine = await RemoteMachine.open(spec!);
  monitor = await Monitor.start();
});
afterEach(async () => {
  await monitor.stop();
  await machine.close();
});

/** Samples a busy program there for more than a second. */
async function sampled() {
  const { pid } = await machine.start(['node', '-e', 'for (;;);']);
  const from = monotonicMs();
  await monitor.begin({ by: 'machine', pid, machine }, []);
  const enough = monotonicMs() + 1_500;
  await eventually(() => monotonicMs() > enough, 'the time had passed');
  const samples = await monitor.end();
  return { from, to: monotonicMs(), samples };
}

test('a server elsewhere is measured there ten times a second, with the waits of its threads, and the machine beside it', async () => {
  const { from, to, samples } = await sampled();
  const { server, serverWait, elsewhere, machine: here } = samples!;
  expect(server!.intervalMs).toBe(100);
  expect(server!.at.length).toBeGreaterThan(3);
  expect(server!.at.every((at) => at > from && at < to)).toBe(true);
  expect(Math.max(...server!.cpuPercent)).toBeGreaterThan(20);
  expect(Math.min(...server!.memoryBytes)).toBeGreaterThan(1e6);
  expect(serverWait!.at.length).toBeGreaterThan(0);
  expect(elsewhere).toMatchObject({ host: { name: machine.about.name, id: hostId() }, here: true });
  expect(elsewhere!.surroundings.readings.at(-1)!.ownSeconds).toBeGreaterThan(0.2);
  expect(here.at.length).toBeGreaterThan(3);
});

test('a machine that vanishes leaves a run without the figures of its server, and not without those of this machine', async () => {
  const { pid } = await machine.start(['node', '-e', 'for (;;);']);
  await monitor.begin({ by: 'machine', pid, machine }, []);
  machine.giveUp('was not heard of for 20 s');
  const samples = await monitor.end();
  expect(samples).toMatchObject({ server: null, serverWait: null, elsewhere: null });
  expect(samples!.surroundings.readings.length).toBeGreaterThan(0);
});

test('a test that failed leaves no sampling behind when the next begins', async () => {
  const workers = (await hostMonitorOn(machine))!;
  await workers.begin([machine.about.pid]);
  const watcher = processTree(machine.about.pid).find((pid) => pid !== machine.about.pid)!;
  const openFiles = (): number => readdirSync(`/proc/${watcher}/fd`).length;
  const before = openFiles();
  for (let failed = 0; failed < 3; failed++) await workers.begin([machine.about.pid]);
  expect(openFiles()).toBe(before);
  expect(await workers.end()).toMatchObject({ surroundings: { readings: expect.any(Array) } });
});

test('a check says what a machine has, and why another cannot be used', async () => {
  const [good, bad] = await Promise.all(
    ['exec:sh', 'exec:false'].map((text) => checkMachine({ spec: readMachines(text)[0]!, workers: 1 })),
  );
  expect(good).toMatchObject({ machine: 'exec:sh', problem: null, about: { node: process.version } });
  expect(good!.clockErrorMs).toBeGreaterThan(0);
  expect(good!.roundTripMs).toBeGreaterThan(good!.clockErrorMs!);
  expect(good!.busy!.percent).toBeGreaterThanOrEqual(0);
  expect(bad).toMatchObject({
    about: null,
    busy: null,
    problem: expect.stringMatching(/^exec:false: its program ended/),
  });
});
