/**
 * Passwords in PHC string format: `$pbkdf2-sha512$i=210000$<salt>$<hash>`, base64 without padding.
 * PBKDF2 is RFC 8018, 5.2; the iterations are OWASP's for PBKDF2-HMAC-SHA512. Every app can check what another wrote.
 */
import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

export const ITERATIONS = 210_000;
/** In the house of a server that lives for a test alone. */
const SHORT_LIVED_ITERATIONS = 1_000;
const SALT_BYTES = 16;
const HASH_BYTES = 64;
/** A row that asks for more was not written by an app of this house; it must not hold a thread for minutes. */
const ITERATIONS_LIMIT = 10_000_000;
const PHC = /^\$pbkdf2-sha512\$i=([1-9]\d{0,7})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{86})$/;

/** Hashing runs on the thread pool (4 threads), which serves files too: one is left for them. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
/** NFKC, as in NIST SP 800-63B: the same password typed on two keyboards is the same bytes. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8');

/** The PHC string of `password` with this salt. */
export async function toPhc(password: string, salt: Buffer, iterations: number): Promise<string> {
  const hash = await derive(bytesOf(password), salt, iterations, HASH_BYTES, 'sha512');
  return `$pbkdf2-sha512$i=${iterations}$${base64(salt)}$${base64(hash)}`;
}

/** True if `password` is the one that `phc` was made of. @throws Error when `phc` is no such string */
export async function matchesPhc(password: string, phc: string): Promise<boolean> {
  const [, iterations, salt, hash] = PHC.exec(phc) ?? [];
  if (Number(iterations ?? Number.POSITIVE_INFINITY) > ITERATIONS_LIMIT) {
    throw new Error('a row of users has a password that is not in the PHC format of kits/schema/README.md');
  }
  const expected = Buffer.from(hash!, 'base64');
  const actual = await derive(
    bytesOf(password),
    Buffer.from(salt!, 'base64'),
    Number(iterations),
    expected.length,
    'sha512',
  );
  return timingSafeEqual(actual, expected);
}

/** Hashes and checks passwords, a few at a time, never on the event loop. */
export class Passwords {
  readonly #iterations: number;
  /** The hash to check a password against when there is no such user, so that both take as long. */
  readonly #nobody: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(iterations = ITERATIONS) {
    this.#iterations = iterations;
    this.#nobody = `$pbkdf2-sha512$i=${iterations}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;
  }

  /** Those of a server process (`protocol/server-process.md`). */
  static ofServer(env: NodeJS.ProcessEnv = process.env): Passwords {
    return new Passwords(env.SHORT_LIVED === 'on' ? SHORT_LIVED_ITERATIONS : ITERATIONS);
  }

  /** The PHC string to store. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => toPhc(password, randomBytes(SALT_BYTES), this.#iterations));
  }

  /** True if `password` matches `phc`; false, as slowly, when `phc` is null. */
  async check(password: string, phc: string | null): Promise<boolean> {
    const matches = await this.#inTurn(() => matchesPhc(password, phc ?? this.#nobody));
    return matches && phc !== null;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await new Promise<void>((turn) => this.#waiting.push(turn));
    else this.#running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in the queue, so that nobody can overtake.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
