/** Measures the merge of 20 combinations of 10 runs, histograms included. Aim: under 100 ms. */
import { median } from 'simple-statistics';
import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { TRANSPORTS } from '../../protocol/socket.ts';

const RUNS = 10;
const COMBINATIONS = 20;
const REPEATS = 9;

async function run() {
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
  return {
    runs: RUNS,
    combinations: COMBINATIONS,
    /** The first merge of a fresh process, before the engine has compiled anything: what one command pays. */
    firstMs: timed(),
    /** The time that the web API pays for the merges after it. */
    medianMs: median(Array.from({ length: REPEATS }, timed)),
    aimMs: 100,
  };
}

export default { name: 'merge', run };
