import { spawn } from 'node:child_process';
import { allowedCpus, onCpus } from '../../system/cpus.ts';
import { CpuWait, countsWaiting, threadTimes, timesIn } from './cpu-wait.ts';

describe('how long threads wait for a CPU', () => {
  test('is read from what the kernel counts', () => {
    expect(timesIn('2000000000 500000000 17\n')).toEqual({ ran: 2, waited: 0.5, turns: 17 });
    expect(timesIn('')).toBeNull();
    expect(timesIn('nothing here')).toBeNull();
  });

  test('is of the thread that wanted most, and of all of them', () => {
    const wait = new CpuWait(() => [process.pid], 0);
    const until = performance.now() + 50;
    while (performance.now() < until);
    wait.sample(1000);
    wait.sample(2000);
    const samples = wait.end();
    if (!countsWaiting()) return expect(samples).toBeNull();
    expect(samples).toMatchObject({ intervalMs: 1000, at: [1000, 2000] });
    expect(samples!.busiestPercent).toHaveLength(2);
    for (const [index, all] of samples!.allPercent.entries()) {
      expect(all).toBeGreaterThanOrEqual(samples!.busiestPercent[index]!);
    }
  });

  test('of a thread that could not be read once counts from when it was read last, not from its start', () => {
    if (!countsWaiting()) return expect(threadTimes([process.pid]).size).toBe(0);
    let which = [process.pid];
    const wait = new CpuWait(() => which, 0);
    which = [];
    wait.sample(1000);
    which = [process.pid];
    const before = threadTimes([process.pid]).get(`${process.pid}/${process.pid}`)!.ran;
    wait.sample(2000);
    // This process has run for far longer before the first reading than between the readings.
    expect(wait.end()!.mostRanPercent).toBeLessThan((100 * before) / 2);
  });

  test('is half of the time where two that always want to run share one CPU', async () => {
    const [cpu] = allowedCpus() ?? [];
    if (cpu === undefined || !countsWaiting()) return expect(threadTimes([process.pid]).size).toBe(0);
    const busy = () => {
      const [program, ...words] = onCpus(String(cpu), [process.execPath, '-e', 'for (;;);']);
      return spawn(program!, words, { stdio: 'ignore' });
    };
    const both = [busy(), busy()];
    try {
      const pids = both.map(({ pid }) => pid!);
      const ran = () => Math.min(...pids.map((pid) => threadTimes([pid]).get(`${pid}/${pid}`)?.ran ?? 0));
      while (ran() < 0.2) await new Promise((resolve) => setTimeout(resolve, 20));
      const wait = new CpuWait(() => pids, performance.now());
      const from = ran();
      while (ran() < from + 0.3) await new Promise((resolve) => setTimeout(resolve, 20));
      wait.sample(performance.now());
      const { busiestPercent, allPercent } = wait.end()!;
      // Each has half of the CPU at most, whatever else the machine does.
      expect(busiestPercent[0]).toBeGreaterThan(40);
      expect(allPercent[0]).toBeGreaterThan(80);
    } finally {
      for (const child of both) child.kill('SIGKILL');
    }
  });

  test('is not known of processes that are not there', () => {
    const wait = new CpuWait(() => [2 ** 22 + 1], 0);
    wait.sample(1000);
    expect(wait.end()).toBeNull();
  });
});
