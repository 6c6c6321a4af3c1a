/** What a campaign has come to so far: a line when a fault is over. */
import { isDeepStrictEqual } from 'node:util';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { JsonLines } from '../json-lines.ts';
import type { Trial } from './campaign-plan.ts';
import type { Outcome } from './trial.ts';

/** One line. */
export interface Logged {
  outcome: Outcome;
  /** How long the trial took, seconds. */
  seconds: number;
  /** When, where and with what: a sentence of `madeWhere`. */
  where: string;
}

export class CampaignLog extends JsonLines<Logged> {
  readonly #name: string | null;

  /**
   * @param file null: nothing is kept
   * @throws OutcryError (wrong use) when the file is something else
   */
  constructor(file: string | null) {
    super(file, ['{"outcome":'], 'a campaign');
    this.#name = file;
  }

  /**
   * Outcomes of those of `trials` that were done before.
   * @throws OutcryError (wrong use) when the file is of another campaign
   */
  of(trials: readonly Trial[]): Outcome[] {
    const planned = new Map(trials.map((trial) => [trial.number, trial]));
    return this.lines.map(({ outcome }) => {
      if (isDeepStrictEqual(planned.get(outcome.trial.number), outcome.trial)) return outcome;
      throw new OutcryError(
        `${this.#name} is of another campaign: its fault ${outcome.trial.number} is not this one's. The same number of faults, seed, apps and transports give the same campaign; take another file for another one.`,
        EXIT.usage,
      );
    });
  }

  /** What all trials took together, seconds. */
  get seconds(): number {
    return this.lines.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** Each place and time once, in the order in which they came. */
  get wheres(): string[] {
    return [...new Set(this.lines.map(({ where }) => where))];
  }
}
