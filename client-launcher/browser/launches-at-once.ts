/** The number of browsers that are launched, or have work done in their pages, at once. */
import { cpus } from 'node:os';

/** A Grid spreads launches over its nodes itself; this only keeps its queue short. */
export const GRID_LAUNCHES_AT_ONCE = 10;

/**
 * Browsers launched at once. Launching one keeps about one core busy and waits in between: 3 at a time on 2 cores come
 * up no later one by one, and more only make each slower.
 */
export function launchesAtOnce(): number {
  return Math.max(2, Math.ceil(cpus().length * 1.5));
}
