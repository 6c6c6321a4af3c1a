import { makeRandom } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import { changePoints } from './change-points.ts';

/** Rounds of points at `levels`, with scatter and with what each round does to all of its values. */
function rounds(levels: readonly number[], count: number, scatter: number, random: () => number): number[][] {
  return Array.from({ length: count }, () => {
    const round = 0.3 * normal(random);
    return levels.map((level) => level + round + scatter * normal(random));
  });
}

const steps = (...runs: [level: number, points: number][]): number[] =>
  runs.flatMap(([level, points]) => Array.from({ length: points }, () => level));

test.each([
  ['one step', steps([0, 5], [0.1, 4]), [5]],
  ['two steps', steps([0, 4], [0.2, 4], [-0.1, 4]), [4, 8]],
  ['a step at the last point', steps([0, 6], [0.2, 1]), [6]],
  ['two points that differ', steps([0, 1], [0.2, 1]), [1]],
])('%s is found where it is, though rounds scatter more', (_, levels, expected) => {
  const found = changePoints(rounds(levels, 8, 0.03, makeRandom(5)));
  expect(found.map(({ at }) => at)).toEqual(expected);
  for (const { p } of found) expect(p).toBeLessThanOrEqual(0.05);
});

test('a step is found in sessions of their own too, one after the other', () => {
  const [block] = rounds(steps([0, 12], [0.3, 12]), 1, 0.05, makeRandom(6));
  expect(changePoints([block!]).map(({ at }) => at)).toEqual([12]);
});

test.each([
  ['six points in four rounds', steps([0, 6]), 4],
  ['ten points in one round', steps([0, 10]), 1],
  ['sixteen points with three large steps, in four rounds,', steps([0, 4], [2, 4], [6, 4], [12, 4]), 4],
])('%s are said to have changed where they have not in 5 of 100 series at most', (_, levels, count) => {
  const random = makeRandom(levels.length);
  const TRIES = 80;
  let wrong = 0;
  for (let index = 0; index < TRIES; index++) {
    const found = changePoints(rounds(levels, count, 0.1, random));
    if (found.some(({ at }) => levels[at] === levels[at - 1])) wrong += 1;
  }
  // Three standard errors of a share of 5 % over 5 %.
  expect(wrong / TRIES).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / TRIES));
});

test.each([
  ['nothing', []],
  ['no point', [[]]],
  ['one point', [[3], [4]]],
  [
    'what does not vary',
    [
      [1, 1, 1],
      [1, 1, 1],
    ],
  ],
  ['too few orders to tell', [[1, 1, 9]]],
])('%s has no change', (_, blocks) => {
  expect(changePoints(blocks)).toEqual([]);
});
