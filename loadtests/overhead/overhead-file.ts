/** The last harness overhead measured on this machine, kept so that not every session measures it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessOverhead } from '../../protocol/harness-overhead.ts';
import type { RunMachine } from '../../protocol/run-record.ts';
import { ROOT } from '../../system/root.ts';
import { writeWhole } from '../../system/write-whole.ts';

export const OVERHEAD_FILE = join(ROOT, '.outcry', 'harnessOverhead.json');

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
