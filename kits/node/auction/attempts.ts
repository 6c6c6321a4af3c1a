/** How often passwords may be tried and users made: the rules of "Attempts" in `kits/schema/README.md`. */
import { countedAs } from './addresses.ts';
import { Limit, Limits, type Rate } from './rate-limit.ts';
import { type Attempt, WaitingLine } from './waiting-line.ts';

/** What failed, by connection, by name and address together, and by address. */
const FAILURES: Record<'connection' | 'name' | 'address', Rate> = {
  connection: { burst: 10, everyMs: 10_000 },
  name: { burst: 10, everyMs: 30_000 },
  address: { burst: 100, everyMs: 2_000 },
};
/** Users made from one address; a whole office may share one. */
const REGISTRATIONS: Rate = { burst: 300, everyMs: 5_000 };

const TOO_MANY_LOGINS = 'Too many attempts to log in. Wait half a minute and try again.';
const TOO_MANY_USERS = 'Too many attempts to register. Wait half a minute and try again.';

/** Who tries, as far as it is counted by. */
export interface Visitor {
  /** As `countedAs` has it. */
  address: string;
  /** What the connection may fail. */
  failures: Limit;
}

export class Attempts {
  readonly #now: () => number;
  readonly #names = new Limits(FAILURES.name);
  readonly #addresses = new Limits(FAILURES.address);
  readonly #registrations = new Limits(REGISTRATIONS);
  /** By address; where nobody waits there is none. */
  readonly #lines = new Map<string, WaitingLine>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A connection from `address` that has not tried anything yet. */
  visitor(address: string | undefined): Visitor {
    return { address: countedAs(address), failures: new Limit(FAILURES.connection, this.#now()) };
  }

  /** @param key of the name that is tried @throws Refusal */
  logIn<T>(visitor: Visitor, key: string, make: () => Promise<T>): Promise<T> {
    const ofName = () => this.#names.of(`${visitor.address} ${key}`, this.#now());
    const charges = () => ({ failure: [...this.#common(visitor), ofName()], success: [] });
    return this.#inLine(visitor.address, { visitor, charges, tooMany: TOO_MANY_LOGINS }, make);
  }

  /** @throws Refusal */
  register<T>(visitor: Visitor, make: () => Promise<T>): Promise<T> {
    const ofAddress = () => this.#registrations.of(visitor.address, this.#now());
    const charges = () => ({ failure: this.#common(visitor), success: [ofAddress()] });
    return this.#inLine(visitor.address, { visitor, charges, tooMany: TOO_MANY_USERS }, make);
  }

  /** A connection has ended. */
  leave(visitor: Visitor): void {
    this.#lines.get(visitor.address)?.leave(visitor);
  }

  #common({ address, failures }: Visitor): Limit[] {
    return [failures, this.#addresses.of(address, this.#now())];
  }

  async #inLine<T>(address: string, attempt: Attempt, make: () => Promise<T>): Promise<T> {
    let line = this.#lines.get(address);
    if (line === undefined) {
      line = new WaitingLine(this.#now);
      this.#lines.set(address, line);
    }
    try {
      return await line.join(attempt, make);
    } finally {
      // An attempt that came meanwhile may have found no line and begun another.
      if (this.#lines.get(address)?.isEmpty) this.#lines.delete(address);
    }
  }
}
