/** One session of a trial: `./outcry run` with both builds as a gate, and what it says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ownerEnvironment } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import { TWINS } from '../twins.ts';
import type { Revealed } from './summary.ts';

export interface GateSession extends Pick<Revealed, 'outcome' | 'ratio' | 'seconds'> {
  /** The first build's mean, ms. */
  latencyMs: number;
  /** How many runs of each decide; null: these did. */
  needed: number | null;
}

/** The part of what `./outcry run --json` prints that is read here. */
interface Printed {
  comparison: {
    conditions: { outcome: Revealed['outcome']; estimate: Revealed['ratio']; needed: number | null }[];
    ratios: { there: number | null }[];
  };
}

/**
 * @param apps the folder of both builds
 * @param limit how many times the first build's mean the second's may be
 * @throws OutcryError with what the command printed when it compared nothing
 */
export async function gateSession(
  apps: string,
  load: readonly string[],
  runs: number,
  limit: number,
): Promise<GateSession> {
  const results = mkdtempSync(join(tmpdir(), 'outcry-gate-trial-'));
  const own = ['--apps', apps, '--frameworks', TWINS.join(','), '--against', TWINS[0], '--runs', String(runs)];
  const gate = [
    '--fail-if',
    `mean > ${limit} x baseline`,
    '--preflight',
    '0',
    '--no-live',
    '--json',
    '--results',
    results,
  ];
  const begun = performance.now();
  try {
    const argv = ['run', ...own, ...gate, ...load];
    const { stdout, stderr } = await execa(join(ROOT, 'outcry'), argv, { env: ownerEnvironment(), reject: false });
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { seconds, ...readPrinted(stdout, stderr) };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

function readPrinted(stdout: string, stderr: string): Omit<GateSession, 'seconds'> {
  try {
    const { comparison } = JSON.parse(stdout) as Printed;
    const [{ outcome, estimate, needed }] = comparison.conditions as [Printed['comparison']['conditions'][number]];
    return { outcome, ratio: estimate, needed, latencyMs: comparison.ratios[0]!.there! };
  } catch {
    throw new OutcryError(`a session compared nothing: ${stderr.slice(-1_000)}`, EXIT.failed);
  }
}
