/**
 * The log of a campaign, a line of JSON each: what was asked and calibrated, then for each session its sealed choice before it runs and
 * the revealed one after it. A session that was not revealed is done again.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { JsonLines } from '../json-lines.ts';
import type { Revealed } from './gate-summary.ts';

export interface Asked {
  app: string;
  /** What the second build's server takes longer, of the mean latency. */
  delayPercent: number;
  /** The difference that a session is long enough to show; absent: as much as the delay. */
  showPercent?: number;
  /** Options of `./outcry run`. */
  load: string[];
  /** Programs that were busy in bursts meanwhile; absent: none. */
  beside?: number;
}

export interface Head {
  gateTrial: Asked;
  /** What the first session says of two equal builds. */
  ratio: NonNullable<Revealed['ratio']>;
  /** Mean latency of the first build, and the delay that follows from it. */
  latencyMs: number;
  microseconds: number;
  /** How many rounds show such a difference, by the first session's scatter. */
  runs: number;
}

export interface Choice {
  delayed: boolean;
  nonce: string;
}

/** By chance, and unknown to what runs the session: it is told which folder to measure, and both have the same names in them. */
export const choose = (): Choice => ({ delayed: randomInt(2) === 1, nonce: randomBytes(16).toString('hex') });

/** What is written before the session: it shows afterwards that the choice was made before. */
export const seal = ({ delayed, nonce }: Choice): string =>
  createHash('sha256').update(`${nonce} ${delayed}`).digest('hex');

export class TrialLog {
  readonly #log: JsonLines<Head | Revealed | { session: number; sealed: string }>;

  /**
   * @param asked null: whatever the file is of
   * @throws OutcryError (wrong use) when the file is something else, or of a campaign with other options; (failed) when a session is not the
   * one that was sealed
   */
  constructor(file: string, asked: Asked | null) {
    this.#log = new JsonLines(file, ['{"gateTrial":', '{"session":'], 'a gate trial');
    const { head } = this;
    if (head === null && this.#log.lines.length > 0) throw this.#log.foreign();
    if (asked !== null && head !== null && !isDeepStrictEqual(head.gateTrial, asked)) {
      throw new OutcryError(`${file} is of a campaign with other options; take another file`, EXIT.usage);
    }
    const forged = this.revealed.find((line) => seal(line) !== line.sealed);
    if (forged === undefined) return;
    throw new OutcryError(`${file}: session ${forged.session} is not what was sealed before it`, EXIT.failed);
  }

  get head(): Head | null {
    return this.#log.lines.find((line) => 'gateTrial' in line) ?? null;
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
