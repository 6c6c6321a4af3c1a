/** Simulated sessions of interleaved runs with heavy tails: how often an interval holds the percentile of all rounds there could be. */
import { makeSlice, p99Of } from '../testing/made-slices.ts';
import { makeRandom } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import type { Counted } from './histogram.ts';
import { percentileFactors } from './slice-bootstrap.ts';

const SLICES = 15;
/** The machine's variation, as standard deviations of the logarithm of a latency; and the share of slices with ten times as much. */
interface Machine {
  round: number;
  weather: number;
  slice: number;
  disturbed: number;
}

const QUIET: Machine = { round: 0, weather: 0.05, slice: 0.05, disturbed: 0 };

/** A round's slices. A disturbance lasts for several of them. */
function round({ round: ofRound, weather, slice, disturbed }: Machine, random: () => number): Counted[] {
  const start = ofRound * normal(random);
  let now = weather * normal(random);
  return Array.from({ length: SLICES }, () => {
    now = 0.8 * now + 0.6 * weather * normal(random);
    const own = slice * (random() < disturbed ? 10 : 1) * normal(random);
    return makeSlice(start + now + own, random);
  });
}

/** Counts those of 100 intervals that hold the true percentile. @param seen the rounds that the bootstrap gets */
function coverage(rounds: number, machine: Machine, seen: (rounds: Counted[][]) => Counted[][] = (all) => all): number {
  const random = makeRandom(51);
  const make = (count: number) => Array.from({ length: count }, () => round(machine, random));
  const truth = p99Of(make(600).flat());
  const TRIES = 100;
  let held = 0;
  for (let session = 0; session < TRIES; session++) {
    const all = make(rounds);
    const [factor] = percentileFactors(seen(all), [99]) as [number];
    if (Math.abs(Math.log(p99Of(all.flat()) / truth)) <= Math.log(factor)) held++;
  }
  return held;
}

const UNEVEN: Machine = { ...QUIET, round: 0.1 };
const BUSY: Machine = { round: 0.1, weather: 0.1, slice: 0.05, disturbed: 0.05 };

describe('an interval holds the 99th percentile in 90 of 100 sessions at least', () => {
  test.each<[string, number, Machine]>([
    ['three rounds, when little happens', 3, QUIET],
    ['ten rounds, when little happens', 10, QUIET],
    ['three rounds that differ by 10 %', 3, UNEVEN],
    ['ten rounds that differ by 10 %', 10, UNEVEN],
    ['three rounds, some slices disturbed', 3, BUSY],
    ['ten rounds, some slices disturbed', 10, BUSY],
  ])('%s', (_, rounds, machine) => {
    expect(coverage(rounds, machine)).toBeGreaterThanOrEqual(90);
  });
});

test('where rounds differ by 40 %, ten of them show too little of the tail', () => {
  expect(coverage(10, { ...QUIET, round: 0.4 })).toBeLessThan(85);
});

test('a bootstrap that takes slices for rounds misses it where rounds differ', () => {
  const asRounds = (all: Counted[][]): Counted[][] => all.flat().map((slice) => [slice]);
  expect(coverage(3, UNEVEN, asRounds)).toBeLessThan(80);
  expect(coverage(10, UNEVEN, asRounds)).toBeLessThan(80);
});

describe('an interval', () => {
  const slices = (values: number[], counts: number[]): Counted[] => [{ values, counts }];

  test('is the same for the same records', () => {
    const random = makeRandom(52);
    const all = [1, 2, 3].map(() => round(BUSY, random));
    expect(percentileFactors(all, [50, 99])).toEqual(percentileFactors(all, [50, 99]));
  });

  test('has no length where rounds and slices are alike', () => {
    const all = [1, 2, 3].map(() => slices([1, 2, 3], [500, 450, 50]));
    expect(percentileFactors(all, [50, 90, 99])).toEqual([1, 1, 1]);
  });

  test('is not there where a percentile depends on few values, or is 0', () => {
    const all = [1, 2, 3].map(() => slices([0, 2], [600, 400]));
    expect(percentileFactors(all, [50, 90, 99.9])).toEqual([null, 1, null]);
  });
});
