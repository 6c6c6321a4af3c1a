/**
 * What a campaign has come to so far, a line of JSON per fault, so that one of many hours can be ended and gone on with. A line stands
 * in the file when its fault is over; half a line, of a campaign that was killed, is done again.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
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

/** What every line begins with. */
const BEGIN = '{"outcome":';

/** Its whole lines, and how long these are; null when the text is no log. */
function parse(text: string): { lines: Logged[]; wholeBytes: number } | null {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const rest = text.slice(whole.length);
  const lines = whole.split('\n').slice(0, -1);
  const ours = lines.every((line) => line.startsWith(BEGIN)) && (rest.startsWith(BEGIN) || BEGIN.startsWith(rest));
  if (!ours) return null;
  try {
    return { lines: lines.map((line) => JSON.parse(line) as Logged), wholeBytes: Buffer.byteLength(whole) };
  } catch {
    return null;
  }
}

export class CampaignLog {
  readonly #file: string | null;
  readonly #lines: Logged[] = [];

  /**
   * @param file null: nothing is kept
   * @throws OutcryError (wrong use) when the file is something else
   */
  constructor(file: string | null) {
    this.#file = file;
    if (file === null || !existsSync(file)) return;
    const found = parse(readFileSync(file, 'utf8'));
    if (found === null) throw new OutcryError(`${file} is no log of a campaign; take another file`, EXIT.usage);
    this.#lines = found.lines;
    // What is added must not stand behind half a line.
    truncateSync(file, found.wholeBytes);
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
