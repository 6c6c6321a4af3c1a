import type { CpuInfo } from 'node:os';
import { BusyTime } from './busy-time.ts';

/** A processor that has worked for `user` and done nothing for `idle`, ms. */
const processor = (user: number, idle: number): Pick<CpuInfo, 'times'> => ({
  times: { user, nice: 0, sys: 0, idle, irq: 0 },
});

test('each part has its own share of the processors', () => {
  const readings = [
    [processor(5_000, 5_000), processor(5_000, 5_000)],
    [processor(6_000, 5_000), processor(5_500, 5_500)],
    [processor(6_000, 6_000), processor(5_500, 6_500)],
  ];
  const clock = [0, 61_000, 63_000];
  const times = new BusyTime(
    () => readings.shift()!,
    () => clock.shift()!,
  );
  times.end('set-up');
  times.end('unit');
  expect(times.lines()).toEqual(['set-up   1:01, processors 75 % busy', 'unit     0:02, processors 0 % busy']);
});

test('where the system says nothing of its processors, only the time is said', () => {
  const times = new BusyTime(
    () => [],
    () => 0,
  );
  times.end('unit');
  expect(times.lines()).toEqual(['unit   0:00']);
});
