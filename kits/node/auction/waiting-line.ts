/** Those who try passwords or make users, from one address. */
import type { Limit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

/** What an attempt is counted by: if it fails, and if it does not. */
export interface Charges {
  failure: readonly Limit[];
  success: readonly Limit[];
}

export interface Attempt {
  /** Who makes it. */
  visitor: object;
  /** Asked again whenever it might be its turn, since nobody but those under way keeps a limit. */
  charges(): Charges;
  /** What is said when there have been too many. */
  tooMany: string;
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
  attempt: Attempt;
  itsTurn(charges: Charges): void;
  refuse(refusal: Refusal): void;
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

  /**
   * What `make` gives when `attempt` has had its turn.
   * @throws Refusal when there have been too many, or too many wait; whatever `make` throws
   */
  async join<T>(attempt: Attempt, make: () => Promise<T>): Promise<T> {
    if (this.#line.length >= LINE_LIMIT) throw new Refusal('too-many', BUSY);
    const charges = await new Promise<Charges>((itsTurn, refuse) => {
      this.#line.push({ attempt, itsTurn, refuse });
      this.#serve();
    });
    let outcome: keyof Charges | null = null;
    try {
      const made = await make();
      outcome = 'success';
      return made;
    } catch (error) {
      if (isFailure(error)) outcome = 'failure';
      throw error;
    } finally {
      const now = this.#now();
      for (const limit of charges.failure) limit.settle(outcome === 'failure', now);
      for (const limit of charges.success) limit.settle(outcome === 'success', now);
      this.#underWay--;
      this.#serve();
    }
  }

  /** A connection has ended: its attempts need not be made. */
  leave(visitor: object): void {
    const left = this.#line.filter(({ attempt }) => attempt.visitor === visitor);
    this.#line = this.#line.filter((waiting) => !left.includes(waiting));
    for (const { refuse } of left) refuse(new Refusal('failed', 'The connection has ended.'));
  }

  #serve(): void {
    const now = this.#now();
    const line = this.#line;
    this.#line = [];
    for (const waiting of line) {
      const charges = waiting.attempt.charges();
      const limits = [...charges.failure, ...charges.success];
      if (limits.some((limit) => limit.isSpent(now))) {
        waiting.refuse(new Refusal('too-many', waiting.attempt.tooMany));
      } else if (this.#underWay < AT_ONCE && limits.every((limit) => limit.has(now))) {
        for (const limit of limits) limit.setAside();
        this.#underWay++;
        waiting.itsTurn(charges);
      } else {
        this.#line.push(waiting);
      }
    }
  }
}
