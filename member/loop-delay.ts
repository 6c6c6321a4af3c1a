/** The lateness of timers in this page or process: a load generator with late timers reports wrong figures unnoticed. */
import type { Clock, Timer } from './clock.ts';
import { buildHistogram, record } from './histogram.ts';

/** Often enough to see a page that hangs, seldom enough to cost it nothing: each timer is a turn of its event loop. */
const PERIOD_MS = 100;

export class LoopDelay {
  #delays = buildHistogram();
  #timer: Timer = null;
  #expected = 0;

  constructor(private readonly clock: Clock) {}

  /** Begins anew, forgetting what was measured before. */
  start(): void {
    this.stop();
    this.#delays = buildHistogram();
    this.#arm();
  }

  stop(): void {
    this.clock.clearTimer(this.#timer);
    this.#timer = null;
  }

  result(): { p99: number; max: number } | null {
    if (this.#delays.totalCount === 0) return null;
    return { p99: this.#delays.getValueAtPercentile(99) / 1000, max: this.#delays.maxValue / 1000 };
  }

  #arm(): void {
    this.#expected = this.clock.now() + PERIOD_MS;
    this.#timer = this.clock.setTimer(this.#tick, PERIOD_MS);
  }

  readonly #tick = (): void => {
    record(this.#delays, Math.max(0, this.clock.now() - this.#expected));
    this.#arm();
  };
}

/** Measures how busy the event loop of a member is, where that can be known. */
export interface BusyMeter {
  start(): void;
  /** The share (0..1) of a second that it was busy, median over the seconds since the start; null when there was none. */
  stop(): number | null;
}
