/**
 * Intervals of percentiles by a two-stage bootstrap: rounds are drawn with replacement, and slices within each (Davison and Hinkley,
 * Bootstrap Methods and their Application, 1997, section 3.8). The second stage adds what slices scatter to what rounds do, which has it in
 * part already. That makes the interval long where rounds are alike, and is needed where few rounds hold most of the tail
 * (`slice-bootstrap.test.ts`).
 */
import { sampleStandardDeviation } from 'simple-statistics';
import { seededRandom } from '../../protocol/random.ts';
import { type Counted, rankOf } from './histogram.ts';
import { studentQuantile } from './student-t.ts';
import { WeightedSlices } from './weighted-slices.ts';

/** A standard error of that many draws is good to 5 %. */
const DRAWS = 200;
/** The same for everybody, so that the same records have the same interval. */
const SEED = 20_161;
/** With fewer values beyond it a percentile depends on single messages. */
const LEAST_BEYOND = 10;

/** The rounds by the number of slices before each, and of its own. */
type Rounds = readonly { first: number; length: number }[];

/** Draws as many rounds as there are, and slices within each. @param times gets how many times each slice is drawn */
function draw(rounds: Rounds, random: () => number, times: Uint32Array): void {
  times.fill(0);
  for (let round = 0; round < rounds.length; round++) {
    const { first, length } = rounds[(random() * rounds.length) | 0]!;
    for (let slice = 0; slice < length; slice++) times[first + ((random() * length) | 0)]!++;
  }
}

/**
 * The 95 % interval of each percentile of all values, as a factor: Student's, of its logarithm, with the bootstrap's standard error and one
 * degree of freedom less than there are rounds.
 * @param rounds the slices of each; two rounds or more, each with a slice
 * @param percentiles rising
 * @returns null for a percentile with few values beyond it, or of which a draw is 0
 */
export function percentileFactors(
  rounds: readonly (readonly Counted[])[],
  percentiles: readonly number[],
): (number | null)[] {
  const slices = rounds.flat();
  const weighted = new WeightedSlices(slices);
  const random = seededRandom(SEED, 0);
  const drawn = new Uint32Array(slices.length);
  let first = 0;
  const places = rounds.map(({ length }) => {
    const place = { first, length };
    first += length;
    return place;
  });
  const draws = Array.from({ length: DRAWS }, () => {
    draw(places, random, drawn);
    return weighted.percentiles(drawn, percentiles);
  });
  const n = rounds.length;
  // A bootstrap of n rounds has (n - 1) / n of their variance.
  const times = studentQuantile(0.975, n - 1) * Math.sqrt(n / (n - 1));
  const count = slices.reduce((sum, slice) => sum + slice.counts.reduce((a, b) => a + b, 0), 0);
  return percentiles.map((percentile, index) => {
    const values = draws.map((one) => one[index]!);
    if (count - rankOf(percentile, count) < LEAST_BEYOND || values.some((value) => value <= 0)) return null;
    return Math.exp(times * sampleStandardDeviation(values.map(Math.log)));
  });
}
