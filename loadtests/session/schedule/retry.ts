/**
 * Does a run again that something else on the machine disturbed. What decides is what was found of the machine, never what was
 * measured: runs that are chosen by their figures would give any figure one likes.
 */
import { DISTURBANCES, type DiscardedRun, type Flag, type RunRecord } from '../../../protocol/run-record.ts';

/** What disturbed a run; empty: nothing did. */
export function disturbancesOf({ validity }: RunRecord): Flag[] {
  return validity.filter(({ code }) => (DISTURBANCES as readonly string[]).includes(code));
}

export interface Undisturbed {
  /** Does the run once. */
  run(): Promise<RunRecord>;
  /** How often it is done again at most; the last attempt counts, disturbed or not. */
  most: number;
  /** What was discarded of it before the session was interrupted, oldest first. */
  before?: readonly RunRecord[];
  /** Told of each attempt that does not count, before the next one. */
  setAside(record: RunRecord, because: Flag[]): Promise<void>;
}

const asideFor = ({ when }: RunRecord, because: Flag[]): DiscardedRun => ({ startedAt: when.startedAt!, because });

/** The attempt that counts, with what was discarded before it. */
export async function undisturbed({ run, most, before = [], setAside }: Undisturbed): Promise<RunRecord> {
  const earlier = before.map((attempt) => asideFor(attempt, disturbancesOf(attempt)));
  for (;;) {
    const record = await run();
    const because = disturbancesOf(record);
    if (because.length === 0 || earlier.length >= most) {
      return earlier.length === 0 ? record : { ...record, setAside: earlier };
    }
    await setAside(record, because);
    earlier.push(asideFor(record, because));
  }
}
