/** Those who try passwords or make users, from one address. */
import type { Limit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

/** What an attempt is counted by: if it fails, and if it does not. */
export interface Charges {
  failure: readonly Limit[];
  success: readonly Limit[];
}

export interface Attempt<T> {
  /** Who makes it. */
  visitor: object;
  /** Asked again whenever it might be its turn, since nobody but those under way keeps a limit. */
  charges(): Charges;
  /** What is said when there have been too many. */
  tooMany: string;
  /** Does the work, which hashes a password. */
  make(): Promise<T>;
}

/** Of one address, so that others are hashed for meanwhile: as many as are hashed at once on a large machine. */
const AT_ONCE = 3;
/** Each takes some 0.15 s of a core. Who would wait longer than a request may take is told at once. */
const LINE_LIMIT = 128;

const BUSY = 'Too many people are logging in just now. Try again in a few seconds.';

/** What failed because the one who tried did not know better; a fault of ours, or a full queue, is not counted. */
const isFailure = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'wrong-login' || error.code === 'name-taken');

interface Waiting {
  attempt: Attempt<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Each attempt is counted before it is made, and given back where it turns out not to count. One for which there is nothing left
 * but what others may give back waits for them. So however many come at once, no more fail than the limits say, and those
 * who know their password are let in.
 */
export class WaitingLine {
  readonly #now: () => number;
  #line: Waiting[] = [];
  #underWay = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Nobody waits, and nothing is under way. */
  get isEmpty(): boolean {
    return this.#underWay === 0 && this.#line.length === 0;
  }

  /** What `attempt` gives when it has had its turn. @throws Refusal when there have been too many, or too many wait */
  async join<T>(attempt: Attempt<T>): Promise<T> {
    if (this.#line.length >= LINE_LIMIT) throw new Refusal('too-many', BUSY);
    return new Promise<T>((resolve, reject) => {
      this.#line.push({ attempt, resolve: (result) => resolve(result as T), reject });
      this.#serve();
    });
  }

  /** A connection has ended: its attempts need not be made. */
  leave(visitor: object): void {
    const left = this.#line.filter(({ attempt }) => attempt.visitor === visitor);
    this.#line = this.#line.filter((waiting) => !left.includes(waiting));
    for (const { reject } of left) reject(new Refusal('failed', 'The connection has ended.'));
  }

  #serve(): void {
    const now = this.#now();
    const line = this.#line;
    this.#line = [];
    for (const waiting of line) {
      const charges = waiting.attempt.charges();
      const limits = [...charges.failure, ...charges.success];
      if (limits.some((limit) => limit.isSpent(now))) {
        waiting.reject(new Refusal('too-many', waiting.attempt.tooMany));
      } else if (this.#underWay < AT_ONCE && limits.every((limit) => limit.has(now))) {
        for (const limit of limits) limit.setAside();
        this.#underWay++;
        void this.#make(waiting, charges);
      } else {
        this.#line.push(waiting);
      }
    }
  }

  async #make({ attempt, resolve, reject }: Waiting, { failure, success }: Charges): Promise<void> {
    const settle = (limits: readonly Limit[], isTaken: boolean) => {
      for (const limit of limits) limit.settle(isTaken, this.#now());
    };
    try {
      resolve(await attempt.make());
      settle(failure, false);
      settle(success, true);
    } catch (error) {
      reject(error);
      settle(failure, isFailure(error));
      settle(success, false);
    }
    this.#underWay--;
    this.#serve();
  }
}
