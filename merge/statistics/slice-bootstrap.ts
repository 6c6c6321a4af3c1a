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

/** A standard error of that many draws is good to 5 %. */
const DRAWS = 200;
/** The same for everybody, so that the same records have the same interval. */
const SEED = 20_161;
/** With fewer values beyond it a percentile depends on single messages. */
const LEAST_BEYOND = 10;

/** Slices with the places of their values among all values. */
interface Indexed {
  values: number[];
  rounds: { places: Uint32Array; counts: number[] }[][];
}

function indexed(rounds: readonly (readonly Counted[])[]): Indexed {
  const values = [...new Set(rounds.flat().flatMap((slice) => slice.values))].sort((a, b) => a - b);
  const placeOf = new Map(values.map((value, place) => [value, place]));
  const places = (slice: Counted) => Uint32Array.from(slice.values, (value) => placeOf.get(value)!);
  return {
    values,
    rounds: rounds.map((slices) => slices.map((slice) => ({ places: places(slice), counts: slice.counts }))),
  };
}

/** The values at `percentiles`, which rise, of what `counts` counts. */
function read({ values }: Indexed, counts: Float64Array, percentiles: readonly number[]): number[] {
  const count = counts.reduce((sum, one) => sum + one, 0);
  let place = 0;
  let sofar = counts[0]!;
  return percentiles.map((percentile) => {
    const rank = rankOf(percentile, count);
    while (sofar < rank) sofar += counts[++place]!;
    return values[place]!;
  });
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
  const all = indexed(rounds);
  const random = seededRandom(SEED, 0);
  const pick = <T>(of: readonly T[]): T => of[(random() * of.length) | 0]!;
  const drawn = Array.from({ length: DRAWS }, () => {
    const counts = new Float64Array(all.values.length);
    for (const _ of all.rounds) {
      const slices = pick(all.rounds);
      for (const __ of slices) {
        const slice = pick(slices);
        for (let index = 0; index < slice.places.length; index++) counts[slice.places[index]!]! += slice.counts[index]!;
      }
    }
    return read(all, counts, percentiles);
  });
  const n = rounds.length;
  // A bootstrap of n rounds has (n - 1) / n of their variance.
  const times = studentQuantile(0.975, n - 1) * Math.sqrt(n / (n - 1));
  const count = rounds.flat().reduce((sum, slice) => sum + slice.counts.reduce((a, b) => a + b, 0), 0);
  return percentiles.map((percentile, index) => {
    const values = drawn.map((draw) => draw[index]!);
    if (count - rankOf(percentile, count) < LEAST_BEYOND || values.some((value) => value <= 0)) return null;
    return Math.exp(times * sampleStandardDeviation(values.map(Math.log)));
  });
}
