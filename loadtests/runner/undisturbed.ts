/**
 * Does a run again that something else on the machine disturbed. What decides is what was found of the machine, never what was
 * measured: runs that are chosen by their figures would give any figure one likes.
 */
import { DISTURBANCES, type Finding, type RunRecord, type SetAside } from '../../protocol/run-record.ts';

/** What disturbed a run; empty: nothing did. */
export function disturbancesOf({ validity }: RunRecord): Finding[] {
  return validity.filter(({ code }) => (DISTURBANCES as readonly string[]).includes(code));
}

/**
 * @param run does the run once
 * @param most how often it is done again at most; the last attempt counts, disturbed or not
 * @param setAside told of each attempt that does not count, before the next one
 * @returns the attempt that counts, with what was set aside before it
 */
export async function undisturbed(
  run: () => Promise<RunRecord>,
  most: number,
  setAside: (record: RunRecord, because: Finding[]) => Promise<void>,
): Promise<RunRecord> {
  const earlier: SetAside[] = [];
  for (;;) {
    const record = await run();
    const because = disturbancesOf(record);
    if (because.length === 0 || earlier.length >= most) {
      return earlier.length === 0 ? record : { ...record, setAside: earlier };
    }
    await setAside(record, because);
    earlier.push({ startedAt: record.when.startedAt!, because });
  }
}
