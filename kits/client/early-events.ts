/**
 * Keeps what the server sends between the moment a connection is open and the moment its user has said what to listen
 * for: `await connect()` comes back some turns of the event loop later, and nothing may be missed in between.
 */

/**
 * A connection whose user never listens keeps no more events than this, the first ones. For the few milliseconds until the first
 * handler is there it is plenty, also where a feed is going on.
 */
const LIMIT = 1_000;

export class EarlyEvents {
  readonly #deliver: (event: string, data: unknown) => void;
  readonly #released: () => void;
  readonly #events: [event: string, data: unknown][] = [];
  #state: 'holding' | 'releasing' | 'done' = 'holding';

  /** `deliver` gets each event that was kept; `released` is called when there will be no more. */
  constructor(deliver: (event: string, data: unknown) => void, released: () => void = () => {}) {
    this.#deliver = deliver;
    this.#released = released;
  }

  /** True while events are to be given to `hold` instead of to the handlers. */
  get holding(): boolean {
    return this.#state !== 'done';
  }

  hold(event: string, data: unknown): void {
    if (this.#events.length < LIMIT) this.#events.push([event, data]);
  }

  /** The first handler is there: delivers what was kept once its companions of the same turn are there too. */
  release(): void {
    if (this.#state !== 'holding') return;
    this.#state = 'releasing';
    queueMicrotask(() => {
      this.#state = 'done';
      this.#released();
      for (const [event, data] of this.#events.splice(0)) this.#deliver(event, data);
    });
  }
}
