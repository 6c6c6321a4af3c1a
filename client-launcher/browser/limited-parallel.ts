/**
 * Calls `work` with each of `items`, at most `lanes` at a time, in order. Stops taking new ones at the first failure and
 * rejects with it when those under way have settled.
 */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
}
