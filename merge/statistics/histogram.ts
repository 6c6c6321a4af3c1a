/**
 * Adds encoded HDR histograms and reads the sum.
 *
 * Encoded histograms are decoded here, straight into one array of counts, because a merge adds hundreds of them and
 * building an object for each costs several times as much (lab/bench/merge.bench.ts). Format: HdrHistogram V2,
 * zlib-compressed, counts as ZigZag LEB128 with runs of zeros as negative numbers.
 */
import { inflateSync } from 'node:zlib';
import type { MergedDistribution, PercentilePoint } from '../types.ts';

const COOKIE = 0x1c849303;
const COMPRESSED_COOKIE = 0x1c849304;
const HEADER_BYTES = 40;
/** Records come from outside: what a small text may inflate to is bounded. */
const INFLATED_LIMIT_BYTES = 16 * 1_048_576;
const VALUE_BITS = 64;

/** Powers of two; looking them up is what makes reading fast. */
const POWERS = Array.from({ length: VALUE_BITS + 1 }, (_, exponent) => 2 ** exponent);

/** The mapping of values to indices in a histogram; see the paper trail in HdrHistogram's own documentation. */
interface Layout {
  digits: number;
  /** log2 of the smallest step. */
  unit: number;
  /** log2 of half the linear steps per power of two. */
  halfBits: number;
}

/** A sum of histograms under way. */
interface Sum {
  layout: Layout;
  counts: Float64Array;
  /** The highest index with a count; -1 while there is none. */
  last: number;
}

/** Histograms hold thousandths of their metric's unit: microseconds for ms. */
const PER_UNIT = 1000;

/**
 * The distribution of all values of `encoded` (HDR, V2 compressed, base64, of thousandths of a unit) together, in that unit.
 * @returns null when there is nothing in them
 * @throws Error when a text is not such a histogram
 */
export function addedDistribution(encoded: string[]): MergedDistribution | null {
  let sum: Sum | null = null;
  for (const text of encoded) sum = addEncoded(sum, text);
  return sum && readDistribution(sum);
}

/** The values of a histogram, lowest first, each the upper end of its step in the metric's unit; and how many there are of each. */
export interface Counted {
  values: number[];
  counts: number[];
}

/** @throws Error when the text is not an HDR histogram */
export function countedOf(encoded: string): Counted {
  const { layout, indices, counts } = decode(encoded);
  return { values: indices.map((index) => highestOf(index, layout) / PER_UNIT), counts };
}

/** Returns the rank, of `count` values by size, that this share of all is at or below; the slack keeps 99.9 % of 1000 at 999. */
export const rankOf = (percentile: number, count: number): number =>
  Math.max(1, Math.ceil((percentile / 100) * count - 1e-9 * count));

/** The value at a percentile; null where there is no value. */
export function valueAt(percentile: number, { values, counts }: Counted): number | null {
  const rank = rankOf(
    percentile,
    counts.reduce((sum, count) => sum + count, 0),
  );
  let below = 0;
  const index = counts.findIndex((count) => {
    below += count;
    return below >= rank;
  });
  return values[index] ?? null;
}

/** The steps of one histogram that have a count, lowest first. */
interface Decoded {
  layout: Layout;
  indices: number[];
  counts: number[];
}

/** Makes no array of all steps: for thousands of small histograms, that takes several times as long as the rest. */
function decode(text: string): Decoded {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < 8 || (bytes.readUInt32BE(0) & ~0xf0) !== COMPRESSED_COOKIE) {
    throw new Error('not an HDR histogram in V2 compressed format');
  }
  const data = inflateSync(bytes.subarray(8), { maxOutputLength: INFLATED_LIMIT_BYTES });
  if (data.length < HEADER_BYTES || (data.readUInt32BE(0) & ~0xf0) !== COOKIE) {
    throw new Error('not an HDR histogram in V2 format');
  }
  const digits = data.readUInt32BE(12);
  const lowest = Number(data.readBigUInt64BE(16));
  if (digits < 1 || digits > 5 || lowest < 1) throw new Error('an HDR histogram with an impossible header');
  const layout: Layout = {
    digits,
    unit: Math.floor(Math.log2(lowest)),
    halfBits: Math.ceil(Math.log2(2 * 10 ** digits)) - 1,
  };
  const decoded: Decoded = { layout, indices: [], counts: [] };
  const end = Math.min(data.length, HEADER_BYTES + data.readUInt32BE(4));
  const indexLimit = (VALUE_BITS - layout.unit) << layout.halfBits;
  let index = 0;
  let at = HEADER_BYTES;
  while (at < end) {
    // ZigZag LEB128: seven bits a byte, lowest first; the lowest bit of all is the sign.
    let word = 0;
    let scale = 1;
    let byte: number;
    do {
      byte = data[at++] ?? 0;
      word += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte & 0x80 && at < end);
    if (word % 2 === 1) {
      index += (word + 1) / 2;
      continue;
    }
    if (index >= indexLimit) throw new Error('an HDR histogram with more steps than its range can have');
    if (word > 0) {
      decoded.indices.push(index);
      decoded.counts.push(word / 2);
    }
    index++;
  }
  return decoded;
}

