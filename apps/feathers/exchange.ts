/**
 * The house's outputs in Feathers' terms. An event of the house to a connection whose call it is taking is the answer to that call; all
 * else is a real-time event of a service.
 */

import type { House } from '../../kits/node/house.ts';
import type { Refused } from '../../protocol/verbs.ts';
import type { Connection, ServerApp } from './callers.ts';
import { errorOf } from './refusals.ts';
import { TOLD } from './services.ts';

/** The context of an event that the house sends; its publisher reads whom it is for. */
export interface Telling {
  /** The service that tells it. */
  path: string;
  result: unknown;
  /** The only one to be told; null: all. */
  to: Connection | null;
}

export class Exchange {
  readonly #app: ServerApp;
  readonly #house: House<Connection>;
  #caller: Connection | null = null;
  #answer: { event: string; data: unknown } | null = null;

  constructor(app: ServerApp, house: House<Connection>) {
    this.#app = app;
    this.#house = house;
  }

  /**
   * Hands an event that `connection` sent to the house, and gives what the house says to it alone: null when that is nothing.
   * @throws what the house refuses it with
   */
  receive(connection: Connection, event: string, body: unknown): unknown {
    return this.#answerTo(connection, () => this.#house.receive(connection, event, body));
  }

  /** `connection` sent what is no JSON. @throws what the house refuses that with */
  unreadable(connection: Connection): void {
    this.#answerTo(connection, () => this.#house.unreadable(connection));
  }

  send(connection: Connection, event: string, data: unknown): void {
    if (connection === this.#caller) this.#answer = { event, data };
    else this.#tell(event, data, connection);
  }

  broadcast(event: string, data: unknown): void {
    this.#tell(event, data, null);
  }

  #tell(event: string, data: unknown, to: Connection | null): void {
    const [path, name] = TOLD[event as keyof typeof TOLD];
    const telling: Telling = { path, result: data, to };
    this.#app.service(path).emit(name, data, telling);
  }

  /** The house takes one thing at a time, and at once: so there is one caller. */
  #answerTo(caller: Connection, take: () => void): unknown {
    this.#caller = caller;
    this.#answer = null;
    try {
      take();
    } finally {
      this.#caller = null;
    }
    // `send` may have set it meanwhile, which the compiler does not see.
    const answer = this.#answer as { event: string; data: unknown } | null;
    if (answer?.event === 'refused') throw errorOf(answer.data as Refused);
    return answer?.data ?? null;
  }
}
