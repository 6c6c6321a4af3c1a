import { measureFloor } from './measure-floor.ts';

test('the floor has what the smallest server, the proxy, timers and the monitor add', async () => {
  const floor = await measureFloor({ page: false, messages: { warmUp: 2, measured: 5 } }, () => {});
  expect(floor.roundTrip.p50).toBeGreaterThan(0);
  expect(floor.roundTrip.p99).toBeGreaterThanOrEqual(floor.roundTrip.p50);
  expect(floor.throughProxy!.p50).toBeGreaterThan(0);
  expect(floor.worker.clockStep).toBeGreaterThan(0);
  expect(floor.worker.lateness.max).toBeGreaterThan(0);
  expect(floor.monitorCpuPercent).toBeGreaterThanOrEqual(0);
  expect(floor.page).toBeNull();
});
