import type { MonitorSamples } from './monitor-samples.ts';
import { checkedSurroundings, clockOffset, serverSamples, withServer } from './samples-elsewhere.ts';

const reading = (at: number) => ({
  ...{ at, ownSeconds: 0, taskSeconds: 1, stolenSeconds: 0, swappedPages: null, stalledSeconds: null },
  ...{ asleepSeconds: null, throttledSeconds: null, throttles: null, sentSegments: null, resentSegments: null },
  ...{ resentBegins: null, droppedBegins: null, megahertz: null },
});

const said = () => ({
  server: { intervalMs: 100, at: [5_000, 5_100], cpuPercent: [10, 20], memoryBytes: [1, 2] },
  serverWait: null,
  surroundings: {
    readings: [reading(5_000), reading(6_000)],
    stopped: [{ part: 'server', from: 5_200, to: 5_400 }],
    others: [],
  },
  gaps: 0,
  groups: false,
});

test('times are those of this machine', () => {
  const samples = serverSamples(said(), 4_000)!;
  expect(samples.server!.at).toEqual([1_000, 1_100]);
  expect(samples.surroundings.readings.map(({ at }) => at)).toEqual([1_000, 2_000]);
  expect(samples.surroundings.stopped).toEqual([{ part: 'server', from: 1_200, to: 1_400 }]);
  expect(samples.server!.cpuPercent).toEqual([10, 20]);
});

test.each([
  ['nothing', null],
  ['no server', { ...said(), server: null }],
  ['a text for a figure', { ...said(), gaps: 'many' }],
  ['a figure that is none', { ...said(), server: { ...said().server, cpuPercent: [Number.NaN, 1] } }],
  ['a time without its memory', { ...said(), server: { ...said().server, memoryBytes: [1] } }],
  ['no reading of the machine', { ...said(), surroundings: { ...said().surroundings, readings: [] } }],
  ['CPU below nothing', { ...said(), server: { ...said().server, cpuPercent: [-1, 1] } }],
])('samples with %s are none', (_, samples) => {
  expect(serverSamples(samples, 0)).toBeNull();
});

test('the quickest round trip relates the clocks', async () => {
  const trips = Array.from({ length: 5 }, (_, n) => ({ roundTripMs: 5 - n, offsetMs: n }));
  expect(await clockOffset({ clock: async () => trips.shift()! })).toBe(4);
});

test('what the machine of a check did is believed when it can be read alone', () => {
  const { surroundings } = said();
  expect(checkedSurroundings(surroundings)).toBe(surroundings);
  for (const others of [[null], [{ name: 'a'.repeat(200), cpuSeconds: 1 }], [{ name: 'a', cpuSeconds: '1' }]]) {
    expect(checkedSurroundings({ ...surroundings, others })).toBeNull();
  }
});

test('samples that were missed count, on either machine', () => {
  const here = { server: null, gaps: 2, groups: true, ownCpuPercent: 1 } as unknown as MonitorSamples;
  const there = serverSamples({ ...said(), gaps: 3 }, 4_000)!;
  const machine = { host: { name: 'lab-2', id: null }, here: false };
  expect(withServer(here, there, machine)).toMatchObject({
    ...{ gaps: 5, ownCpuPercent: 1, server: there.server },
    elsewhere: { ...machine, surroundings: there.surroundings },
  });
});
