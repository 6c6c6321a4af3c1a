/** Made-up histograms of slices of interleaved runs, and what is read from them. */
import { type Counted, rankOf } from '../statistics/histogram.ts';
import { makeRandom } from './make-run.ts';
import { normal } from './normal.ts';

/** Steps of a made-up histogram, 2 % each, from 0.3 ms. */
const STEPS = 700;
const msOf = (step: number): number => 0.3 * Math.exp(0.02 * (step - 100));
const stepOf = (ms: number): number => Math.round(Math.log(ms / 0.3) / 0.02);

/** Latencies of a quiet machine, as steps: one in fifty is of a tail that has no variance. */
const LATENCIES = (() => {
  const random = makeRandom(50);
  const latency = () => 5 * Math.exp(0.4 * normal(random)) * (random() < 0.02 ? 1 / Math.sqrt(1 - random()) : 1);
  return Int16Array.from({ length: 20_000 }, () => stepOf(latency()));
})();

function countedFrom(counts: Uint32Array): Counted {
  const counted: Counted = { values: [], counts: [] };
  for (let step = 0; step < STEPS; step++) {
    if (counts[step] === 0) continue;
    counted.values.push(msOf(step));
    counted.counts.push(counts[step]!);
  }
  return counted;
}

/** A slice whose latencies are those of a quiet machine, times the exponential of `log`. */
export function makeSlice(log: number, random: () => number, values = 60): Counted {
  const counts = new Uint32Array(STEPS);
  for (let index = 0; index < values; index++) {
    // The noise of half a step keeps small shifts from being rounded away.
    counts[((LATENCIES[(random() * LATENCIES.length) | 0]! + log / 0.02 + random()) | 0) + 100]!++;
  }
  return countedFrom(counts);
}

/** The 99th percentile of all values of `slices`. */
export function p99Of(slices: Counted[]): number {
  const counts = new Uint32Array(STEPS);
  for (const { values, counts: own } of slices) {
    for (const [index, value] of values.entries()) counts[stepOf(value) + 100]! += own[index]!;
  }
  const rank = rankOf(
    99,
    counts.reduce((a, b) => a + b, 0),
  );
  let step = 0;
  for (let sofar = counts[0]!; sofar < rank; sofar += counts[step]!) step++;
  return msOf(step);
}
