import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { shareBetween, untilQuiet } from './wait-until-idle.ts';

/** Waits until process `pid` has used this many hundredths of a second. */
async function untilUsed(pid: number, ticks: number): Promise<void> {
  for (;;) {
    const [utime] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11);
    if (Number(utime) >= ticks) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const never = new AbortController().signal;

test('the share of a core is what all processes used, and new ones used all of theirs', () => {
  const before = new Map([
    [1, 100],
    [2, 50],
  ]);
  const after = new Map([
    [1, 130],
    [3, 20], // 2 has ended, 3 has begun
  ]);
  expect(shareBetween(before, after, 2)).toBeCloseTo(0.25);
});

test('what is busy is waited for until it is not', async () => {
  const busy: ChildProcess = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000); while (true) {}']);
  try {
    let settled = false;
    const quiet = untilQuiet([busy.pid!], never, 300).finally(() => {
      settled = true;
    });
    await untilUsed(busy.pid!, 100);
    expect(settled).toBe(false);
    busy.kill('SIGSTOP'); // a stopped process uses nothing
    expect(await quiet).toBe(true);
    busy.kill('SIGCONT');
    expect(await untilQuiet([busy.pid!], never, 50)).toBe(false);
    expect(await untilQuiet([busy.pid!], AbortSignal.abort())).toBe(false);
  } finally {
    busy.kill('SIGKILL');
  }
}, 60_000);

test('what cannot be seen is not waited for', async () => {
  expect(await untilQuiet([2 ** 22 + 1], never)).toBe(true);
});
