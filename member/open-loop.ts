/** Sending on an open loop: each message when it is due, whatever has come back. */
import type { Clock, Timer } from './clock.ts';

/** Message `seq` (0 .. count-1) is due `offsetMs + seq * 1000 / rate` after the start. */
export interface LoopPlan {
  /** Messages per second, over 0. */
  rate: number;
  count: number;
  offsetMs: number;
}

export class OpenLoop {
  #seq = 0;
  #timer: Timer = null;
  #stopped = false;
  readonly #first: number;

  /**
   * @param start when the schedule began, by `clock`
   * @param send called with each message's number and due time
   * @param sent called after the last
   * @throws an Error when the plan cannot be kept
   */
  constructor(
    private readonly clock: Clock,
    private readonly plan: LoopPlan,
    start: number,
    private readonly send: (seq: number, due: number) => void,
    private readonly sent: () => void,
  ) {
    const { rate, count, offsetMs } = plan;
    if (!(rate > 0 && Number.isFinite(rate))) throw new Error(`A schedule's rate must be over 0, and not ${rate}.`);
    if (!(Number.isInteger(count) && count >= 0)) {
      throw new Error(`A schedule's count must be a whole number, 0 or more, and not ${count}.`);
    }
    if (!(offsetMs >= 0)) throw new Error(`A schedule's offset must be 0 ms or more, and not ${offsetMs}.`);
    this.#first = start + offsetMs;
  }

  /** Sends what is due now, and the rest when it is. */
  run(): void {
    this.#sendWhatIsDue();
  }

  stop(): void {
    this.#stopped = true;
    this.clock.clearTimer(this.#timer);
  }

  /**
   * However late the timer is, every message is sent, and keeps the due time it had. The next timer is set from the
   * schedule, not from when this one fired, so that lateness does not add up.
   */
  readonly #sendWhatIsDue = (): void => {
    const { rate, count } = this.plan;
    while (!this.#stopped && this.#seq < count) {
      const due = this.#first + (this.#seq * 1000) / rate;
      const now = this.clock.now();
      if (now < due) {
        this.#timer = this.clock.setTimer(this.#sendWhatIsDue, due - now);
        return;
      }
      this.send(this.#seq++, due);
    }
    if (!this.#stopped) {
      this.#stopped = true;
      this.sent();
    }
  };
}
