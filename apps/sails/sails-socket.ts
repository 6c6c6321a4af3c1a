/** A connection by Sails' client, which carries requests over Socket.IO. */
import sailsIO, { type Answer, type SailsSocket as Connection } from 'sails.io.js';
import io from 'socket.io-client/lib/index.js';
import type { Opener } from '../../kits/client/adapter.ts';
import { Continuity } from '../../kits/client/continuity.ts';
import { Listeners } from '../../kits/client/listeners.ts';
import type { Reply, Socket, Transport } from '../../protocol/socket.ts';
import { isRefused } from './refusals.ts';
import { EVENT_ROUTES, REQUEST_ROUTES, routeOf, wrap } from './routes.ts';

/** Socket.IO's names of the transports. */
const TRANSPORTS: Record<string, Transport> = { websocket: 'websocket', polling: 'long-polling' };
/** Events that the server sends. */
const TOLD = ['publish', 'joined', 'left', 'greet', 'feed', 'refused', 'itemAdded', 'itemRemoved', 'bidPlaced'];
/** The time limit of an answer, ms. The client library has none. */
const REPLY_MS = 20_000;
/** The time limit for the library to end a connection, ms. */
const END_MS = 5_000;
/** Socket.IO's words for an end that is meant. */
const ON_PURPOSE = ['io server disconnect', 'io client disconnect'];
/** A longer name of an event is not repeated in what refuses it. */
const NAME_LIMIT = 100;

const { sails } = sailsIO(io);
sails.autoConnect = false;
// It logs each connection otherwise.
sails.environment = 'production';
sails.useCORSRouteToGetCookie = false;

class SailsSocket extends Continuity implements Socket {
  readonly #connection: Connection;
  readonly #listeners = new Listeners();

  /** @param comesBack Socket.IO connects again when the connection is lost */
  constructor(connection: Connection, comesBack: boolean) {
    super();
    this.#connection = connection;
    for (const event of TOLD) connection.on(event, (data: unknown) => this.#listeners.heard(event, data));
    connection.on('disconnect', (reason: string) => {
      // Of a connection that one end closed on purpose, Socket.IO leaves it to its user to connect again.
      if (comesBack && !ON_PURPOSE.includes(reason)) this.lost(reason);
      else this.closed(reason);
    });
    connection.on('connect', () => this.back('new'));
    connection.on('reconnect_attempt', () => this.attempt());
  }

  get transport(): Transport {
    return TRANSPORTS[this.#connection._raw.io.engine.transport.name]!;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
  on(event: string, handler: (data: any) => void): void {
    this.#listeners.on(event, handler);
  }

  emit(event: string, body: unknown): void {
    // The library would keep what is sent after the end for a reconnection, which never comes.
    if (this.over) return;
    this.#connection.post(routeOf(EVENT_ROUTES, event), { body }, (answer, { statusCode }) => {
      if (isRefused(statusCode)) {
        this.#listeners.heard('refused', { ...(answer as object), event: event.length > NAME_LIMIT ? null : event });
      } else if (statusCode === 200) this.#listeners.heard(event, answer);
    });
  }

  request(event: string, data: unknown): Promise<Reply> {
    if (this.over) return Promise.reject(new Error(`${event}: the connection has ended`));
    const url = routeOf(REQUEST_ROUTES, event);
    return new Promise((resolve, reject) => {
      const late = new Error(`${event}: no reply within ${REPLY_MS / 1_000} s`);
      const timer = setTimeout(() => reject(late), REPLY_MS);
      this.#connection.post(url, wrap(data), (answer, { statusCode }: Answer) => {
        clearTimeout(timer);
        if (statusCode === 0) reject(new Error(`${event}: the connection ended before the reply`));
        else resolve({ ok: !isRefused(statusCode), ...(answer as object) } as Reply);
      });
    });
  }

  async close(): Promise<void> {
    if (this.over) return;
    const { _raw: connection } = this.#connection;
    if (this.isLost) {
      connection.disconnect();
      this.closed('closed by the client');
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, END_MS);
      connection.io.engine.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      connection.disconnect();
    });
  }

  /** Goes past the encoding of packets; the engine below it carries any text. */
  raw(text: string): void {
    this.#connection._raw.io.engine.write(text);
  }
}

/** Opens connections over Socket.IO's transport `name`, and no other. */
export function openSocket(name: string): Opener {
  return (base, timeout, { reconnect = false }) => {
    const connection = sails.connect(new URL(base).origin, {
      transports: [name],
      multiplex: false,
      reconnection: reconnect,
    });
    let isOpen = false;
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        // Later the library tells of attempts that failed in the same way.
        if (isOpen) return;
        connection._raw.disconnect();
        reject(error);
      };
      timeout.addEventListener('abort', () => fail(timeout.reason));
      connection.on('connect_error', fail);
      connection.on('connect', () => {
        if (isOpen) return;
        const used = connection._raw.io.engine.transport.name;
        if (used === name) {
          isOpen = true;
          resolve(new SailsSocket(connection, reconnect));
        } else fail(new Error(`the framework uses ${used}`));
      });
    });
  };
}
