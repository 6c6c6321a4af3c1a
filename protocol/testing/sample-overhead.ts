/** A made-up harness overhead, for tests. */
import type { HarnessOverhead } from '../harness-overhead.ts';

const spread = { p50: 0.2, p99: 1, max: 2 };

export const sampleOverhead = (change: Partial<HarnessOverhead> = {}): HarnessOverhead => ({
  at: '2026-11-22T00:00:00.000Z',
  outcry: 'abc',
  node: 'v20.0.0',
  roundTrip: spread,
  throughProxy: null,
  worker: { clockStep: 0.0001, lateness: spread },
  page: null,
  monitorCpuPercent: null,
  ...change,
});
