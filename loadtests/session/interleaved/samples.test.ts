import type { SurroundingsReading } from '../../../protocol/surroundings.ts';
import { faultlessRun } from '../testing/faultless-run.ts';
import { disturbances } from '../validity/disturbance.ts';
import { samplesEndToEnd, surroundingsEndToEnd } from './samples.ts';

function reading(at: number, ownSeconds: number, taskSeconds: number): SurroundingsReading {
  const none = {
    stolenSeconds: 0,
    swappedPages: 0,
    stalledSeconds: 0,
    asleepSeconds: 0,
    throttledSeconds: null,
    throttles: null,
    megahertz: null,
  };
  const segments = { sentSegments: 0, resentSegments: 0, resentBegins: 0, droppedBegins: 0 };
  return { at, ownSeconds, taskSeconds, ...none, ...segments };
}

const surroundings = (...readings: SurroundingsReading[]) => ({ readings, stopped: [], others: [] });

test('what other servers used between two slices belongs to neither', () => {
  // Ours is all that worked in both slices; between them the machine was busy for 40 s.
  const joined = surroundingsEndToEnd([
    surroundings(reading(1_000, 0, 100), reading(2_000, 0.5, 100.5)),
    surroundings(reading(60_000, 0, 140), reading(61_000, 0.25, 140.25), reading(61_300, 0.5, 140.5)),
  ]);
  expect(joined.readings.map(({ at, ownSeconds, taskSeconds }) => [at, ownSeconds, taskSeconds])).toEqual([
    [1_000, 0, 100],
    [2_000, 0.5, 100.5],
    [3_000, 0.75, 100.75],
    [3_300, 1, 101],
  ]);
  expect(disturbances(joined, { from: 1_000, to: 3_300 })).toEqual([]);
});

test('other programs are still seen in the slices', () => {
  const joined = surroundingsEndToEnd([
    { ...surroundings(reading(0, 0, 0), reading(1_000, 0.1, 0.9)), others: [{ name: 'backup', cpuSeconds: 1 }] },
    { ...surroundings(reading(9_000, 0, 8), reading(10_000, 0.1, 8.9)), others: [{ name: 'backup', cpuSeconds: 2 }] },
  ]);
  expect(joined.others).toEqual([{ name: 'backup', cpuSeconds: 3 }]);
  expect(disturbances(joined, { from: 0, to: 2_000 })).toEqual([expect.objectContaining({ code: 'cpu-by-others' })]);
});

test('samples count that were taken in their slice, and stand where the slice stands', () => {
  const { samples } = faultlessRun();
  const sampled = (at: number[], cpuPercent: number[]) => ({
    ...samples!,
    server: { intervalMs: 100, at, cpuPercent, memoryBytes: cpuPercent },
    machine: { intervalMs: 100, at, cpuPercent },
  });
  const joined = samplesEndToEnd([
    { samples: sampled([90, 200, 1_050], [1, 2, 3]), window: { from: 100, to: 1_100 }, standsAt: 100, lengthMs: 1_000 },
    { samples: sampled([5_050, 6_500], [4, 5]), window: { from: 5_000, to: 6_000 }, standsAt: 1_100, lengthMs: 1_000 },
  ])!;
  expect(joined.server).toEqual({
    intervalMs: 100,
    at: [200, 1_050, 1_150],
    cpuPercent: [2, 3, 4],
    memoryBytes: [2, 3, 4],
  });
  expect(joined.machine.cpuPercent).toEqual([2, 3, 4]);
});

test.each([
  ['has no sample of the server with its start in it, where its load is even', true, 100, [3]],
  ['has them all where its load may come in bursts', false, 100, [2, 3]],
  ['has them all where they are few', true, 1_000, [2, 3]],
  ['has the one with its start in it where there is no other', true, 100, [2], [60, 160]],
])('a slice %s', (_, isEven, intervalMs, ofServer, at = [60, 160, 260]) => {
  const { samples } = faultlessRun();
  const cpuPercent = at.map((_, index) => index + 1);
  const tree = { intervalMs, at, cpuPercent };
  const joined = samplesEndToEnd([
    {
      samples: { ...samples!, server: { ...tree, memoryBytes: cpuPercent }, machine: tree },
      ...{ window: { from: 100, to: 1_100 }, standsAt: 100, lengthMs: 1_000, isEven },
    },
  ])!;
  expect(joined.server!.cpuPercent).toEqual(ofServer);
  expect(joined.server!.at).toHaveLength(ofServer.length);
  expect(joined.server!.memoryBytes).toEqual(ofServer);
  expect(joined.machine.cpuPercent).toEqual(cpuPercent.slice(1));
});

test('without the samples of one slice there are none', () => {
  const at = { window: { from: 0, to: 1_000 }, standsAt: 0, lengthMs: 1_000 };
  expect(
    samplesEndToEnd([
      { ...at, samples: faultlessRun().samples },
      { ...at, samples: null },
    ]),
  ).toBeNull();
});
