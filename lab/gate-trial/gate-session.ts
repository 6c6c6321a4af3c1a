/** One session of a trial: `./outcry run` with both builds as a gate, and what it says. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import { type Printed, twinSession } from '../twin-sessions.ts';
import { TWINS } from '../twins.ts';
import type { Revealed } from './gate-summary.ts';

export interface GateSession extends Pick<Revealed, 'outcome' | 'ratio' | 'seconds'> {
  /** The first build's mean, ms. */
  latencyMs: number;
}

/** The part of what `./outcry run --json` prints that is read here. */
interface Compared {
  comparison: {
    conditions: { outcome: Revealed['outcome']; estimate: Revealed['ratio'] }[];
    ratios: { there: number | null }[];
  };
}

/**
 * @param apps the folder of both builds
 * @throws OutcryError with what the command printed when it compared nothing
 */
export async function gateSession(apps: string, load: readonly string[], runs: number): Promise<GateSession> {
  const rounds = ['--against', TWINS[0], '--runs', String(runs)];
  const gate = ['--fail-if', 'mean > 1 x baseline', '--json'];
  return twinSession(apps, [...rounds, ...gate, ...load], readPrinted);
}

function readPrinted({ stdout, stderr }: Printed, results: string): Omit<GateSession, 'seconds'> {
  try {
    const { comparison } = JSON.parse(stdout) as Compared;
    const [{ outcome, estimate }] = comparison.conditions as [Compared['comparison']['conditions'][number]];
    return { outcome, ratio: estimate, latencyMs: comparison.ratios[0]!.there! };
  } catch {
    throw new OutcryError(
      `a session, whose runs are in ${results}, compared nothing: ${stderr.slice(-1_000)}`,
      EXIT.failed,
    );
  }
}
