/**
 * What a campaign has come to so far, a line of JSON per fault, so that one of many hours can be ended and gone on with. A line stands
 * in the file when its fault is over; half a line, of a campaign that was killed, is done again.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Trial } from './plan.ts';
import type { Outcome } from './trial.ts';

/** One line. */
export interface Logged {
  outcome: Outcome;
  /** How long the trial took, seconds. */
  seconds: number;
  /** When, where and with what: a sentence of `madeWhere`. */
  where: string;
}

function parseLine(line: string): Logged | null {
  try {
    return JSON.parse(line) as Logged;
  } catch {
    return null;
  }
}

export class CampaignLog {
  readonly #file: string | null;
  readonly #lines: Logged[] = [];

  /** @param file null: nothing is kept */
  constructor(file: string | null) {
    this.#file = file;
    if (file === null || !existsSync(file)) return;
    const whole = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => parseLine(line) !== null);
    this.#lines = whole.map((line) => parseLine(line)!);
    // What is added must not stand behind half a line.
    writeFileSync(file, whole.map((line) => `${line}\n`).join(''));
  }

  /**
   * Outcomes of those of `trials` that were done before.
   * @throws OutcryError (wrong use) when the file is of another campaign
   */
  of(trials: readonly Trial[]): Outcome[] {
    const planned = new Map(trials.map((trial) => [trial.number, trial]));
    return this.#lines.map(({ outcome }) => {
      if (isDeepStrictEqual(planned.get(outcome.trial.number), outcome.trial)) return outcome;
      throw new OutcryError(
        `${this.#file} is of another campaign: its fault ${outcome.trial.number} is not this one's. The same number of faults, seed, apps and transports give the same campaign; take another file for another one.`,
        EXIT.usage,
      );
    });
  }

  add(logged: Logged): void {
    this.#lines.push(logged);
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(logged)}\n`);
  }

  /** What all trials took together, seconds. */
  get seconds(): number {
    return this.#lines.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** Each place and time once, in the order in which they came. */
  get wheres(): string[] {
    return [...new Set(this.#lines.map(({ where }) => where))];
  }
}
