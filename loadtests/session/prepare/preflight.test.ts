import type { SurroundingsReading } from '../../../protocol/surroundings.ts';
import type { PreflightSamples } from '../../monitor/machine-sample.ts';
import { preflightCheckOf } from './preflight.ts';

const reading = (second: number, othersCores: number): SurroundingsReading => ({
  at: second * 1000,
  ownSeconds: 0.02 * second,
  taskSeconds: (0.02 + othersCores) * second,
  stolenSeconds: 0,
  swappedPages: 0,
  sentSegments: null,
  resentSegments: null,
  resentBegins: null,
  droppedBegins: null,
  stalledSeconds: null,
  asleepSeconds: 0,
  throttledSeconds: null,
  throttles: null,
  megahertz: null,
});

/** Ten seconds of a quiet machine but for what is given. */
function checked({ others = 0.01, lateness = 0.3, roundTrip = 0.08 } = {}) {
  const samples: PreflightSamples = {
    surroundings: {
      readings: Array.from({ length: 11 }, (_, second) => reading(second, others)),
      stopped: [],
      others: [{ name: 'backup', cpuSeconds: 3 }],
    },
    lateness: [...new Array(97).fill(0.2), lateness, lateness, lateness],
    roundTrips: [...new Array(97).fill(0.06), roundTrip, roundTrip, roundTrip],
  };
  return preflightCheckOf(samples, new Date('2026-11-22T00:00:00Z'));
}

describe('a preflight check', () => {
  test('says what was seen, and that a quiet one is fit', () => {
    expect(checked()).toEqual({
      at: '2026-11-22T00:00:00.000Z',
      seconds: 10,
      othersCpuPercent: 1,
      timerLateness: { p50: 0.2, p99: 0.3, max: 0.3 },
      loopback: { p50: 0.06, p99: 0.08, max: 0.08 },
      unfit: [],
    });
  });

  test.each([
    ['others use it', { others: 0.3 }, /30% of a core.*backup/],
    ['its timers are late', { lateness: 6 }, /timers were 6 ms late/],
    ['its loopback is slow', { roundTrip: 2.5 }, /round trips took 2\.5 ms/],
  ])('says that it is not fit when %s', (_, seen, sentence) => {
    expect(checked(seen).unfit).toEqual([expect.stringMatching(sentence)]);
  });
});
