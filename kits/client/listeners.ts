/** The handlers of a connection's events. Events that come before there is any are kept for them. */
import { EarlyEvents } from './early-events.ts';

// biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
type Handler = (data: any) => void;

export class Listeners {
  readonly #handlers = new Map<string, Handler[]>();
  readonly #early = new EarlyEvents((event, data) => this.#handle(event, data));

  on(event: string, handler: Handler): void {
    const handlers = this.#handlers.get(event);
    if (handlers) handlers.push(handler);
    else this.#handlers.set(event, [handler]);
    this.#early.release();
  }

  /** An event came. */
  heard(event: string, data: unknown): void {
    if (this.#early.holding) this.#early.hold(event, data);
    else this.#handle(event, data);
  }

  #handle(event: string, data: unknown): void {
    const handlers = this.#handlers.get(event);
    if (handlers === undefined) return;
    for (const handler of handlers) handler(data);
  }
}
