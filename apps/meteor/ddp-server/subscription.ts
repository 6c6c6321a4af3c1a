/** One subscription of one client: what a publication has as `this`, after Meteor's low-level publication API. */
import { DdpError } from './errors.ts';
import type { Fields } from './merge-box.ts';

/** A client, to publications and methods. */
export interface Connection {
  readonly id: string;
  /** The network address it comes from, where it is known. */
  readonly clientAddress: string | undefined;
  close(): void;
  onClose(handler: () => void): void;
}

/** A subscription's ways to its client. */
export interface SubscriptionOutput {
  added(collection: string, id: string, fields: Fields): void;
  changed(collection: string, id: string, fields: Fields): void;
  removed(collection: string, id: string): void;
  ready(): void;
  /** The publication ends it; undefined: without an error. */
  stopped(error: unknown): void;
}

export class Subscription {
  readonly connection: Connection;
  readonly #output: SubscriptionOutput;
  readonly #stopHandlers: (() => void)[] = [];
  #isOver = false;
  #isReady = false;

  constructor(connection: Connection, output: SubscriptionOutput) {
    this.connection = connection;
    this.#output = output;
  }

  /** A document is in what is published from now on. After the end this and the next two do nothing. */
  added(collection: string, id: string, fields: Fields): void {
    if (!this.#isOver) this.#output.added(collection, id, fields);
  }

  /** @param fields those that have changed; undefined takes one away */
  changed(collection: string, id: string, fields: Fields): void {
    if (!this.#isOver) this.#output.changed(collection, id, fields);
  }

  removed(collection: string, id: string): void {
    if (!this.#isOver) this.#output.removed(collection, id);
  }

  /** Tells the client that the first content has been published. */
  ready(): void {
    if (this.#isOver || this.#isReady) return;
    this.#isReady = true;
    this.#output.ready();
  }

  /** Calls `handler` once when the subscription has ended, for whatever reason. */
  onStop(handler: () => void): void {
    if (this.#isOver) handler();
    else this.#stopHandlers.push(handler);
  }

  stop(): void {
    if (!this.#isOver) this.#output.stopped(undefined);
  }

  error(error: unknown): void {
    if (!this.#isOver) this.#output.stopped(error ?? new DdpError(500, 'Internal server error'));
  }

  /** Ends the subscription, for the session. */
  ended(log: (problem: unknown) => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const handler of this.#stopHandlers.splice(0)) {
      try {
        handler();
      } catch (error) {
        log(error);
      }
    }
  }
}
