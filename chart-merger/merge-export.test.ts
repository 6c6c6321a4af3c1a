import { mergeRuns } from '../merge/index.ts';
import { makeRuns } from '../merge/testing/make-run.ts';
import { exportMerge } from './merge-export.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is exported is for scripts, which have no types
const exported = (runs: Parameters<typeof mergeRuns>[0]): any => exportMerge(mergeRuns(runs)[0]!, []);

describe('a merge as scripts have it', () => {
  test('has the figures of standard metrics where they have always been', () => {
    const merge = exported(makeRuns(3));
    expect(merge).toMatchObject({
      perSecond: { bucketSeconds: 1, plannedSeconds: 15, overtime: expect.any(Array) },
      window: { fromSecond: 5, toSecond: 14 },
      totals: { sentByClients: 1800, receivedByClients: 36_000, expectedDeliveries: 36_000 },
      latency: { delivery: null },
      resources: { machineCpuPercent: { n: 3 } },
      wire: { bytes: null, httpRequests: null },
    });
    expect(merge.latency.fromSent.runMeans).toEqual(merge.metrics.fromSent.runValues);
    expect(merge.latency.fromSent.distribution.curve[0].ms).toBe(merge.metrics.fromSent.distribution.curve[0].value);
    expect(merge.perSecond.latency).toEqual(merge.metrics.fromSent.series);
    expect(merge.resources.server).toMatchObject({ cpuPercent: { n: 3 }, memoryBytes: { n: 3 }, series: {} });
  });

  test('of a scenario that measures other things has nulls there, and all of it by name', () => {
    const runs = makeRuns(1, { identity: { params: { rate: 1, messages: 1, depth: 3 } } });
    runs[0]!.metrics = { depth: runs[0]!.metrics.serverCpu } as never;
    const merge = exported(runs);
    expect(merge).toMatchObject({ window: null, latency: { fromSent: null }, resources: { server: null } });
    expect(merge.metrics.depth.typical).toMatchObject({ n: 1 });
  });
});
