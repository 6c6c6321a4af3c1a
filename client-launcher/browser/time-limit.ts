/** Something took longer than it may; it may still be going on. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Resolves as `promise` does; rejects with a TimeLimitError after `ms`. The promise itself goes on. */
export async function withLimit<T>(promise: Promise<T>, ms: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(message)), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
    // After the time limit its failure is not an unhandled rejection.
    promise.catch(() => {});
  }
}

/** Resolves as `promise` does; rejects with the reason of `signal` when that is aborted. The promise itself goes on. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    promise.catch(() => {});
  }
}
