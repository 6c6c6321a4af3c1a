import { cpuQuota, memoryLeft, type ReadFile, throttledSeconds, throttleStats } from './control-group-limits.ts';

const files =
  (content: Record<string, string>): ReadFile =>
  (path) =>
    content[path] ?? null;
const groups = (version: 1 | 2) => [{ version, mount: '/c', folder: '/c/a/b' }] as const;

describe('the memory that is left', () => {
  test('is that of the own group, with the page cache counted as free, in both versions', () => {
    const second = {
      '/c/a/b/memory.max': '4000\n',
      '/c/a/b/memory.current': '3000\n',
      '/c/a/b/memory.stat': 'anon 2\ninactive_file 500\n',
    };
    expect(memoryLeft(groups(2), files(second))).toBe(1_500);
    const first = {
      '/c/a/b/memory.limit_in_bytes': '4000\n',
      '/c/a/b/memory.usage_in_bytes': '3000\n',
      '/c/a/b/memory.stat': 'cache 1\ntotal_inactive_file 500\n',
    };
    expect(memoryLeft(groups(1), files(first))).toBe(1_500);
  });

  test('is limited by a group above too', () => {
    const content = {
      '/c/a/memory.max': '100',
      '/c/a/memory.current': '60',
      '/c/a/b/memory.max': 'max',
      '/c/a/b/memory.current': '60',
    };
    expect(memoryLeft(groups(2), files(content))).toBe(40);
  });

  test('is without limit where no group has one', () => {
    const none = { '/c/a/b/memory.limit_in_bytes': '9223372036854771712', '/c/a/b/memory.usage_in_bytes': '1' };
    expect(memoryLeft(groups(1), files(none))).toBe(Number.POSITIVE_INFINITY);
    expect(memoryLeft(groups(2), files({ '/c/a/b/memory.max': 'max' }))).toBe(Number.POSITIVE_INFINITY);
    expect(memoryLeft([], files({}))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a CPU quota', () => {
  test('is the least of the own group and those above, in both versions', () => {
    expect(cpuQuota(groups(2), files({ '/c/a/b/cpu.max': '150000 100000\n', '/c/a/cpu.max': '20000 100000\n' }))).toBe(
      0.2,
    );
    expect(
      cpuQuota(groups(1), files({ '/c/a/b/cpu.cfs_quota_us': '20000\n', '/c/a/b/cpu.cfs_period_us': '100000\n' })),
    ).toBe(0.2);
  });

  test('is none without one', () => {
    expect(cpuQuota(groups(2), files({ '/c/a/b/cpu.max': 'max 100000\n' }))).toBeNull();
    expect(
      cpuQuota(groups(1), files({ '/c/a/b/cpu.cfs_quota_us': '-1\n', '/c/a/b/cpu.cfs_period_us': '100000\n' })),
    ).toBeNull();
    expect(cpuQuota([], files({}))).toBeNull();
  });
});

describe('the time that quotas held processes back', () => {
  test('is counted in the own group and those above, each once', () => {
    expect(throttleStats([...groups(2), ...groups(2)])).toEqual(['/c/a/b/cpu.stat', '/c/a/cpu.stat', '/c/cpu.stat']);
  });

  test('is added up, in both versions', () => {
    const second = 'usage_usec 9\nnr_periods 4\nnr_throttled 3\nthrottled_usec 2500000\n';
    expect(throttledSeconds([second, 'nr_periods 4\nnr_throttled 3\nthrottled_time 500000000\n'])).toBe(3);
  });

  test('is not known where no group has a quota', () => {
    expect(throttledSeconds(['usage_usec 9\nuser_usec 5\n'])).toBeNull();
    expect(throttledSeconds([])).toBeNull();
  });
});
