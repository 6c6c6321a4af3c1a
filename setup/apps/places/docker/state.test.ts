import { readFileSync } from 'node:fs';
import { hostOf } from './state.ts';

/** The names of the control groups that this process is in. */
const group = readFileSync('/proc/self/cgroup', 'utf8').trim();

test('a container is on this machine where its first process is one that is here, in a group of its name', () => {
  expect(hostOf(true, group, process.pid)).toBe('this');
});

test('it is hidden where a process of that number is somebody else’s, or there is none', () => {
  expect(hostOf(true, 'c0ffee'.repeat(10), process.pid)).toBe('hidden');
  expect(hostOf(true, group, 2 ** 22 + 1)).toBe('hidden');
});

test('it is elsewhere where its engine is, whatever runs here', () => {
  expect(hostOf(false, group, process.pid)).toBe('other');
});
