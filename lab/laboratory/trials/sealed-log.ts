/**
 * The log of a trial, a line of JSON each: what was asked and calibrated, then for each session its sealed choice before it runs and the
 * revealed one after it. A session that was not revealed is done again.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { JsonLines } from '../json-lines.ts';

/** A ratio of two figures with its 95 % interval. */
export interface Ratio {
  value: number;
  low: number;
  high: number;
}

/** The part of a session's outcome that all judges have. */
export interface Measured {
  /** The duration of the session. */
  seconds: number;
  rounds: number;
}

export interface Asked {
  judge: string;
  app: string;
  twins: number;
  /** The delay of delayed twins, % of the latency of equal ones. */
  delayPercent: number;
  /** The difference that a session is long enough to show; null: `words` say how long it takes. */
  showPercent: number | null;
  /** Programs that are busy in bursts meanwhile. */
  beside: number;
  /** Options of `./outcry run` in every session. */
  words: string[];
}

export interface Head {
  asked: Asked;
  /** The latency of equal twins in the first session, and the delay that follows from it. */
  latencyMs: number;
  microseconds: number;
  /** The calibration of sessions that are made as long as needed: what the first one shows of equal twins, and the rounds it takes. */
  calibrated: { ratio: Ratio; rounds: number } | null;
}

/** Says which twins have the delay: of two the second alone, or each in the order of their names. */
export type Delayed = boolean | boolean[];

export interface Choice {
  delayed: Delayed;
  /** Keeps the seal from being guessed. */
  nonce: string;
}

/** A session that is over, with what was hidden while it ran. */
export type Revealed<Outcome> = Outcome & {
  /** 1, 2, 3 ... */
  session: number;
  delayed: Delayed;
  /** The hash of nonce and choice, written before the session. */
  sealed: string;
  nonce: string;
};

/** The session's runner does not know the choice: it gets a folder to measure, whose twins look alike. */
export const hidden = (delayed: Delayed): Choice => ({ delayed, nonce: randomBytes(16).toString('hex') });

/** Makes what is written before the session, which proves afterwards that the choice was made before. */
export const seal = ({ delayed, nonce }: Choice): string =>
  createHash('sha256')
    .update(`${nonce} ${JSON.stringify(delayed)}`)
    .digest('hex');

export class SealedLog<Outcome> {
  readonly #log: JsonLines<Head | Revealed<Outcome> | { session: number; sealed: string }>;

  /**
   * @param asked null: whatever the file is of
   * @throws OutcryError (wrong use) when the file is something else, or of a trial with other options; (failed) when a session is not the
   * one that was sealed
   */
  constructor(file: string, asked: Asked | null) {
    this.#log = new JsonLines(file, ['{"asked":', '{"session":'], 'a trial');
    const { head } = this;
    if (head === null && this.#log.lines.length > 0) throw this.#log.foreign();
    if (asked !== null && head !== null && !isDeepStrictEqual(head.asked, asked)) {
      throw new OutcryError(`${file} is of a trial with other options; take another file`, EXIT.usage);
    }
    const forged = this.revealed.find((session) => seal(session) !== session.sealed);
    if (forged === undefined) return;
    throw new OutcryError(`${file}: session ${forged.session} is not what was sealed before it`, EXIT.failed);
  }

  get head(): Head | null {
    return this.#log.lines.find((line) => 'asked' in line) ?? null;
  }

  get revealed(): Revealed<Outcome>[] {
    return this.#log.lines.filter((line): line is Revealed<Outcome> => 'nonce' in line);
  }

  begin(head: Head): void {
    this.#log.add(head);
  }

  seal(session: number, choice: Choice): void {
    this.#log.add({ session, sealed: seal(choice) });
  }

  reveal(session: number, choice: Choice, outcome: Outcome): void {
    this.#log.add({ session, sealed: seal(choice), ...choice, ...outcome });
  }
}
