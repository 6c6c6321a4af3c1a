/** Writes messages to a program that leads to another machine. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { monotonicMs } from '../monotonic.ts';
import type { ToAgent } from './messages.ts';

export class ChannelInput {
  readonly #input: Writable;
  readonly #gone: Promise<void>;
  #written: Promise<void> = Promise.resolve();
  #fullSince: number | null = null;

  /** @param gone resolves when the machine is gone, after which nothing is written */
  constructor(input: Writable, gone: Promise<void>) {
    this.#input = input;
    this.#gone = gone;
    input.on('error', () => {}); // the end of the program says why
    void gone.then(() => {
      this.#fullSince = null;
    });
  }

  /** The time since which it takes no more; null: it does. */
  get fullSince(): number | null {
    return this.#fullSince;
  }

  /** Writes one message after the other, so that a slow network has one piece of a file at a time. Resolves when it has taken this one. */
  write(said: ToAgent): Promise<void> {
    this.#written = this.#written.then(() => this.#writeNow(said));
    return this.#written;
  }

  async #writeNow(said: ToAgent): Promise<void> {
    if (!this.#input.writable || this.#input.write(`${JSON.stringify(said)}\n`)) return;
    this.#fullSince = monotonicMs();
    await Promise.race([once(this.#input, 'drain').catch(() => {}), this.#gone]);
    this.#fullSince = null;
  }
}
