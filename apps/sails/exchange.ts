/**
 * The house's outputs in Sails' terms. An event of the house to a client whose request it is taking is the answer to that request; all else
 * is sent by `sails.sockets`.
 */
import type { Sails } from 'sails';
import type { Socket as Connection } from 'socket.io';
import type { House } from '../../kits/node/house.ts';

/** An event for one client. */
export interface Told {
  event: string;
  data: object;
}

export class Exchange {
  readonly #sails: Sails;
  readonly #house: House<Connection>;
  #caller: Connection | null = null;
  #answer: Told | null = null;

  constructor(sails: Sails, house: House<Connection>) {
    this.#sails = sails;
    this.#house = house;
  }

  /** Hands an event that `connection` sent to the house, and gives what the house says to it alone: null when that is nothing. */
  receive(connection: Connection, event: string, body: unknown): Told | null {
    // The house takes one thing at a time, and at once: so there is one caller.
    this.#caller = connection;
    this.#answer = null;
    try {
      this.#house.receive(connection, event, body);
    } finally {
      this.#caller = null;
    }
    return this.#answer;
  }

  send(connection: Connection, event: string, data: unknown): void {
    // Each connection is in a room of its own.
    if (connection === this.#caller) this.#answer = { event, data: data as object };
    else this.#sails.sockets.broadcast(connection.id, event, data);
  }

  broadcast(event: string, data: unknown): void {
    this.#sails.sockets.blast(event, data);
  }
}
