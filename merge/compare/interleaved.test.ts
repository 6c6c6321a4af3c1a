/** Simulations of sessions whose servers were loaded in turn, in slices, and that are looked at after every round. */

import { ALPHA } from '../statistics/error-spending.ts';
import { makeRandom } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import type { Merge } from '../types.ts';
import { comparePairs, pairsAmong } from './compare.ts';
import { effectBetween, runsSay } from './effect.ts';

const BY = { metric: 'latency', better: 'less', words: { better: 'faster', worse: 'slower' } } as const;
const MOST_ROUNDS = 10;
const BLOCKS = 15;

/** The machine's variation, all as standard deviations of the logarithm of a latency. */
interface Machine {
  /** Of a start of a server, which holds for its whole round: its memory's layout, its compiled code. */
  start: number;
  /** Of what others do, which goes on from slice to slice: each has so much of the one before. */
  weather: number;
  goesOn: number;
  /** Of a slice by itself, and how many slices in a hundred have ten times as much. */
  slice: number;
  disturbed: number;
  /** By how much latencies grow over a round. */
  drift: number;
}

const QUIET: Machine = { start: 0.02, weather: 0.05, goesOn: 0.5, slice: 0.05, disturbed: 0, drift: 0 };

/** The values of one server's runs: the mean of all their slices, and the geometric mean of the slices' means. */
type Values = { means: number[]; middles: number[] };

/** Each server's slices in one round, in ms. */
function round(latencies: number[], machine: Machine, random: () => number): number[][] {
  const starts = latencies.map(() => machine.start * normal(random));
  const slices: number[][] = latencies.map(() => []);
  let weather = machine.weather * normal(random);
  for (let block = 0; block < BLOCKS; block++) {
    const order = latencies.map((_, row) => ({ row, at: random() })).sort((a, b) => a.at - b.at);
    for (const { row } of order) {
      const fresh = Math.sqrt(1 - machine.goesOn ** 2) * machine.weather * normal(random);
      weather = machine.goesOn * weather + fresh;
      const own = machine.slice * (random() < machine.disturbed ? 10 : 1) * normal(random);
      const drift = (machine.drift * block) / BLOCKS;
      slices[row]!.push(latencies[row]! * Math.exp(starts[row]! + weather + drift + own));
    }
  }
  return slices;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** As much of a merge as comparing reads. */
function merge(framework: string, { means, middles }: Values): Merge {
  return {
    key: framework,
    kind: 'measured',
    combination: { framework, scenario: 'made-up', swarm: 'console', clients: 1, params: {} },
    rounds: means.map((_, index) => ({ session: 's', repetition: index + 1, sequential: true, sliced: true })),
    sessions: ['s'],
    machines: [],
    flags: [],
    metrics: {
      latency: { kind: 'trend', runValues: means, sliceMeans: middles, runOf: means.map((_, index) => index) },
    },
  } as unknown as Merge;
}

/** Tells whether a difference is reported after any round, from the third on. */
function shows(latencies: number[], machine: Machine, random: () => number): boolean {
  const rows = latencies.map((): Values => ({ means: [], middles: [] }));
  for (let number = 1; number <= MOST_ROUNDS; number++) {
    for (const [row, slices] of round(latencies, machine, random).entries()) {
      rows[row]!.means.push(mean(slices));
      rows[row]!.middles.push(Math.exp(mean(slices.map(Math.log))));
    }
    if (number < 3) continue;
    const merges = rows.map((one, row) => merge(String(row), one));
    if (merges.length === 2 ? pairShows(merges) : anyPairShows(merges)) return true;
  }
  return false;
}

/** Returns the result of comparing two rows, without its words. */
const pairShows = ([row, baseline]: Merge[]): boolean =>
  (effectBetween(runsSay(row!, BY.metric), runsSay(baseline!, BY.metric))?.p ?? 1) < ALPHA;

const anyPairShows = (merges: Merge[]): boolean =>
  comparePairs(pairsAmong(merges), BY).some(({ verdict }) => verdict !== 'none');

function shareShown(tries: number, latencies: number[], machine: Machine, seed: number): number {
  const random = makeRandom(seed);
  let shown = 0;
  for (let session = 0; session < tries; session++) if (shows(latencies, machine, random)) shown++;
  return shown / tries;
}

/** 5 % plus three standard errors of a share of this many tries. */
const mostFalse = (tries: number): number => ALPHA + 3 * Math.sqrt((ALPHA * (1 - ALPHA)) / tries);

const BUSY: Machine = { ...QUIET, start: 0.05, weather: 0.3, goesOn: 0.9, disturbed: 0.05, drift: 0.4 };

describe('of equal servers a difference is said in 5 of 100 sessions at most', () => {
  test.each<[string, Partial<Machine>]>([
    ['when little happens', {}],
    ['when starts differ by 10 %', { start: 0.1 }],
    ['when what others do goes on over many slices', { weather: 0.3, goesOn: 0.97 }],
    ['when one slice in twenty is disturbed heavily', { disturbed: 0.05 }],
    ['when the machine slows down by a third in each round', { drift: 0.4 }],
    ['when all of it happens', BUSY],
  ])('two servers, %s', (_, machine) => {
    expect(shareShown(400, [5, 5], { ...QUIET, ...machine }, 41)).toBeLessThan(mostFalse(400));
  });

  test('six servers, when all of it happens', () => {
    expect(shareShown(60, [5, 5, 5, 5, 5, 5], BUSY, 44)).toBeLessThan(mostFalse(60));
  });
});

test('a difference of 10 % is shown within ten rounds in 80 of 100 sessions, while others do much', () => {
  expect(shareShown(200, [5, 5.5], { ...QUIET, weather: 0.2, goesOn: 0.9 }, 42)).toBeGreaterThan(0.8);
});

test('slices taken for independent say a difference where only the starts of the servers differ', () => {
  const random = makeRandom(43);
  const tries = 200;
  let wrong = 0;
  for (let session = 0; session < tries; session++) {
    const [here, there] = round([5, 5], { ...QUIET, start: 0.05 }, random) as [number[], number[]];
    const logs = here.map((value, block) => Math.log(value / there[block]!));
    const middle = mean(logs);
    const error = Math.sqrt(mean(logs.map((one) => (one - middle) ** 2)) / (BLOCKS - 1));
    if (Math.abs(middle / error) > 2.14) wrong++;
  }
  expect(wrong / tries).toBeGreaterThan(0.2);
});
