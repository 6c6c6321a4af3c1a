import { watchMemoryKills } from './memory-kills.ts';

test('a process that ended after the kernel had killed some is said to have ended so', () => {
  let vmstat = 'pgfault 5\noom_kill 2\n';
  const text = watchMemoryKills(() => vmstat);
  expect(text()).toBe('');
  vmstat = 'pgfault 9\noom_kill 3\n';
  expect(text()).toMatch(/^; the kernel has killed a process since it was started, as memory ran out/);
  vmstat = 'pgfault 9\noom_kill 5\n';
  expect(text()).toContain('killed 3 processes');
});

test('nothing is said where the kernel does not count', () => {
  expect(watchMemoryKills(() => 'pgfault 5\n')()).toBe('');
});
