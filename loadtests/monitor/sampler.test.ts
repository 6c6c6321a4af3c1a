import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { MachineSampler, TreeSampler } from './sampler.ts';

const BUSY = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; while (used() < 400_000); console.log("done"); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'ignore'] });
  setInterval(() => {}, 1000);`;

describe('samples of a process tree', () => {
  test('hold the CPU and the memory of a process that a process of the tree started', async () => {
    const parent = spawn(process.execPath, ['-e', BUSY], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    try {
      const sampler = new TreeSampler([parent.pid!]);
      const machine = new MachineSampler();
      await once(createInterface({ input: parent.stdout! }), 'line');
      sampler.refresh();
      // Told that one second has passed, 400 ms of CPU time are 40% of a core, however long they took.
      const { cpuPercent, memoryBytes } = sampler.sample(1);
      expect(cpuPercent).toBeGreaterThanOrEqual(35);
      expect(memoryBytes).toBeGreaterThan(40_000_000);
      expect(machine.sample(1)).toBeGreaterThanOrEqual(35);
    } finally {
      process.kill(-parent.pid!, 'SIGKILL');
    }
  });

  test('are 0 for processes that are gone', () => {
    expect(new TreeSampler([2 ** 22 + 1]).sample(1)).toEqual({ cpuPercent: 0, memoryBytes: 0 });
  });
});
