/**
 * The house that a Node app wires its framework to: everything a connection sends goes in here, everything the server says comes out of
 * the app's `Outputs`. Handling events and requests is the house's concern, and no app's.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONTROL_TOKEN } from '../../protocol/control.ts';
import type { Reply } from '../../protocol/socket.ts';
import type { RoomOutputs } from './base-room.ts';
import { Control } from './control-paths.ts';
import { Room } from './room.ts';

/** The house's ways to an app's connections. Sending to a connection that has ended does nothing. */
export interface Outputs<Connection> extends RoomOutputs<Connection> {
  /** The network address a connection comes from, where the framework says: wrong log-ins are counted by it. */
  addressOf?(connection: Connection): string | undefined;
}

/** An auction house of `auction/`, which an app without one never loads. */
export interface Auction {
  /** True if it answers requests of this name. */
  takes(request: string): boolean;
  open<Connection>(outputs: Pick<Outputs<Connection>, 'broadcast' | 'addressOf'>): OpenAuction<Connection>;
}

export interface OpenAuction<Connection> {
  /** Answers a request. Never rejects. */
  request(connection: Connection, name: string, data: unknown): Promise<Reply>;
  disconnect(connection: Connection): void;
  close(): Promise<void>;
}

export interface HouseOptions {
  auction?: Auction;
  /** Controls the server; absent: CONTROL_TOKEN of the environment. */
  token?: string;
}

/** The events of an app's connections, for the app to call. */
export interface ConnectionEvents<Connection> {
  connect(connection: Connection): void;
  disconnect(connection: Connection): void;
  /** An event that wants no reply. */
  receive(connection: Connection, event: string, data: unknown): void;
  /** Refuses a message that was not JSON, or named no event. */
  unreadable(connection: Connection): void;
  /** An event that wants a reply. Never rejects. */
  request(connection: Connection, event: string, data: unknown): Promise<Reply>;
}

export const ENDED: Reply = { ok: false, code: 'wrong-state', reason: 'the connection has ended' };

export class House<Connection> implements ConnectionEvents<Connection> {
  readonly #control: Control;
  readonly #room: Room<Connection>;
  readonly #takes: (request: string) => boolean;
  readonly #auction: OpenAuction<Connection> | undefined;

  constructor(outputs: Outputs<Connection>, { auction, token = process.env[CONTROL_TOKEN] }: HouseOptions = {}) {
    this.#room = new Room(outputs);
    this.#control = new Control(this.#room, token);
    this.#takes = (request) => auction?.takes(request) ?? false;
    this.#auction = auction?.open(outputs);
  }

  connect(connection: Connection): void {
    this.#room.connect(connection);
  }

  disconnect(connection: Connection): void {
    this.#room.disconnect(connection);
    this.#auction?.disconnect(connection);
  }

  receive(connection: Connection, event: string, data: unknown): void {
    this.#room.receive(connection, event, data);
  }

  unreadable(connection: Connection): void {
    this.#room.unreadable(connection);
  }

  async request(connection: Connection, event: string, data: unknown): Promise<Reply> {
    if (this.#auction && this.#takes(event)) return this.#auction.request(connection, event, data);
    return this.#room.request(connection, event, data) ?? ENDED;
  }

  /** Answers an HTTP request for control of the server; false when it is none. */
  control(request: IncomingMessage, response: ServerResponse): boolean {
    return this.#control.handle(request, response);
  }

  stop(): void {
    void this.#auction?.close();
  }
}
