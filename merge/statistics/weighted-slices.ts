/**
 * Percentiles of the values of many slices, where some slices count more than once. To add up all values for each set of weights takes many
 * times as long. Counts are whole numbers, so that sums are exact in any order.
 */
import { type Counted, rankOf } from './histogram.ts';

/** Values are divided into about as many ranges. A percentile needs the counts below few of their ends, and the single values of one. */
const RANGES = 64;
/** So many values are enough to divide them evenly. */
const SAMPLE = 8192;

/** The values of one range in all slices. */
interface Range {
  /** Each once, rising. */
  values: Float64Array;
  /** The place of each slice's values among them, one slice after the other from `start` on, and their counts. */
  start: Uint32Array;
  places: Uint32Array;
  counts: Float64Array;
}

/** Slices, and the counts that percentiles of them are found by. */
export class WeightedSlices {
  readonly #slices: readonly Counted[];
  /** Ends of ranges, rising: range n has the values from end n - 1 on that are below end n. */
  readonly #ends: Float64Array;
  /** For each end: how many of each slice's values are below it, and how many different ones. */
  readonly #below: Float64Array[];
  readonly #different: Uint32Array[];
  readonly #ranges: (Range | undefined)[] = [];

  constructor(slices: readonly Counted[]) {
    this.#slices = slices;
    this.#ends = endsOf(slices);
    this.#below = Array.from(this.#ends, () => new Float64Array(slices.length));
    this.#different = Array.from(this.#ends, () => new Uint32Array(slices.length));
    for (const [slice, { values, counts }] of slices.entries()) {
      let at = 0;
      let below = 0;
      for (let end = 0; end < this.#ends.length; end++) {
        for (; at < values.length && values[at]! < this.#ends[end]!; at++) below += counts[at]!;
        this.#below[end]![slice] = below;
        this.#different[end]![slice] = at;
      }
    }
  }

  /** The values at `percentiles` of all slices, each taken `times`. */
  percentiles(times: Uint32Array, percentiles: readonly number[]): number[] {
    const last = this.#ends.length - 1;
    const count = this.#countBelow(last, times);
    return percentiles.map((percentile) => {
      const rank = rankOf(percentile, count);
      let [before, from, to] = [0, -1, last];
      while (to - from > 1) {
        const middle = (from + to) >> 1;
        const below = this.#countBelow(middle, times);
        if (below < rank) [from, before] = [middle, below];
        else to = middle;
      }
      return valueAt(this.#range(to), times, rank - before);
    });
  }

  #countBelow(end: number, times: Uint32Array): number {
    const below = this.#below[end]!;
    let sum = 0;
    for (let slice = 0; slice < times.length; slice++) sum += times[slice]! * below[slice]!;
    return sum;
  }

  /** Made when it is needed: percentiles of most weights lie in few ranges. */
  #range(number: number): Range {
    this.#ranges[number] ??= this.#makeRange(number);
    return this.#ranges[number];
  }

  #makeRange(number: number): Range {
    const [from, to] = [this.#different[number - 1], this.#different[number]!];
    const start = new Uint32Array(to.length + 1);
    for (let slice = 0; slice < to.length; slice++)
      start[slice + 1] = start[slice]! + to[slice]! - (from?.[slice] ?? 0);
    const all = new Float64Array(start.at(-1)!);
    const counts = new Float64Array(all.length);
    for (const [slice, own] of this.#slices.entries()) {
      const first = from?.[slice] ?? 0;
      for (let index = start[slice]!; index < start[slice + 1]!; index++) {
        all[index] = own.values[first + index - start[slice]!]!;
        counts[index] = own.counts[first + index - start[slice]!]!;
      }
    }
    const values = distinct(all);
    const places = new Uint32Array(all.length);
    for (let index = 0; index < all.length; index++) places[index] = placeOf(all[index]!, values);
    return { values, start, places, counts };
  }
}

/** Each value once, rising. A set of fractions takes several times as long. */
function distinct(all: Float64Array): Float64Array {
  const sorted = all.slice().sort();
  let count = 0;
  for (let index = 0; index < sorted.length; index++) {
    if (index === 0 || sorted[index] !== sorted[count - 1]) sorted[count++] = sorted[index]!;
  }
  return sorted.slice(0, count);
}

/** The place of `value` in `values`, which rise and have it. */
function placeOf(value: number, values: Float64Array): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (values[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Divides the values of `slices` about evenly; the last end is beyond all. */
function endsOf(slices: readonly Counted[]): Float64Array {
  const all = slices.reduce((sum, { values }) => sum + values.length, 0);
  const step = Math.ceil(all / SAMPLE);
  const sample: number[] = [];
  let next = 0;
  for (const { values } of slices) {
    for (; next < values.length; next += step) sample.push(values[next]!);
    next -= values.length;
  }
  const sorted = Float64Array.from(sample).sort();
  const ends = Array.from(
    { length: RANGES - 1 },
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / RANGES)]!,
  );
  return Float64Array.from(new Set([...ends, Number.POSITIVE_INFINITY]));
}

/** The value with this rank among those of a range. */
function valueAt({ values, start, places, counts }: Range, times: Uint32Array, rank: number): number {
  const sum = new Float64Array(values.length);
  for (let slice = 0; slice < times.length; slice++) {
    const factor = times[slice]!;
    if (factor === 0) continue;
    for (let index = start[slice]!; index < start[slice + 1]!; index++) sum[places[index]!]! += factor * counts[index]!;
  }
  let place = 0;
  for (let sofar = sum[0]!; sofar < rank; sofar += sum[place]!) place++;
  return values[place]!;
}
