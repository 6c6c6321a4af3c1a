import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { eventually } from '../../system/testing/eventually.ts';
import { StoppedWatch } from './stopped-processes.ts';

const stateOf = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.charAt(stat.lastIndexOf(')') + 2);
};

test('a process that was stopped is seen while it is, each time, and others are not', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  const watch = new StoppedWatch('server', () => [child.pid!]);
  const others = new StoppedWatch('swarm', () => [process.pid]);
  const become = async (signal: NodeJS.Signals, stopped: boolean): Promise<void> => {
    child.kill(signal);
    await eventually(() => (stateOf(child.pid!) === 'T') === stopped, `${signal} came`);
  };
  try {
    watch.look(1);
    await become('SIGSTOP', true);
    watch.look(2);
    watch.look(3);
    others.look(3);
    await become('SIGCONT', false);
    watch.look(4);
    await become('SIGSTOP', true);
    watch.look(5);
    expect(watch.found).toEqual([
      { part: 'server', from: 2, to: 3 },
      { part: 'server', from: 5, to: 5 },
    ]);
    expect(others.found).toEqual([]);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const one of [watch, others]) one.close();
  }
});

test('what is gone is not stopped', () => {
  const watch = new StoppedWatch('bench', () => [2 ** 22 + 1]);
  watch.look(1);
  expect(watch.found).toEqual([]);
});
