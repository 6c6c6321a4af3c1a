/** The server's counts of a run, after its test. */
import type { Counts } from '../../../protocol/control.ts';
import { withEarlier, withoutStart } from '../record/server-counts.ts';
import type { ControlClient } from './control-client.ts';
import type { Measured, PlannedRun } from './run-context.ts';
import { startsByPublish } from './test-request.ts';

/** @param before counts of the server's processes that were ended */
export async function countsOf(
  run: PlannedRun,
  control: ControlClient,
  before: readonly Counts[] = [],
): Promise<Pick<Measured, 'counts' | 'countsMissing'>> {
  try {
    const counts = withEarlier(await control.counts(), before);
    return { counts: startsByPublish(run) ? withoutStart(counts, run.step.clients) : counts, countsMissing: null };
  } catch (error) {
    return { counts: null, countsMissing: (error as Error).message };
  }
}
