/** A connection over Socket.IO, by Feathers' client for it. */
import { feathers } from '@feathersjs/feathers';
import socketioClient from '@feathersjs/socketio-client';
import { type Socket as Connection, io } from 'socket.io-client';
import type { Opener } from '../../kits/client/adapter.ts';
import { Continuity } from '../../kits/client/continuity.ts';
import { Listeners } from '../../kits/client/listeners.ts';
import { reasonOf } from '../../kits/client/reason.ts';
import type { Reply, Socket, Transport } from '../../protocol/socket.ts';
import { type Client, callOfEvent, callOfRequest } from './calls.ts';
import { refusalOf } from './refusals.ts';
import { ROOM_METHODS, type Services, TOLD } from './services.ts';

/** Socket.IO's names of the transports. */
const TRANSPORTS: Record<string, Transport> = { websocket: 'websocket', polling: 'long-polling' };
/** The time limit of an answer, ms. */
const REPLY_MS = 20_000;
/** The time limit for the library to end a connection, ms. */
const END_MS = 5_000;
/** A longer name of an event is not repeated in what refuses it. */
const NAME_LIMIT = 100;

/** The library's client that carries an application's calls over one connection. */
type Carrier = ReturnType<typeof socketioClient<Services>>;

function clientOver(carrier: Carrier): Client {
  const client: Client = feathers().configure(carrier);
  client.use('room', carrier.service('room'), { methods: [...ROOM_METHODS] });
  return client;
}

class FeathersSocket extends Continuity implements Socket {
  readonly #connection: Connection;
  readonly #carrier: Carrier;
  /** Made by the first call: with its one service it is some 55 KB, and a client that only listens calls nothing. */
  #client: Client | null = null;
  readonly #listeners = new Listeners();

  /** @param comesBack Socket.IO connects again when the connection is lost */
  constructor(connection: Connection, comesBack: boolean) {
    super();
    this.#connection = connection;
    this.#carrier = socketioClient<Services>(connection);
    // Not the application's services: each of those is some 40 KB, and of most clients only the room's is ever called.
    const services = new Map(Object.values(TOLD).map(([path]) => [path, this.#carrier.service(path)]));
    for (const [event, [path, name]] of Object.entries(TOLD)) {
      services.get(path)!.on(name, (data: unknown) => this.#listeners.heard(event, data));
    }
    connection.on('disconnect', (reason, details) => {
      const why = details === undefined ? reason : `${reason}: ${reasonOf(details)}`;
      // Of a connection that the server ended on purpose, Socket.IO leaves it to its user to connect again.
      if (comesBack && connection.active) this.lost(why);
      else this.closed(why);
    });
    connection.on('connect', () => this.back('new'));
    connection.io.on('reconnect_attempt', () => this.attempt());
  }

  get transport(): Transport {
    return TRANSPORTS[this.#connection.io.engine.transport.name]!;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
  on(event: string, handler: (data: any) => void): void {
    this.#listeners.on(event, handler);
  }

  emit(event: string, data: unknown): void {
    // Socket.IO would keep what is sent after the end for a reconnection, which never comes.
    if (this.over) return;
    callOfEvent(event)(this.#calling(), data).then(
      (answer) => answer !== null && this.#listeners.heard(event, answer),
      (error) => this.#failed(event, error),
    );
  }

  async request(event: string, data: unknown): Promise<Reply> {
    if (this.over) throw new Error(`${event}: the connection has ended`);
    try {
      return { ok: true, ...(await callOfRequest(event)(this.#calling(), data)) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return refusal;
    }
  }

  async close(): Promise<void> {
    if (this.over) return;
    if (this.isLost) {
      this.#connection.disconnect();
      this.closed('closed by the client');
      return;
    }
    const { engine } = this.#connection.io;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, END_MS);
      engine.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#connection.disconnect();
    });
  }

  /** Goes past the encoding of packets; the engine below it carries any text. */
  raw(text: string): void {
    this.#connection.io.engine.write(text);
  }

  #calling(): Client {
    this.#client ??= clientOver(this.#carrier);
    return this.#client;
  }

  /** A refusal is the answer to an event that was refused. Without an answer the connection has ended, and is told of by that. */
  #failed(event: string, error: unknown): void {
    const refusal = refusalOf(error);
    if (refusal === null) return;
    const { code, reason } = refusal;
    this.#listeners.heard('refused', { event: event.length > NAME_LIMIT ? null : event, code, reason });
  }
}

/** Opens connections over Socket.IO's transport `name`, and no other. */
export function openSocket(name: string): Opener {
  return (base, timeout, { reconnect = false }) => {
    const connection = io(new URL(base).origin, {
      transports: [name],
      upgrade: false,
      reconnection: reconnect,
      forceNew: true,
      ackTimeout: REPLY_MS,
    });
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        connection.disconnect();
        reject(error);
      };
      timeout.addEventListener('abort', () => fail(timeout.reason));
      connection.once('connect_error', fail);
      connection.once('connect', () => {
        connection.off('connect_error', fail);
        const used = connection.io.engine.transport.name;
        if (used === name) resolve(new FeathersSocket(connection, reconnect));
        else fail(new Error(`the framework uses ${used}`));
      });
    });
  };
}
