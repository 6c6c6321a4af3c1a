/** What the bench itself adds, for `doctor --measure` and for sessions. */
import { FLOOR_FILE, keepFloor, recentFloor } from '../loadtests/floor/floor-file.ts';
import { measureFloor, priorityNow } from '../loadtests/floor/measure-floor.ts';
import { outcryVersion, thisMachine } from '../loadtests/runner/machine.ts';
import type { Floor } from '../protocol/floor.ts';
import type { Say } from './output.ts';

/** Whoever leaves a machine alone for less has no time for a floor either. */
const LEAST_LOOK_SECONDS = 1;

/** How the floor is measured, and where the last one is kept. */
interface FloorSource {
  measure?: typeof measureFloor;
  file?: string;
}

/** Measures the floor and keeps it for sessions to come, unless something disturbed it. */
export async function freshFloor(
  page: boolean,
  say: Say,
  { measure = measureFloor, file = FLOOR_FILE }: FloorSource = {},
): Promise<Floor> {
  const floor = await measure({ page }, say);
  keepFloor(floor, thisMachine(), file);
  return floor;
}

/**
 * The floor for a session: one of the last day on this machine with these versions, or else a fresh one, without a browser's part.
 * @param lookSeconds how long the session looks at the machine
 * @returns null for a session in a hurry that has no recent one, or when it cannot be measured, which is said
 */
export async function sessionFloor(lookSeconds: number, say: Say, source: FloorSource = {}): Promise<Floor | null> {
  const of = { machine: thisMachine(), outcry: await outcryVersion(), node: process.version, ...priorityNow() };
  const recent = recentFloor(of, new Date(), source.file ?? FLOOR_FILE);
  if (recent !== null || lookSeconds < LEAST_LOOK_SECONDS) return recent;
  say('measuring what the bench itself adds; that holds for a day, if nothing disturbs it');
  try {
    return await freshFloor(false, say, source);
  } catch (error) {
    say(`what the bench itself adds could not be measured: ${(error as Error).message}`);
    return null;
  }
}
