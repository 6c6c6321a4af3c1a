/** The limit on failed log-ins and registrations: "Failed log-ins" in `kits/schema/README.md`. */
import { loadRateLimiter } from './packages.ts';
import { Refusal } from './refusal.ts';

/** Failures per address. */
const FAILURES = 100;
const WINDOW_SECONDS = 60;

const TOO_MANY = 'Too many failed attempts from your network. Wait a minute and try again.';

/** True if the client got it wrong; a fault of the server does not count. */
const isFailure = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'wrong-login' || error.code === 'name-taken');

export class FailureLimit {
  readonly #limiter = new (loadRateLimiter().RateLimiterMemory)({ points: FAILURES, duration: WINDOW_SECONDS });

  /**
   * Makes an attempt to log in or to register. It counts as failed while it is made, so that attempts sent at once are no more guesses.
   * @param address as `countedAs` returns it
   * @throws Refusal when the address has no attempt left; whatever `make` throws
   */
  async attempt<T>(address: string, make: () => Promise<T>): Promise<T> {
    const windowEnd = await this.#reserve(address);
    let failed = false;
    try {
      return await make();
    } catch (error) {
      failed = isFailure(error);
      throw error;
    } finally {
      // The next window does not know of this attempt.
      if (!failed && Date.now() < windowEnd) await this.#limiter.reward(address);
    }
  }

  /** The end of the window in which the attempt is counted, ms since 1970. */
  async #reserve(address: string): Promise<number> {
    try {
      const { msBeforeNext } = await this.#limiter.consume(address);
      return Date.now() + msBeforeNext;
    } catch (error) {
      if (error instanceof Error) throw error;
      // The library counts a refused attempt too, which must not take the place of one that gets its reservation back.
      await this.#limiter.reward(address);
      throw new Refusal('too-many', TOO_MANY);
    }
  }
}
