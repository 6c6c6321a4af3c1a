/** Simulations of sessions: some are looked at after every round, until eight are over, others once, as planned. */
import { makeRandom } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import type { Merge } from '../types.ts';
import { comparePairs, pairsAmong } from './compare.ts';

const BY = { metric: 'latency', better: 'less', words: { better: 'faster', worse: 'slower' } } as const;
const MOST_ROUNDS = 8;
const SCATTER = 0.12;

/** As much of a merge as comparing reads: rounds of a session that went on until it was decided. */
function merge(framework: string, runValues: number[]): Merge {
  return {
    key: framework,
    kind: 'measured',
    combination: { framework, scenario: 'made-up', swarm: 'console', clients: 1, params: {} },
    rounds: runValues.map((_, index) => ({ session: 's', repetition: index + 1, sequential: true })),
    sessions: ['s'],
    machines: [],
    flags: [],
    metrics: { latency: { kind: 'trend', label: 'latency', runValues, runOf: runValues.map((_, index) => index) } },
  } as unknown as Merge;
}

/**
 * The verdicts after each round from the third on.
 * @param latencies true ones, ms
 * @param times the factor of each row to the usual scatter
 */
function* looks(latencies: number[], times: number[], random: () => number) {
  const values: number[][] = latencies.map(() => []);
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const ofRound = 0.2 * normal(random);
    latencies.forEach((latency, row) => {
      values[row]!.push(latency * Math.exp(ofRound + times[row]! * SCATTER * normal(random)));
    });
    if (round < 3) continue;
    const rows = values.map((own, row) => merge(String(row), [...own]));
    yield { round, compared: comparePairs(pairsAmong(rows), BY) };
  }
}

const EIGHT = Array.from({ length: 8 }, () => 5);
const TRIES = 200;
/** Three standard errors of a share of 5 % of as many tries. */
const MARGIN = 3 * Math.sqrt((0.05 * 0.95) / TRIES);

test.each([
  ['scatter alike', [1, 1, 1, 1, 1, 1, 1, 1], 0.05],
  ['scatter by up to three times as much', [1, 1, 1, 1, 1, 1, 3, 3], 0.05],
  ['scatter each in its own way', [0.5, 0.7, 1, 1.2, 1.5, 1.8, 2.2, 2.6], 0.05],
  ['scatter alike but for one with five times as much', [1, 1, 1, 1, 1, 1, 1, 5], 0.1],
])('of eight equal rows that %s, any two are said to differ no more often than promised', (_, times, promised) => {
  const random = makeRandom(31);
  let wrong = 0;
  for (let session = 0; session < TRIES; session++) {
    for (const { compared } of looks(EIGHT, times, random)) {
      if (compared.every(({ verdict }) => verdict === 'none')) continue;
      wrong++;
      break;
    }
  }
  expect(wrong / TRIES).toBeLessThan(promised + MARGIN);
});

test('rows that differ by half are told apart within eight rounds, nearly always', () => {
  const random = makeRandom(32);
  let shown = 0;
  for (let session = 0; session < 50; session++) {
    for (const { round, compared } of looks([5, 7.5, 7.5, 7.5], [1, 1, 1, 1], random)) {
      if (round === 8 && compared.slice(0, 3).every(({ verdict }) => verdict === 'worse')) shown++;
    }
  }
  expect(shown).toBeGreaterThan(40);
});

/** Sessions of `rounds` rounds that are looked at once, when they are over. @param noise of one run, in times the usual scatter */
function* planned(
  latencies: number[],
  rounds: number,
  noise: (row: number, round: number, random: () => number) => number,
  random: () => number,
) {
  for (let session = 0; session < PLANNED_TRIES; session++) {
    const rows = latencies.map((latency, row) =>
      merge(
        String(row),
        Array.from({ length: rounds }, (_, round) => latency * Math.exp(SCATTER * noise(row, round, random))),
      ),
    );
    for (const row of rows) for (const round of row.rounds) delete round.sequential;
    yield comparePairs(pairsAmong(rows), BY);
  }
}

const PLANNED_TRIES = 150;
const PLANNED_MARGIN = 3 * Math.sqrt((0.04 * 0.96) / PLANNED_TRIES);
/** Student's t of three degrees of freedom, of variance 1: one run in a hundred is far out. */
const heavy = (random: () => number): number => {
  const chi = [1, 2, 3].reduce((sum) => sum + normal(random) ** 2, 0);
  return normal(random) / Math.sqrt(chi);
};

test.each<[string, (row: number, round: number, random: () => number) => number, number]>([
  ['scatter alike', (_row, _round, random) => normal(random), 0.04],
  ['scatter by up to three times as much', (row, _round, random) => (row > 5 ? 3 : 1) * normal(random), 0.05],
  ['have heavy tails', (_row, _round, random) => heavy(random), 0.05],
  ['drift with the machine', (_row, round, random) => 3 * round + normal(random), 0.04],
])(
  'at one planned look at four rounds of eight equal rows that %s, no more are said to differ than promised',
  (_, noise, promised) => {
    let wrong = 0;
    for (const compared of planned(EIGHT, 4, noise, makeRandom(41)))
      if (compared.some(({ verdict }) => verdict !== 'none')) wrong++;
    expect(wrong / PLANNED_TRIES).toBeLessThan(promised + PLANNED_MARGIN);
  },
);

test('a planned look at four rounds shows what an unplanned one leaves open', () => {
  const latencies = [5, 5, 5, 5, 5, 5, 5, 5 * Math.exp(6 * SCATTER)];
  let shown = 0;
  for (const compared of planned(latencies, 4, (_row, _round, random) => normal(random), makeRandom(42)))
    if (compared[6]!.verdict === 'worse') shown++;
  expect(shown / PLANNED_TRIES).toBeGreaterThan(0.9);
});

test('a run that is missing takes nothing from the scatter of the others', () => {
  const random = makeRandom(43);
  const rows = ['a', 'b', 'c', 'd'].map((name) =>
    merge(
      name,
      [1, 2, 3, 4].map(() => 5 * Math.exp(0.1 * normal(random))),
    ),
  );
  rows[3]!.rounds.pop();
  const short = rows[3]!.metrics.latency!;
  rows[3]!.metrics.latency = { ...short, runValues: short.runValues.slice(0, 3), runOf: [0, 1, 2] } as typeof short;
  const [whole] = comparePairs(pairsAmong(rows), BY);
  // 15 runs less 4 rows and 4 rounds, which have one mean in common.
  expect(whole!.df).toBe(8);
});

test('a pair of its own is compared by its own scatter', () => {
  const [first] = looks([5, 5], [1, 1], makeRandom(33));
  expect(first!.compared[0]!.df).toBe(2);
});
