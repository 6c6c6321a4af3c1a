/** What the bench itself adds, for `doctor --measure` and for sessions. */
import { keepFloor, recentFloor } from '../loadtests/floor/floor-file.ts';
import { measureFloor } from '../loadtests/floor/measure-floor.ts';
import { outcryVersion, thisMachine } from '../loadtests/runner/machine.ts';
import type { Floor } from '../protocol/floor.ts';
import type { Say } from './output.ts';

/** Whoever leaves a machine alone for less has no time for a floor either. */
const LEAST_LOOK_SECONDS = 1;

/** Measures the floor and keeps it for sessions to come. */
export async function freshFloor(page: boolean, say: Say): Promise<Floor> {
  const floor = await measureFloor({ page }, say);
  keepFloor(floor, thisMachine());
  return floor;
}

/**
 * The floor for a session: one of the last day on this machine with these versions, or else a fresh one, without a browser's part.
 * @param lookSeconds how long the session looks at the machine
 * @returns null for a session in a hurry, or when it cannot be measured, which is said
 */
export async function sessionFloor(lookSeconds: number, say: Say): Promise<Floor | null> {
  const of = { machine: thisMachine(), outcry: await outcryVersion(), node: process.version };
  const recent = recentFloor(of, new Date());
  if (recent !== null || lookSeconds < LEAST_LOOK_SECONDS) return recent;
  say('measuring what the bench itself adds; that holds for a day');
  try {
    return await freshFloor(false, say);
  } catch (error) {
    say(`what the bench itself adds could not be measured: ${(error as Error).message}`);
    return null;
  }
}
