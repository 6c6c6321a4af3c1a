/** Limits what imports take: how much is received and waits, and how many are worked on at once. */

/** Bodies of all imports under way, bytes. */
const MOST_BYTES = 128 * 1024 * 1024;
/** A small import counts as this many bytes, so that {@link MOST_BYTES} limits their number too. */
const LEAST_BYTES = 1024 * 1024;

/** The places for imports that are under way, from the first byte of a request to the end of its answer. */
export class ImportPlaces {
  #bytes = 0;

  /**
   * @param bytes size of the body
   * @returns gives the place back, once; null when too much is under way
   */
  take(bytes: number): (() => void) | null {
    let taken = Math.max(LEAST_BYTES, bytes);
    if (this.#bytes + taken > MOST_BYTES) return null;
    this.#bytes += taken;
    return () => {
      this.#bytes -= taken;
      taken = 0;
    };
  }
}

/** Lets a number of tasks run at once; the others wait in order of arrival. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * @param signal aborted when nobody wants the result any more: then work that has not begun is dropped
   * @throws the signal's reason when the work was dropped; what `work` throws
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    }
  }

  /** Resolves when work that has ended hands its turn on. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(begin);
        signal.removeEventListener('abort', drop);
      };
      const begin = (): void => {
        leave();
        resolve();
      };
      const drop = (): void => {
        leave();
        reject(signal.reason);
      };
      signal.throwIfAborted();
      this.#waiting.add(begin);
      signal.addEventListener('abort', drop);
    });
  }
}
