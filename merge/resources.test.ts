import { makeRun } from '../chart-merger/testing/make-run.ts';
import { mergeMachineCpu, mergeServer, mergeSwarm } from './resources.ts';

const nothing = { server: null, swarm: null, machineCpuPercent: null, serverCpuMedian: null, serverMemoryMax: null };
const withResources = (resources: Partial<typeof nothing> | object) => ({
  ...makeRun(),
  resources: { ...nothing, ...resources },
});

describe('mergeServer', () => {
  test('takes the median of each run’s seconds as its CPU, the maximum as its memory, then their mean over runs', () => {
    const merged = mergeServer([
      withResources({ server: { intervalMs: 500, cpuPercent: [0, 2, 0, 18, 0, 4], memoryBytes: [10, 50, 20] } }),
      withResources({ server: { intervalMs: 500, cpuPercent: [8, 0], memoryBytes: [70, 60] } }),
    ])!;
    expect(merged.cpuPercent).toMatchObject({ mean: 3, n: 2 }); // seconds 1, 9, 2 and 4: medians 2 and 4; the median sample would be 1
    expect(merged.memoryBytes).toMatchObject({ mean: 60, n: 2 }); // maxima 50 and 70
  });

  test('averages samples of the same second, then over runs', () => {
    const merged = mergeServer([
      withResources({ server: { intervalMs: 500, cpuPercent: [10, 20, 30, 50], memoryBytes: [1, 1, 1, 1] } }),
      withResources({ server: { intervalMs: 500, cpuPercent: [5, 5], memoryBytes: [3, 3] } }),
    ])!;
    expect(merged.series!.cpuPercent).toMatchObject({ mean: [10, 40], n: [2, 1] });
    expect(merged.series!.memoryBytes.mean).toEqual([2, 1]);
  });

  test('takes the figures an import gives when there are no samples', () => {
    const merged = mergeServer([
      withResources({ serverCpuMedian: 30, serverMemoryMax: 100 }),
      withResources({ serverCpuMedian: 40 }),
    ])!;
    expect(merged.cpuPercent).toMatchObject({ mean: 35, n: 2 });
    expect(merged.memoryBytes).toEqual({ mean: 100, low: null, high: null, n: 1 });
    expect(merged.series).toBeNull();
  });

  test('is null when nobody measured', () => {
    expect(mergeServer([withResources({})])).toBeNull();
    expect(mergeSwarm([withResources({})])).toBeNull();
    expect(mergeMachineCpu([withResources({ machineCpuPercent: [] })])).toBeNull();
  });
});
