/** The floor that was measured last on this machine, kept so that not every session has to measure it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Floor } from '../../protocol/floor.ts';
import type { RunMachine } from '../../protocol/run-record.ts';
import { ROOT } from '../../system/root.ts';

export const FLOOR_FILE = join(ROOT, '.outcry', 'floor.json');

/** A machine that was started anew, or lent to somebody else, may be another by tomorrow. */
const RECENT_MS = 24 * 3600 * 1000;

/** What a floor holds for. */
export interface FloorOf {
  machine: RunMachine;
  /** Outcry's commit; null: not known. */
  outcry: string | null;
  node: string;
  /** As in a {@link Floor}. */
  priority?: string;
}

interface Kept {
  machine: RunMachine;
  floor: Floor;
}

/** One that something disturbed is not kept: it is that session's own, and would make the figures of a day look better than they are. */
export function keepFloor(floor: Floor, machine: RunMachine, file = FLOOR_FILE): void {
  if (floor.disturbances !== undefined && floor.disturbances.length > 0) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, floor } satisfies Kept, null, 1)}\n`);
}

/** The floor that was kept, if it is of this machine and these versions and of the last day; null: there is none. */
export function recentFloor({ machine, outcry, node, priority }: FloorOf, now: Date, file = FLOOR_FILE): Floor | null {
  let kept: Kept;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return null;
  }
  const { floor } = kept;
  const age = now.getTime() - Date.parse(floor.at);
  const same =
    JSON.stringify(kept.machine) === JSON.stringify(machine) &&
    floor.outcry === outcry &&
    floor.node === node &&
    floor.priority === priority;
  return same && age >= 0 && age < RECENT_MS ? floor : null;
}
