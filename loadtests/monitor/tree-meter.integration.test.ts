import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { processTree } from '../../system/process-tree.ts';
import { ControlGroups, groupMeterOf } from './control-groups.ts';
import { MachineMeter } from './machine-meter.ts';
import { ProcessMeter, type TreeMeter } from './tree-meter.ts';

/** A process whose child uses 400 ms of CPU time as soon as it is told to, and says so. */
const BUSY = `
  const { spawn } = require('node:child_process');
  const script = 'process.stdin.once("data", () => { const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; const from = used(); while (used() < from + 400_000); console.log("done"); setInterval(() => {}, 1000); })';
  spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
  console.log('up');
  setInterval(() => {}, 1000);`;

/** Reads the meter that `make` gives for such a tree, before and after. */
async function measured(make: (root: number) => TreeMeter) {
  const parent = spawn(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const lines = createInterface({ input: parent.stdout! });
  try {
    await once(lines, 'line');
    const meter = make(parent.pid!);
    const machine = new MachineMeter();
    const before = machine.cpuSeconds();
    parent.stdin!.write('go\n');
    await once(lines, 'line');
    meter.refresh();
    const figures = {
      ...meter.read(),
      machineSeconds: machine.cpuSeconds() - before,
    };
    meter.close();
    machine.close();
    return figures;
  } finally {
    process.kill(-parent.pid!, 'SIGKILL');
  }
}

describe('a meter of a process tree', () => {
  test('that looks at processes one by one has the CPU and the memory of a process that one of them started', async () => {
    const { cpuSeconds, memoryBytes, machineSeconds } = await measured(
      (root) => new ProcessMeter(() => processTree(root)),
    );
    expect(cpuSeconds).toBeGreaterThanOrEqual(0.35);
    expect(memoryBytes).toBeGreaterThan(40_000_000);
    expect(machineSeconds).toBeGreaterThanOrEqual(0.35);
  });

  test('that asks a control group says the same, where there can be one', async () => {
    const groups = ControlGroups.make();
    try {
      const { cpuSeconds, memoryBytes } = await measured(
        (root) => groups?.meter('tree', [root]) ?? new ProcessMeter(() => processTree(root)),
      );
      expect(cpuSeconds).toBeGreaterThanOrEqual(0.35);
      expect(memoryBytes).toBeGreaterThan(40_000_000);
    } finally {
      groups?.close();
    }
  });

  test('that reads a group which somebody else has made says the same, where there can be one', async () => {
    const groups = ControlGroups.make();
    try {
      const { cpuSeconds, memoryBytes } = await measured((root) => {
        groups?.meter('made elsewhere', [root]).close();
        return (groups && groupMeterOf(root)) ?? new ProcessMeter(() => processTree(root));
      });
      expect(cpuSeconds).toBeGreaterThanOrEqual(0.35);
      expect(memoryBytes).toBeGreaterThan(40_000_000);
    } finally {
      groups?.close();
    }
  });

  test('says 0 of processes that are gone', () => {
    const meter = new ProcessMeter(() => [2 ** 22 + 1]);
    expect(meter.read()).toEqual({ cpuSeconds: 0, memoryBytes: 0 });
    meter.close();
  });
});
