/**
 * The log of a trial, a line of JSON each: what was asked and calibrated, then for each session its sealed choice before it runs and the
 * revealed one after it. A session that was not revealed is done again.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { JsonLines } from '../json-lines.ts';
import type { Ratio, SessionOutcome } from './twin-session.ts';

export interface Asked {
  app: string;
  /** The delay of the second twin's server in sessions with one, % of the mean latency. */
  delayPercent: number;
  /** The difference that a session is long enough to show; null: the options of a kind say how long it takes. */
  showPercent: number | null;
  /** Options of `./outcry run` in every session. */
  load: string[];
  /** Further options of sessions, a text. */
  kinds: [string];
  /** Programs that are busy in bursts meanwhile. */
  beside: number;
}

export interface Head {
  asked: Asked;
  /** Mean latency of the app in the first session, and the delay that follows from it. */
  latencyMs: number;
  microseconds: number;
  /** The calibration of sessions that are made as long as needed: what the first one shows of equal twins, and the rounds it takes. */
  calibrated: { ratio: Ratio; rounds: number } | null;
}

export interface Choice {
  delayed: boolean;
  nonce: string;
}

/** A session that is over, with what was hidden while it ran. */
export interface Revealed extends SessionOutcome {
  /** 1, 2, 3 ... */
  session: number;
  /** The second twin had the delay. */
  delayed: boolean;
  /** The hash of nonce and choice, written before the session; null: a seed made the choice. */
  sealed: string | null;
  nonce: string | null;
}

/**
 * Chooses by chance. The session's runner does not know the choice: it gets a folder to measure, whose twins look alike.
 */
export const choose = (): Choice => ({ delayed: randomInt(2) === 1, nonce: randomBytes(16).toString('hex') });

/** Makes what is written before the session, which proves afterwards that the choice was made before. */
export const seal = ({ delayed, nonce }: Choice): string =>
  createHash('sha256').update(`${nonce} ${delayed}`).digest('hex');

const isForged = ({ sealed, nonce, delayed }: Revealed): boolean =>
  sealed !== null && (nonce === null || seal({ delayed, nonce }) !== sealed);

export class TrialLog {
  readonly #log: JsonLines<Head | Revealed | { session: number; sealed: string }>;

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
    const forged = this.revealed.find(isForged);
    if (forged === undefined) return;
    throw new OutcryError(`${file}: session ${forged.session} is not what was sealed before it`, EXIT.failed);
  }

  get head(): Head | null {
    return this.#log.lines.find((line) => 'asked' in line) ?? null;
  }

  get revealed(): Revealed[] {
    return this.#log.lines.filter((line) => 'nonce' in line);
  }

  begin(head: Head): void {
    this.#log.add(head);
  }

  seal(session: number, choice: Choice): void {
    this.#log.add({ session, sealed: seal(choice) });
  }

  reveal(line: Revealed): void {
    this.#log.add(line);
  }
}
