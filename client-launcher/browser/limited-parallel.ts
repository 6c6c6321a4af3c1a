import { cpus } from 'node:os';
import pLimit from 'p-limit';

/**
 * Browsers launched at once. Launching one keeps about one core busy and waits in between: 3 at a time on 2 cores come
 * up no later one by one, and more only make each slower.
 */
export function launchesAtOnce(): number {
  return Math.max(2, Math.ceil(cpus().length * 1.5));
}

/**
 * Calls `work` with each of `items`, at most `lanes` at a time, in order. Stops taking new ones at the first failure and
 * rejects with it when those under way have settled.
 */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit({ concurrency: lanes, rejectOnClear: true });
  const failures: unknown[] = [];
  const attempt = (item: T): Promise<void> =>
    work(item).catch((error: unknown) => {
      failures.push(error);
      limit.clearQueue();
    });
  await Promise.allSettled(items.map((item) => limit(attempt, item)));
  if (failures.length > 0) throw failures[0];
}
