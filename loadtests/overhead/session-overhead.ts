/** The harness overhead, for `doctor --measure` and for sessions. The last one of this machine is kept, so that not every session measures it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessOverhead } from '../../protocol/harness-overhead.ts';
import type { RunMachine } from '../../protocol/run-record.ts';
import { ROOT } from '../../system/root.ts';
import { writeWhole } from '../../system/write-whole.ts';
import { outcryVersion, thisMachine } from '../session/record/machine.ts';
import { measureOverhead, priorityNow } from './measure-overhead.ts';

const OVERHEAD_FILE = join(ROOT, '.outcry', 'harnessOverhead.json');

/** A machine may be another by tomorrow, after a restart or a move. */
const RECENT_MS = 24 * 3600 * 1000;

/** The conditions under which an overhead is valid. */
interface FloorOf {
  machine: RunMachine;
  /** Outcry's commit; null: not known. */
  outcry: string | null;
  node: string;
  /** As in a {@link HarnessOverhead}. */
  priority?: string;
}

interface Kept {
  machine: RunMachine;
  harnessOverhead: HarnessOverhead;
}

/** A disturbed measurement is not kept: it would make the figures of a day look better than they are. */
export function keepOverhead(harnessOverhead: HarnessOverhead, machine: RunMachine, file = OVERHEAD_FILE): void {
  if (harnessOverhead.disturbances !== undefined && harnessOverhead.disturbances.length > 0) return;
  writeWhole(file, `${JSON.stringify({ machine, harnessOverhead } satisfies Kept, null, 1)}\n`);
}

/** The kept overhead of this machine and these versions, if it is of the last day; null: none. */
export function recentOverhead(
  { machine, outcry, node, priority }: FloorOf,
  now: Date,
  file = OVERHEAD_FILE,
): HarnessOverhead | null {
  let kept: Kept;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return null;
  }
  const { harnessOverhead } = kept;
  const age = now.getTime() - Date.parse(harnessOverhead.at);
  const same =
    JSON.stringify(kept.machine) === JSON.stringify(machine) &&
    harnessOverhead.outcry === outcry &&
    harnessOverhead.node === node &&
    harnessOverhead.priority === priority;
  return same && age >= 0 && age < RECENT_MS ? harnessOverhead : null;
}

/** With a shorter preflight check there is no time to measure the overhead either. */
const LEAST_PREFLIGHT_SECONDS = 1;

/** The measurement of the overhead, and the file that keeps it. */
interface OverheadSource {
  measure?: typeof measureOverhead;
  file?: string;
}

/** Measures the overhead and keeps it for later sessions, unless something disturbed it. */
export async function freshOverhead(
  page: boolean,
  say: (line: string) => void,
  { measure = measureOverhead, file = OVERHEAD_FILE }: OverheadSource = {},
): Promise<HarnessOverhead> {
  const overhead = await measure({ page }, say);
  keepOverhead(overhead, thisMachine(), file);
  return overhead;
}

/**
 * The overhead for a session: one of the last day on this machine with these versions, or a fresh one without the browser's part.
 * @param preflightSeconds length of the session's preflight check
 * @returns null when the preflight check is too short and there is no recent one, or when measuring fails, which is printed
 */
export async function sessionOverhead(
  preflightSeconds: number,
  say: (line: string) => void,
  source: OverheadSource = {},
): Promise<HarnessOverhead | null> {
  const of = { machine: thisMachine(), outcry: await outcryVersion(), node: process.version, ...priorityNow() };
  const recent = recentOverhead(of, new Date(), source.file);
  if (recent !== null || preflightSeconds < LEAST_PREFLIGHT_SECONDS) return recent;
  say('measuring the harness overhead; the figures hold for a day, unless something disturbs them');
  try {
    return await freshOverhead(false, say, source);
  } catch (error) {
    say(`the harness overhead could not be measured: ${(error as Error).message}`);
    return null;
  }
}
