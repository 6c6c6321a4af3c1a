/**
 * How often passwords may be tried and users made. What succeeds costs nothing; what fails is counted for the connection,
 * for the name, whoever tries it, and for the address, so that neither new connections nor new names help.
 */
import { Limit, Limits, type Rate } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

export const FAILURES: Record<'connection' | 'name' | 'address', Rate> = {
  connection: { burst: 10, everyMs: 10_000 },
  name: { burst: 10, everyMs: 30_000 },
  address: { burst: 100, everyMs: 2_000 },
};
/** Users made from one address; a whole office may share one. */
export const REGISTRATIONS: Rate = { burst: 300, everyMs: 5_000 };

const TOO_MANY_LOGINS = 'Too many attempts to log in. Wait half a minute and try again.';
const TOO_MANY_USERS = 'Too many attempts to register. Wait half a minute and try again.';

export class Attempts<Connection> {
  readonly #addressOf: ((connection: Connection) => string | undefined) | undefined;
  readonly #now: () => number;
  readonly #connections = new Map<Connection, Limit>();
  readonly #names = new Limits(FAILURES.name);
  readonly #addresses = new Limits(FAILURES.address);
  readonly #registrations = new Limits(REGISTRATIONS);

  constructor(addressOf: ((connection: Connection) => string | undefined) | undefined, now: () => number) {
    this.#addressOf = addressOf;
    this.#now = now;
  }

  /** @param key of the name that is tried */
  logIn<T>(connection: Connection, key: string, attempt: () => Promise<T>): Promise<T> {
    const limits = [...this.#common(connection), this.#names.of(key, this.#now())];
    return this.#counted(limits, TOO_MANY_LOGINS, attempt);
  }

  register<T>(connection: Connection, attempt: () => Promise<T>): Promise<T> {
    const address = this.#addressOf?.(connection);
    const made = address === undefined ? undefined : this.#registrations.of(address, this.#now());
    if (made && !made.take(this.#now())) return Promise.reject(new Refusal('too-many', TOO_MANY_USERS));
    return this.#counted(this.#common(connection), TOO_MANY_USERS, attempt);
  }

  forget(connection: Connection): void {
    this.#connections.delete(connection);
  }

  #common(connection: Connection): Limit[] {
    const now = this.#now();
    let limit = this.#connections.get(connection);
    if (limit === undefined) {
      limit = new Limit(FAILURES.connection, now);
      this.#connections.set(connection, limit);
    }
    const address = this.#addressOf?.(connection);
    return address === undefined ? [limit] : [limit, this.#addresses.of(address, now)];
  }

  /**
   * Counted when it has failed. Attempts that are under way at the same time may so go over the limit once, on credit; in
   * return a hundred connections of one user can log in at once.
   */
  async #counted<T>(limits: Limit[], reason: string, attempt: () => Promise<T>): Promise<T> {
    if (!limits.every((limit) => limit.has(this.#now()))) throw new Refusal('too-many', reason);
    try {
      return await attempt();
    } catch (error) {
      const failed = error instanceof Refusal && (error.code === 'wrong-login' || error.code === 'name-taken');
      if (failed) for (const limit of limits) limit.charge(this.#now());
      throw error;
    }
  }
}
