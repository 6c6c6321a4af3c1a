/**
 * The Socket contract: what every app's adapter (`apps/<id>/socket.ts`) meets.
 * The pages of `shared-ui`, the members of a swarm and the conformance suite know a framework through this file alone.
 */

import type { Transport } from '../metrics/transports.ts';

export { TRANSPORTS, type Transport } from '../metrics/transports.ts';

/** The answer to a {@link Socket.request}. `reason` is a sentence that a person can act on. */
export type Reply = { ok: true; [field: string]: unknown } | { ok: false; code: string; reason: string };

/** One connection with its own identity. */
export interface Socket {
  /** The transport in use now, as the framework itself reports it, not the one that was asked for. */
  readonly transport: Transport;
  /** The substitute for a part of the framework on this connection, for people; absent or null: none. */
  readonly substitute?: string | null;
  /** The mandatory notice with every figure that is measured on this connection, for people; absent or null: none. */
  readonly notice?: string | null;
  /** Calls `handler` with each `event` the server sends. Several handlers for one event are called in order. */
  // biome-ignore lint/suspicious/noExplicitAny: what a server sends is checked where it is used
  on(event: string, handler: (data: any) => void): void;
  /**
   * Sends `event`; no reply is wanted. After the connection has ended this does nothing; until then it throws where the transport
   * carries requests alone.
   */
  emit(event: string, data: unknown): void;
  /**
   * Sends `event` and resolves with the server's reply. Rejects only when the connection ends first or no reply comes
   * within 20 s: a refusal is a reply.
   */
  request(event: string, data: unknown): Promise<Reply>;
  /** Calls `handler` once, with the framework's word for why, when the connection has ended for whatever reason. */
  onClose(handler: (reason: string) => void): void;
  /**
   * Calls `handler` each time the connection is lost and is tried again by itself, with the framework's word for why. Only with
   * {@link ConnectOptions.reconnect}, as `onBack` and `onAttempt`; `onClose` then tells the end for good: {@link close}, or giving up.
   * Handlers of events stay. A request without a reply rejects; what is sent meanwhile is kept or dropped, as the framework does it.
   */
  onLost?(handler: (reason: string) => void): void;
  /** Calls `handler` each time it is back. `recovered`: the framework says that the session goes on, and what was sent meanwhile comes. */
  onBack?(handler: (how: Back) => void): void;
  /** Calls `handler` with each attempt to connect again; absent: the framework does not tell of them. */
  onAttempt?(handler: () => void): void;
  /** Ends the connection; resolves when it has ended. A second later at most the server sends it nothing. Safe to call twice. */
  close(): Promise<void>;
  /**
   * Hands `text` to the transport without encoding it, as a hostile client would. For the conformance suite only;
   * absent where the framework's client library gives no way to do it.
   */
  raw?(text: string): void;
}

/** The two ways in which a lost connection is back: with its session, or as a new one. */
export type Back = 'recovered' | 'new';

export interface ConnectOptions {
  transport: Transport;
  /**
   * Leaves reconnection to the framework, as its own documents recommend, with its default delays; default: a connection that is lost has
   * ended. One that is back over another transport is closed, with that reason.
   */
  reconnect?: boolean;
  /** Switches on the client's part of the framework's recovery; the server has its own (`RECOVERY=on`). Only with `reconnect`. */
  recovery?: boolean;
}

/** The default export's shape of `apps/<id>/socket.ts`. */
export interface Adapter {
  /** The `id` of the app's `app.json`. */
  readonly id: string;
  /** The transports this adapter can be asked for. */
  readonly transports: readonly Transport[];
  /**
   * Connects to the app's server at `url` (its origin, such as `http://127.0.0.1:4000`) over `options.transport`.
   * Rejects when the connection cannot be made within 20 s, or when the framework fell back to another transport.
   */
  connect(url: string, options: ConnectOptions): Promise<Socket>;
  /**
   * Connects as the framework's own client does that is told no transport: it chooses, falls back or changes over by itself. Rejects when
   * there is no connection within 20 s. Absent: the framework leaves the choice to its user.
   */
  connectFreely?(url: string): Promise<Socket>;
}