function addEncoded(sum: Sum | null, text: string): Sum {
  const { layout, indices, counts } = decode(text);
  const into = sum ?? { layout, counts: new Float64Array(1 << 15), last: -1 };
  const same = into.layout.digits === layout.digits && into.layout.unit === layout.unit;
  for (let at = 0; at < indices.length; at++) {
    const index = indices[at]!;
    addCount(into, same ? index : indexOf(middleOf(index, layout), into.layout), counts[at]!);
  }
  return into;
}

function addCount(sum: Sum, index: number, count: number): void {
  if (index >= sum.counts.length) {
    const longer = new Float64Array(2 ** Math.ceil(Math.log2(index + 1)));
    longer.set(sum.counts);
    sum.counts = longer;
  }
  sum.counts[index] = (sum.counts[index] ?? 0) + count;
  if (index > sum.last) sum.last = index;
}

/** The power of two an index lies in, counted from the linear part. */
const rangeOf = (index: number, { halfBits }: Layout) => Math.max(0, (index >> halfBits) - 1);

/** Width of the step at `index`. */
const stepOf = (index: number, layout: Layout) => POWERS[rangeOf(index, layout) + layout.unit] ?? Number.NaN;

function lowestOf(index: number, layout: Layout): number {
  return (index - (rangeOf(index, layout) << layout.halfBits)) * stepOf(index, layout);
}

const highestOf = (index: number, layout: Layout) => lowestOf(index, layout) + stepOf(index, layout) - 1;

const middleOf = (index: number, layout: Layout) => lowestOf(index, layout) + Math.floor(stepOf(index, layout) / 2);

function indexOf(value: number, { halfBits, unit }: Layout): number {
  const steps = Math.floor(value / 2 ** unit);
  const range = Math.max(0, Math.floor(Math.log2(Math.max(1, steps))) - halfBits);
  return Math.floor(steps / 2 ** range) + range * 2 ** halfBits;
}

/** Percentiles of the curve: five a halving of what is left, until fewer than one value is. */
function* curvePercentiles(count: number): Generator<number> {
  const TICKS = 5;
  for (let halving = 0; 2 ** halving <= count; halving++) {
    for (let tick = 0; tick < TICKS; tick++) yield 100 - (100 / 2 ** halving) * (1 - tick / (2 * TICKS));
  }
  yield 100;
}

function readDistribution({ layout, counts, last }: Sum): MergedDistribution | null {
  let count = 0;
  let weighted = 0;
  let first = -1;
  for (let index = 0; index <= last; index++) {
    const here = counts[index] ?? 0;
    if (here === 0) continue;
    count += here;
    weighted += here * middleOf(index, layout);
    if (first < 0) first = index;
  }
  if (count === 0) return null;

  const wanted = [...new Set([...curvePercentiles(count), 50, 90, 99, 99.9])].sort((a, b) => a - b);
  const found = new Map<number, number>();
  let index = first;
  let sofar = counts[first] ?? 0;
  for (const percentile of wanted) {
    const rank = rankOf(percentile, count);
    while (sofar < rank && index < last) sofar += counts[++index] ?? 0;
    found.set(percentile, highestOf(index, layout) / PER_UNIT);
  }
  const at = (percentile: number) => found.get(percentile) ?? Number.NaN;
  const curve: PercentilePoint[] = [...curvePercentiles(count)].map((percentile) => ({
    percentile,
    oneIn: percentile === 100 ? count : 1 / (1 - percentile / 100),
    value: at(percentile),
  }));
  return {
    count,
    mean: weighted / count / PER_UNIT,
    min: lowestOf(first, layout) / PER_UNIT,
    p50: at(50),
    p90: at(90),
    p99: at(99),
    p999: at(99.9),
    max: highestOf(last, layout) / PER_UNIT,
    curve: withoutOvershoot(curve, count),
  };
}

/** Between the last percentile below one value and the maximum the curve is flat: keep it inside the axis. */
function withoutOvershoot(curve: PercentilePoint[], count: number): PercentilePoint[] {
  return curve.filter(({ percentile, oneIn }) => percentile === 100 || oneIn < count);
}
