import { otherPrograms, type ProcessStat, processStatOf } from './other-processes.ts';
import { TICKS_PER_SECOND } from './tree-meter.ts';

const OURS = 100;

const one = (pid: number, parent: number, name: string, seconds: number, started = '1'): ProcessStat => ({
  pid,
  parent,
  name,
  ticks: seconds * TICKS_PER_SECOND,
  started,
});

test('a process is read from its line whatever its name is', () => {
  const line = '42 (a) (b\n) R 7 42 42 0 -1 4194304 1 2 3 4 150 50 9 9 20 0 1 0 12345 1000 200 0';
  expect(processStatOf(line)).toEqual({ pid: 42, parent: 7, name: 'a) (b?', ticks: 200, started: '12345' });
});

describe('of the programs on the machine', () => {
  test('those that used the most CPU time meanwhile are named, processes of one name together', () => {
    const before = [one(1, 0, 'compiler', 5), one(2, 0, 'compiler', 5), one(3, 0, 'backup', 1), one(4, 0, 'idle', 9)];
    const after = [one(1, 0, 'compiler', 7), one(2, 0, 'compiler', 8), one(3, 0, 'backup', 2), one(4, 0, 'idle', 9)];
    expect(otherPrograms(before, after, [OURS])).toEqual([
      { name: 'compiler', cpuSeconds: 5 },
      { name: 'backup', cpuSeconds: 1 },
    ]);
  });

  test('our own are skipped, and all that they have started', () => {
    const after = [one(9, 8, 'grandchild', 5), one(8, OURS, 'child', 5), one(OURS, 1, 'outcry', 5), one(7, 1, 'sh', 1)];
    expect(otherPrograms([], after, [OURS])).toEqual([{ name: 'sh', cpuSeconds: 1 }]);
  });

  test('a process that has the pid of an earlier one has used all it has used', () => {
    const [before, after] = [[one(5, 1, 'sh', 3)], [one(5, 1, 'cc', 2, '77')]];
    expect(otherPrograms(before, after, [OURS])).toEqual([{ name: 'cc', cpuSeconds: 2 }]);
  });
});
