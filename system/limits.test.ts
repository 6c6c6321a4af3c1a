import { availableMemory, openFiles } from './limits.ts';

test('the limits of open files are the soft and the hard one', () => {
  const limits =
    'Limit                     Soft Limit           Hard Limit           Units     \n' +
    'Max open files            1024                 unlimited            files     \n';
  expect(openFiles(limits)).toEqual({ soft: 1_024, hard: Number.POSITIVE_INFINITY });
  expect(openFiles('')).toBeNull();
});

test('available memory is what the kernel calls available, not what is unused', () => {
  const meminfo = 'MemTotal:       24681984 kB\nMemFree:          312112 kB\nMemAvailable:   23811004 kB\n';
  expect(availableMemory(meminfo, Number.POSITIVE_INFINITY)).toBe(23_811_004 * 1_024);
  expect(availableMemory(meminfo, 1_000)).toBe(1_000);
  expect(availableMemory('MemFree: 1 kB\n')).toBeNull();
});
