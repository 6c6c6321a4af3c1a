/** Resolves as `promise` does; rejects with `message` when that takes longer than `ms`. The promise itself goes on. */
export async function withLimit<T>(promise: Promise<T>, ms: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
    // When it lost the race nobody waits for it any more: its later failure is not an unhandled one.
    promise.catch(() => {});
  }
}
