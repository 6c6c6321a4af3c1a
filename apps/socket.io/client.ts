/** The client of Socket.IO, in browsers and in Node, for every app whose server is Socket.IO's. */
import type { Socket as ClientSocket, io as connectTo } from 'socket.io-client';
import { Continuity } from '../../kits/client/continuity.ts';
import { EarlyEvents } from '../../kits/client/early-events.ts';
import { reasonOf } from '../../kits/client/reason.ts';
import type { Adapter, ConnectOptions, Reply, Socket, Transport } from '../../protocol/socket.ts';

/** The framework's names of its transports. */
const TRANSPORTS: Record<string, Transport> = { websocket: 'websocket', polling: 'long-polling' };
const CONNECT_MS = 20_000;
const REPLY_MS = 20_000;
/** The time limit for the library to end a connection, ms. */
const END_MS = 5_000;

// biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
type Handler = (data: any) => void;

class SocketIoSocket extends Continuity implements Socket {
  readonly #socket: ClientSocket;
  readonly #early: EarlyEvents;

  /** @param comesBack the library connects again when the connection is lost */
  constructor(socket: ClientSocket, comesBack: boolean) {
    super();
    this.#socket = socket;
    const keep = (event: string, data: unknown) => this.#early.hold(event, data);
    this.#early = new EarlyEvents(
      (event, data) => {
        for (const listener of socket.listeners(event)) listener(data);
      },
      () => socket.offAny(keep),
    );
    socket.onAny(keep);
    socket.on('disconnect', (reason, details) => {
      const why = details === undefined ? reason : `${reason}: ${reasonOf(details)}`;
      // Of a connection that the server ended on purpose, the library leaves it to its user to connect again.
      if (comesBack && socket.active) this.lost(why);
      else this.closed(why);
    });
    socket.on('connect', () => this.back(socket.recovered ? 'recovered' : 'new'));
    socket.io.on('reconnect_attempt', () => this.attempt());
  }

  get transport(): Transport {
    return TRANSPORTS[this.#socket.io.engine.transport.name]!;
  }

  on(event: string, handler: Handler): void {
    this.#socket.on(event, handler);
    this.#early.release();
  }

  emit(event: string, data: unknown): void {
    // The library would keep what is sent after the end for a reconnection, which never comes.
    if (!this.over) this.#socket.emit(event, data);
  }

  /** Asks by a plain acknowledgement, which every version 4 has: its own timeouts came with 4.4, and its promises with 4.6. */
  request(event: string, data: unknown): Promise<Reply> {
    const socket = this.#socket;
    if (!socket.connected) return Promise.reject(new Error(`${event}: the connection has ended`));
    return new Promise((resolve, reject) => {
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        socket.off('disconnect', ended);
        then();
      };
      const fail = (why: string) => settle(() => reject(new Error(`${event}: ${why}`)));
      const ended = (reason: string) => fail(`the connection ended before the reply: ${reason}`);
      const timer = setTimeout(() => fail(`no reply within ${REPLY_MS / 1_000} s`), REPLY_MS);
      socket.once('disconnect', ended);
      socket.emit(event, data, (reply: Reply) => settle(() => resolve(reply)));
    });
  }

  async close(): Promise<void> {
    if (this.over) return;
    if (this.isLost) {
      this.#socket.disconnect();
      this.closed('closed by the client');
      return;
    }
    const { engine } = this.#socket.io;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, END_MS);
      engine.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#socket.disconnect();
    });
  }

  /** Goes past the framework's packet encoding; the engine below it carries any text. */
  raw(text: string): void {
    this.#socket.io.engine.write(text);
  }
}

/**
 * The adapter of the app `id`.
 * @param io of the app's own socket.io-client, whose version may be another than that of other apps
 */
export function adapterOn(io: typeof connectTo, id: string): Adapter {
  return {
    id,
    transports: Object.values(TRANSPORTS),
    connect: (url, options) => connect(io, url, options),
    connectFreely: (url) => open(io, url, null, false),
  };
}

function connect(io: typeof connectTo, url: string, { transport, reconnect = false }: ConnectOptions): Promise<Socket> {
  const name = Object.keys(TRANSPORTS).find((key) => TRANSPORTS[key] === transport);
  if (name === undefined) return Promise.reject(new Error(`Socket.IO has no transport ${transport}`));
  return open(io, url, name, reconnect);
}

/** @param name null: the library begins with polling, and changes over if it can */
function open(io: typeof connectTo, url: string, name: string | null, reconnect: boolean): Promise<Socket> {
  const socket = io(url, {
    ...(name === null ? {} : { transports: [name], upgrade: false }),
    reconnection: reconnect,
    forceNew: true,
    timeout: CONNECT_MS,
    // In Node; browsers compress every message too where a server takes compressed ones.
    perMessageDeflate: { threshold: 0 },
  });
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      socket.disconnect();
      const over = name === null ? '' : ` over ${TRANSPORTS[name]}`;
      reject(new Error(`cannot connect to ${url}${over}: ${reason}`));
    };
    const timer = setTimeout(() => fail(`not connected after ${CONNECT_MS / 1_000} s`), CONNECT_MS);
    socket.once('connect_error', (error) => fail(reasonOf(error)));
    socket.once('connect', () => {
      const used = socket.io.engine.transport.name;
      if (name !== null && used !== name) return fail(`the framework uses ${used}`);
      clearTimeout(timer);
      socket.off('connect_error');
      resolve(new SocketIoSocket(socket, reconnect));
    });
  });
}
