/** Finds out that a client is gone which nothing tells of: after a silence it is asked, and after another it is given up. */
import type { Limits } from './limits.ts';

export class Heartbeat {
  readonly #limits: Limits;
  readonly #ping: () => void;
  readonly #gone: () => void;
  #timer: NodeJS.Timeout;
  #hasAsked = false;

  constructor(limits: Limits, ping: () => void, gone: () => void) {
    this.#limits = limits;
    this.#ping = ping;
    this.#gone = gone;
    this.#timer = this.#wait();
  }

  /** The client said something. */
  heard(): void {
    if (!this.#hasAsked) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#hasAsked = false;
    this.#timer = this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): NodeJS.Timeout {
    const ask = () => {
      this.#hasAsked = true;
      this.#timer = setTimeout(this.#gone, this.#limits.goneAfterMs);
      this.#ping();
    };
    return setTimeout(ask, this.#limits.pingAfterMs);
  }
}
