import { readFileSync } from 'node:fs';
import { eventually } from '../../system/testing/eventually.ts';
import { startBusyPrograms } from './busy-programs.ts';

/** User time of a process, in ticks: the 14th field of its stat (proc(5)). */
const userTicks = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[11]);

test('each of them uses a core again and again until it is ended', async () => {
  const programs = startBusyPrograms(2);
  try {
    for (const { pid } of programs) {
      // A second of CPU takes more than starting Node does.
      await eventually(() => userTicks(pid!) > 100, 'a busy program used no second of CPU', { limitMs: 60_000 });
    }
  } finally {
    for (const program of programs) program.kill('SIGKILL');
  }
  await eventually(() => programs.every(({ signalCode }) => signalCode === 'SIGKILL'), 'a busy program went on');
});
