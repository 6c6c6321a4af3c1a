/**
 * The broker's side of the Adapter Remoting Infrastructure: three ports to which the adapters of one Adapter Set connect. A
 * metadata adapter has one connection; a data adapter has two, one for requests and one for events. They make one set: when
 * one connection ends the others are ended too, and the adapters come back together.
 */

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { AdapterSet, DataListener, PresenceListener } from '../adapters.ts';
import { AdapterConnection, ROLE_NAMES, type Role } from './adapter-connection.ts';
import { CountedLog } from './counted-log.ts';
import { ARI_LIMITS, type AriLimits } from './limits.ts';
import { RemoteData } from './remote-data.ts';
import { RemoteMetadata } from './remote-metadata.ts';

export type AdapterPorts = Readonly<Record<Role, number>>;

/** The connections that came together and go together. */
class ConnectedSet {
  readonly connections = new Map<Role, AdapterConnection>();
  pairing: NodeJS.Timeout | undefined;
  isReady = false;
  isLost = false;
}

const ROLES: readonly Role[] = ['metadata', 'data', 'notify'];
/** Adapters are not authenticated, so they connect from this machine only. */
const HOST = '127.0.0.1';
/** Per port: the one in use, and some that are being refused. */
const MAX_CONNECTIONS = 16;

export class AdapterServer implements AdapterSet {
  readonly name: string;
  readonly metadata: RemoteMetadata;
  readonly data: RemoteData;
  readonly #limits: AriLimits;
  readonly #log: (sentence: string) => void;
  readonly #servers: Server[] = [];
  readonly #refused = new Set<AdapterConnection>();
  readonly #ports: Record<Role, number> = { metadata: 0, data: 0, notify: 0 };
  #presence: PresenceListener | null = null;
  #set = new ConnectedSet();
  #closing: Promise<void> | null = null;

  /** @param name of the Adapter Set, @param log gets one sentence at a time */
  constructor(name: string, log: (sentence: string) => void, limits: Partial<AriLimits> = {}) {
    this.name = name;
    this.#log = log;
    this.#limits = { ...ARI_LIMITS, ...limits };
    const skipped = (what: string) => new CountedLog((n) => log(`skipped ${n} ${what}`));
    const strays = skipped('answers to no request');
    const stray = () => strays.count();
    this.metadata = new RemoteMetadata(name, this.#limits, stray);
    this.data = new RemoteData(name, this.#limits, {
      stray,
      late: skipped('events of subscriptions that had ended'),
      unreadable: skipped('events in the forms UD1 and UD2, which this broker does not read'),
    });
  }

  /** Where adapters connect. */
  get ports(): AdapterPorts {
    return this.#ports;
  }

  /** Opens all three ports. Rejects with the system's error when one cannot be opened. */
  async open(): Promise<void> {
    for (const role of ROLES) {
      const server = createServer((socket) => this.#accept(role, socket));
      server.maxConnections = MAX_CONNECTIONS;
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
      server.on('error', (error) => this.#log(`the port for ${ROLE_NAMES[role]} has trouble: ${error.message}`));
      this.#servers.push(server);
      this.#ports[role] = (server.address() as AddressInfo).port;
    }
  }

  listen(data: DataListener, presence: PresenceListener): void {
    this.#presence = presence;
    this.data.listen(data);
  }

  /** Ends all connections, with the reason where adapters want it, and the ports. Requests that wait are rejected. */
  close(): Promise<void> {
    this.#closing ??= this.#close('the broker stops');
    return this.#closing;
  }

  async #close(reason: string): Promise<void> {
    const set = this.#set;
    set.isLost = true;
    this.metadata.end(reason);
    this.data.end(reason);
    clearTimeout(set.pairing);
    const connections = [...set.connections.values(), ...this.#refused];
    const ports = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    await Promise.all([...connections.map((connection) => connection.close(reason)), ...ports]);
  }

  #accept(role: Role, socket: Socket): void {
    if (this.#closing !== null) {
      socket.destroy();
      return;
    }
    socket.setNoDelay(true);
    const set = this.#set;
    if (set.connections.has(role)) this.#refuse(role, socket);
    else this.#admit(set, role, socket);
  }

  #admit(set: ConnectedSet, role: Role, socket: Socket): void {
    const lose = (reason: string) => this.#lose(set, reason);
    const connection = new AdapterConnection(socket, role, this.#limits, {
      line: (tokens) => {
        if (role === 'metadata') this.metadata.answered(tokens);
        else if (role === 'data') this.data.answered(tokens);
        else this.data.notified(tokens);
      },
      chunk: () => {
        if (role === 'notify') this.data.flush();
      },
      ended: lose,
    });
    set.connections.set(role, connection);
    if (role === 'metadata') {
      void this.#begin(set, ROLE_NAMES.metadata, this.metadata.begin(connection, lose));
      return;
    }
    const requestStream = set.connections.get('data');
    const notificationStream = set.connections.get('notify');
    if (requestStream === undefined || notificationStream === undefined) {
      const missing = ROLE_NAMES[role === 'data' ? 'notify' : 'data'];
      const { answerMillis } = this.#limits;
      const reason = `${missing} did not come within ${answerMillis / 1000} s`;
      set.pairing = setTimeout(() => lose(reason), answerMillis);
      return;
    }
    clearTimeout(set.pairing);
    void this.#begin(set, 'the data adapter', this.data.begin(requestStream, notificationStream, lose));
  }

  async #begin(set: ConnectedSet, adapter: string, beginning: Promise<void>): Promise<void> {
    try {
      await beginning;
    } catch (error) {
      this.#lose(set, `${adapter} could not be initialised: ${(error as Error).message}`);
      return;
    }
    if (set.isLost || !this.metadata.ready || !this.data.ready) return;
    set.isReady = true;
    this.#presence?.back();
  }

  #lose(set: ConnectedSet, reason: string): void {
    if (set.isLost) return;
    set.isLost = true;
    this.#set = new ConnectedSet();
    clearTimeout(set.pairing);
    for (const connection of set.connections.values()) void connection.close(reason);
    this.metadata.end(reason);
    this.data.end(reason);
    if (set.isReady) this.#presence?.gone(reason);
    else this.#log(`an adapter was lost before both were ready: ${reason}`);
  }

  /** Waits for the credentials, which say whether the adapter understands a close packet. */
  #refuse(role: Role, socket: Socket): void {
    const reason = `${ROLE_NAMES[role]} is connected already; another one is not taken`;
    this.#log(reason);
    const refuse = () => {
      clearTimeout(timer);
      this.#refused.delete(connection);
      void connection.close(reason);
    };
    const timer = setTimeout(refuse, this.#limits.closeMillis);
    const events = { line: refuse, chunk: () => {}, credentials: refuse, ended: refuse };
    const connection = new AdapterConnection(socket, role, this.#limits, events);
    this.#refused.add(connection);
  }
}
