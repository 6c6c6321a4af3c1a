/** The lateness of timers in this page or process: a load generator with late timers reports wrong figures unnoticed. */
import type { Clock, Timer } from './clock.ts';
import { buildHistogram, record } from './histogram.ts';

/** Often enough to see a page that hangs, seldom enough to cost it nothing: each timer is a turn of its event loop. */
const PERIOD_MS = 100;

export class LoopDelay {
  readonly #clock: Clock;
  #delays = buildHistogram();
  #timer: Timer = null;
  #expected = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins anew, forgetting what was measured before. */
  start(): void {
    this.stop();
    this.#delays = buildHistogram();
    this.#arm();
  }

  stop(): void {
    this.#clock.clearTimer(this.#timer);
    this.#timer = null;
  }

  /** Milliseconds; null when nothing was measured. */
  result(): { p99: number; max: number } | null {
    if (this.#delays.totalCount === 0) return null;
    return { p99: this.#delays.getValueAtPercentile(99) / 1000, max: this.#delays.maxValue / 1000 };
  }

  #arm(): void {
    this.#expected = this.#clock.now() + PERIOD_MS;
    this.#timer = this.#clock.setTimer(this.#tick, PERIOD_MS);
  }

  readonly #tick = (): void => {
    record(this.#delays, Math.max(0, this.#clock.now() - this.#expected));
    this.#arm();
  };
}
