/**
 * The log of a campaign, a line of JSON each: what was asked and calibrated, then for each session its sealed choice before it runs and
 * the revealed one after it. Half a line, and a session that was not revealed, are done again.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Revealed } from './summary.ts';

export interface Asked {
  app: string;
  delayPercent: number;
  /** Options of `./outcry run`. */
  load: string[];
}

export interface Head {
  gateTrial: Asked;
  /** Mean latency of the first build, and the delay that follows from it. */
  latencyMs: number;
  microseconds: number;
  /** How many rounds the gate announced for a difference of that size. */
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
  readonly #file: string;
  head: Head | null = null;
  readonly revealed: Revealed[] = [];

  /** @throws OutcryError (wrong use) when the file is something else, or of a campaign with other options */
  constructor(file: string, asked: Asked) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n').slice(0, -1)) this.#read(line);
    if (text !== '' && this.head === null && whole !== '') throw this.#foreign();
    if (this.head !== null && !isDeepStrictEqual(this.head.gateTrial, asked)) {
      throw new OutcryError(`${file} is of a campaign with other options; take another file`, EXIT.usage);
    }
    if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
  }

  #foreign(): OutcryError {
    return new OutcryError(`${this.#file} is no log of a gate trial; take another file`, EXIT.usage);
  }

  #read(text: string): void {
    let line: Head | Revealed | { session: number; sealed: string };
    try {
      line = JSON.parse(text);
    } catch {
      throw this.#foreign();
    }
    if ('gateTrial' in line) this.head = line;
    else if (this.head === null) throw this.#foreign();
    else if ('nonce' in line) this.#demandSealed(line);
  }

  /** @throws OutcryError when the choice is not the one that was sealed */
  #demandSealed(line: Revealed): void {
    if (seal(line) !== line.sealed) {
      throw new OutcryError(`${this.#file}: session ${line.session} is not what was sealed before it`, EXIT.failed);
    }
    this.revealed.push(line);
  }

  begin(head: Head): void {
    this.head = head;
    this.#write(head);
  }

  seal(session: number, choice: Choice): void {
    this.#write({ session, sealed: seal(choice) });
  }

  reveal(line: Revealed): void {
    this.revealed.push(line);
    this.#write(line);
  }

  #write(line: object): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}
