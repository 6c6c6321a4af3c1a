/**
 * What a Node app wires its framework to: everything a connection sends goes in here, everything the server says comes
 * out of the app's `Outputs`. What the house does with events and requests is no app's concern.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONTROL_TOKEN } from '../../protocol/control.ts';
import type { Reply } from '../../protocol/socket.ts';
import { AuctionHouse } from './auction/auction-house.ts';
import type { DatabaseTarget } from './auction/database-url.ts';
import { isRequestName } from './auction/input.ts';
import type { RoomOutputs } from './base-room.ts';
import { Control } from './control-paths.ts';
import { Room } from './room.ts';

/** How the house reaches an app's connections. Sending to a connection that has ended does nothing. */
export interface Outputs<Connection> extends RoomOutputs<Connection> {
  /** The network address a connection comes from, where the framework says: wrong log-ins are counted by it. */
  addressOf?(connection: Connection): string | undefined;
}

/** Where an app hands in what its connections do. */
export interface Door<Connection> {
  connect(connection: Connection): void;
  disconnect(connection: Connection): void;
  /** An event that wants no reply. */
  receive(connection: Connection, event: string, data: unknown): void;
  /** What a connection sent was not JSON, or named no event. */
  unreadable(connection: Connection): void;
  /** An event that wants a reply. Never rejects. */
  request(connection: Connection, event: string, data: unknown): Promise<Reply>;
}

export const ENDED: Reply = { ok: false, code: 'wrong-state', reason: 'the connection has ended' };

export class House<Connection> implements Door<Connection> {
  readonly #control: Control;
  readonly #room: Room<Connection>;
  readonly #auction: AuctionHouse<Connection>;

  /**
   * @param database the auction house's; not opened before somebody asks for something in it
   * @param token of who controls the server
   */
  constructor(outputs: Outputs<Connection>, database: DatabaseTarget, token = process.env[CONTROL_TOKEN]) {
    this.#room = new Room(outputs);
    this.#control = new Control(this.#room, token);
    this.#auction = new AuctionHouse({
      database,
      broadcast: (event, data) => outputs.broadcast(event, data),
      addressOf: (connection) => outputs.addressOf?.(connection),
    });
  }

  connect(connection: Connection): void {
    this.#room.connect(connection);
  }

  disconnect(connection: Connection): void {
    this.#room.disconnect(connection);
    this.#auction.disconnect(connection);
  }

  receive(connection: Connection, event: string, data: unknown): void {
    this.#room.receive(connection, event, data);
  }

  unreadable(connection: Connection): void {
    this.#room.unreadable(connection);
  }

  async request(connection: Connection, event: string, data: unknown): Promise<Reply> {
    if (isRequestName(event)) return this.#auction.request(connection, event, data);
    return this.#room.request(connection, event, data) ?? ENDED;
  }

  /** Answers an HTTP request for control of the server; false when it is none. */
  control(request: IncomingMessage, response: ServerResponse): boolean {
    return this.#control.handle(request, response);
  }

  stop(): void {
    void this.#auction.close();
  }
}
