import { jest } from '@jest/globals';
import { Monitor } from '../monitor/monitor.ts';
import { WireProxy } from '../wire/proxy/counting-proxy.ts';
import { measureOverhead } from './measure-overhead.ts';

test('has what the smallest server, the proxy, timers and the monitor add', async () => {
  const [begin, end] = [jest.spyOn(Monitor.prototype, 'begin'), jest.spyOn(Monitor.prototype, 'end')];
  const proxy = jest.spyOn(WireProxy, 'start');
  const overhead = await measureOverhead({ page: false, messages: { warmUp: 2, measured: 5 } }, () => {});
  expect(overhead.roundTrip.p50).toBeGreaterThan(0);
  expect(overhead.roundTrip.p99).toBeGreaterThanOrEqual(overhead.roundTrip.p50);
  expect(overhead.throughProxy!.p50).toBeGreaterThan(0);
  expect(overhead.worker.clockStep).toBeGreaterThan(0);
  expect(overhead.worker.lateness.max).toBeGreaterThan(0);
  expect(overhead.monitorCpuPercent).toBeGreaterThanOrEqual(0);
  expect(overhead.disturbances).toBeInstanceOf(Array);
  expect(overhead.page).toBeNull();
  // The two round trips can be compared: the monitor stood beside both.
  const [began, between, ended] = [begin, proxy, end].map(({ mock }) => mock.invocationCallOrder);
  expect([began!.length, between!.length, ended!.length]).toEqual([1, 1, 1]);
  expect(began![0]).toBeLessThan(between![0]!);
  expect(between![0]).toBeLessThan(ended![0]!);
});
