/** Sessions of two twins, of which the second may have a delay, judged by `./outcry compare --fail-if`. */
import { randomInt } from 'node:crypto';
import { rankedFor } from '../../../merge/compare/ranked.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { outcry } from '../twins.ts';
import { type GateOutcome, gateSummary } from './gate-summary.ts';
import { type Judge, judgedTwins } from './judge.ts';
import type { Ratio } from './sealed-log.ts';

/** The condition of the gate. */
const SLOWER = 'mean > 1 x baseline';

/** The part of what `./outcry compare --json` prints that is read here. */
interface Compared {
  conditions: { outcome: GateOutcome['gate']['outcome']; estimate: Ratio | null }[];
}

/** @throws OutcryError with the end of what was printed when the gate compared nothing */
async function gateOf(baseline: string, results: string): Promise<GateOutcome['gate']> {
  const words = ['compare', baseline, results, '--results', results, '--fail-if', SLOWER, '--json'];
  const { stdout, stderr } = await outcry(words);
  try {
    const { conditions } = JSON.parse(stdout) as Compared;
    return { outcome: conditions[0]!.outcome, ratio: conditions[0]!.estimate };
  } catch {
    throw new OutcryError(`the gate compared nothing in ${results}: ${stderr.slice(-1_000)}`, EXIT.failed);
  }
}

export const GATE: Judge<GateOutcome> = {
  usual: {
    sessions: 100,
    twins: 2,
    words:
      '--swarm console --clients 20 --scenario echo --transports websocket --rate 20 --messages 60 --warmup 4 --interleaved',
  },
  mostTwins: 2,
  choose: () => randomInt(2) === 1,
  measure: (twins, words) =>
    judgedTwins(twins, words, async ({ merges, by, results }) => {
      const latency = merges[0]!.metrics[rankedFor(by, merges).metric];
      const latencyMs = latency?.kind === 'trend' ? (latency.mean?.mean ?? null) : null;
      return { latencyMs, gate: await gateOf(twins.names[0]!, results) };
    }),
  latencyOf: ({ latencyMs }) => latencyMs,
  ratioOf: ({ gate }) => gate.ratio,
  summary: gateSummary,
};
