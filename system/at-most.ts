import pLimit from 'p-limit';

/**
 * Runs `tasks`, at most `count` at once, and waits for all of them.
 * @returns what each gave, in their order
 * @throws the error of the first task that failed, after all have ended
 */
export async function atMost<T>(count: number, tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const inTurn = pLimit(count);
  const ended = await Promise.allSettled(tasks.map((task) => inTurn(task)));
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}
