/** Measures the merge of 20 combinations of 10 runs, histograms included. Aim: under 100 ms. */

import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { TRANSPORTS } from '../../protocol/socket.ts';

const RUNS = 10;
const COMBINATIONS = 20;
const REPEATS = 9;

export interface MergeBenchResult {
  runs: number;
  combinations: number;
  /** The first merge of a fresh process, before the engine has compiled anything: what one command pays. ms. */
  firstMs: number;
  /** Median of the merges after it: what the web API pays. ms. */
  medianMs: number;
  aimMs: number;
}

async function run(): Promise<MergeBenchResult> {
  const records = Array.from({ length: COMBINATIONS }, (_, index) =>
    makeRuns(RUNS, {
      seed: index,
      latencyMs: 5 + index,
      identity: {
        framework: `made-up-${Math.floor(index / TRANSPORTS.length)}`,
        transport: TRANSPORTS[index % TRANSPORTS.length]!,
        clients: 60,
      },
    }),
  ).flat();
  const timed = () => {
    const start = performance.now();
    const merges = mergeRuns(records);
    if (merges.length !== COMBINATIONS) throw new Error(`expected ${COMBINATIONS} merges, got ${merges.length}`);
    return performance.now() - start;
  };
  const firstMs = timed();
  const times = Array.from({ length: REPEATS }, timed).sort((a, b) => a - b);
  return { runs: RUNS, combinations: COMBINATIONS, firstMs, medianMs: times[Math.floor(REPEATS / 2)]!, aimMs: 100 };
}

export default { name: 'merge', run };
