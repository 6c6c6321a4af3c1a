/** The load of a worker's event loop, as Node.js counts it. */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { median } from 'simple-statistics';
import type { BusyMeter } from '../../member/loop-delay.ts';

const SECOND_MS = 1_000;

export class LoopUse implements BusyMeter {
  #shares: number[] = [];
  #first: EventLoopUtilization | undefined;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    clearInterval(this.#timer);
    this.#shares = [];
    let before = performance.eventLoopUtilization();
    this.#first = before;
    this.#timer = setInterval(() => {
      const now = performance.eventLoopUtilization();
      this.#shares.push(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    }, SECOND_MS);
  }

  /** Of less than a second, the share of that. */
  stop(): number | null {
    clearInterval(this.#timer);
    if (this.#first === undefined) return null;
    if (this.#shares.length > 0) return median(this.#shares);
    return performance.eventLoopUtilization(this.#first).utilization;
  }
}
