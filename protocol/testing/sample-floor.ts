/** A made-up harness overhead, for tests. */
import type { Floor } from '../floor.ts';

const spread = { p50: 0.2, p99: 1, max: 2 };

export const sampleFloor = (change: Partial<Floor> = {}): Floor => ({
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
