import type { SurroundingsReading } from '../../protocol/surroundings.ts';
import { monitorFigures } from './measure-overhead.ts';

/** A machine on which other programs take so much of a core. */
const readings = (othersPercent: number): SurroundingsReading[] =>
  Array.from({ length: 6 }, (_, second) => ({
    at: 1000 * second,
    ownSeconds: second / 10,
    taskSeconds: 500 + second / 10 + (second * othersPercent) / 100,
    stolenSeconds: 0,
    swappedPages: null,
    stalledSeconds: null,
    asleepSeconds: 0,
    throttledSeconds: null,
    throttles: null,
    sentSegments: null,
    resentSegments: null,
    resentBegins: null,
    droppedBegins: null,
    megahertz: null,
  }));
const figuresWith = (othersPercent: number) =>
  monitorFigures({
    ownCpuPercent: 1.234,
    surroundings: { readings: readings(othersPercent), stopped: [], others: [] },
  });

test('names what disturbed the machine during the measurement', () => {
  expect(figuresWith(80)).toEqual({
    monitorCpuPercent: 1.23,
    disturbances: ['other programs used 80% of a core, 80% in the worst second'],
  });
  expect(figuresWith(0)).toEqual({ monitorCpuPercent: 1.23, disturbances: [] });
});

test('does not claim that nothing disturbed it when nothing can be monitored', () => {
  expect(monitorFigures(null)).toEqual({ monitorCpuPercent: null });
});
