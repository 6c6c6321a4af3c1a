/**
 * The broker's side of the Adapter Remoting Infrastructure: three ports to which the adapters of one Adapter Set connect. A
 * metadata adapter has one connection; a data adapter has two, one for requests and one for events. They make one set: when
 * one connection ends the others are ended too, and the adapters come back together.
 */

import { createServer, type Server, type Socket } from 'node:net';
import type { AdapterSet, DataListener } from '../adapters.ts';
import { AdapterConnection, ROLE_NAMES, type Role } from './adapter-connection.ts';
import { ARI_LIMITS, type AriLimits } from './limits.ts';
import { OftenSaid } from './often-said.ts';
import { RemoteData } from './remote-data.ts';
import { RemoteMetadata } from './remote-metadata.ts';

export interface AdapterPorts {
  readonly metadata: number;
  readonly data: number;
  readonly notify: number;
}

export interface ListenOptions {
  /** Of the Adapter Set. */
  readonly name: string;
  /** Of its data adapter. */
  readonly dataName?: string;
  /** A loopback address: what connects is not asked who it is. */
  readonly host: string;
  /** 0 or left out: any free one. */
  readonly ports?: Partial<AdapterPorts>;
  /** Hears one sentence at a time. */
  readonly log: (sentence: string) => void;
  readonly limits?: Partial<AriLimits>;
}

type SetListener = Parameters<AdapterSet['listen']>[0];

/** The connections that came together and go together. */
class ConnectedSet {
  readonly connections = new Map<Role, AdapterConnection>();
  pairing: NodeJS.Timeout | null = null;
  isReady = false;
  isLost = false;
}

const ROLES: readonly Role[] = ['metadata', 'data', 'notify'];
/** Per port: one that is in use, and some that are being refused. */
const MAX_CONNECTIONS = 16;

/** Resolves when all three ports are open. Rejects with the system's error when one cannot be opened. */
export async function listenForAdapters(options: ListenOptions): Promise<AdapterServer> {
  const server = new AdapterServer(options);
  await server.open(options);
  return server;
}

export class AdapterServer implements AdapterSet {
  readonly name: string;
  readonly metadata: RemoteMetadata;
  readonly data: RemoteData;
  readonly #limits: AriLimits;
  readonly #log: (sentence: string) => void;
  readonly #servers = new Map<Role, Server>();
  readonly #refused = new Set<AdapterConnection>();
  #ports: AdapterPorts = { metadata: 0, data: 0, notify: 0 };
  #listener: SetListener | null = null;
  #set = new ConnectedSet();
  #closing: Promise<void> | null = null;

  constructor(options: ListenOptions) {
    this.name = options.name;
    this.#log = options.log;
    this.#limits = { ...ARI_LIMITS, ...options.limits };
    const stray = new OftenSaid((n) => this.#log(`left out ${n} answers of adapters that nobody waited for any more`));
    const reports = {
      stray: () => stray.count(),
      late: new OftenSaid((n) => this.#log(`left out ${n} events of subscriptions that had ended`)),
      unreadable: new OftenSaid((n) =>
        this.#log(`left out ${n} events in the forms UD1 and UD2, which are not read here`),
      ),
    };
    this.metadata = new RemoteMetadata(options.name, this.#limits, reports.stray);
    this.data = new RemoteData(options.name, options.dataName ?? 'DEFAULT', this.#limits, reports);
  }

  /** Where adapters connect. */
  get ports(): AdapterPorts {
    return this.#ports;
  }

  async open(options: ListenOptions): Promise<void> {
    const ports = { metadata: 0, data: 0, notify: 0, ...options.ports };
    try {
      for (const role of ROLES) ports[role] = await this.#open(role, options.host, ports[role]);
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#ports = ports;
  }

  /** Adapters may be there already: then `back` is told next. Before the first `back` there is no `gone`. */
  listen(listener: SetListener): void {
    this.#listener = listener;
    this.data.listen(listener satisfies DataListener);
    const set = this.#set;
    if (!set.isReady) return;
    queueMicrotask(() => {
      if (!set.isLost) listener.back();
    });
  }

  /** Ends all connections, with the reason where adapters want it, and the ports. What waits is rejected. */
  close(): Promise<void> {
    this.#closing ??= this.#close('the broker stops');
    return this.#closing;
  }

  async #close(reason: string): Promise<void> {
    const set = this.#set;
    set.isLost = true;
    this.metadata.end(reason);
    this.data.end(reason);
    if (set.pairing !== null) clearTimeout(set.pairing);
    const connections = [...set.connections.values(), ...this.#refused];
    const ports = Array.from(this.#servers.values(), (server) => new Promise((resolve) => server.close(resolve)));
    await Promise.all([...connections.map((connection) => connection.close(reason)), ...ports]);
  }

  #open(role: Role, host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const server = createServer((socket) => this.#accept(role, socket));
      server.maxConnections = MAX_CONNECTIONS;
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        server.on('error', (error) => this.#log(`the port for ${ROLE_NAMES[role]} has trouble: ${error.message}`));
        this.#servers.set(role, server);
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
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
    const connection = new AdapterConnection(socket, role, this.#limits, {
      line: (tokens) => {
        if (role === 'metadata') this.metadata.answered(tokens);
        else if (role === 'data') this.data.answered(tokens);
        else this.data.notified(tokens);
      },
      chunk: () => {
        if (role === 'notify') this.data.flush();
      },
      credentials: () => {},
      ended: (reason) => this.#lose(set, reason),
    });
    set.connections.set(role, connection);
    if (role === 'metadata') {
      void this.#begin(set, ROLE_NAMES.metadata, this.metadata.begin(connection));
      return;
    }
    const requestStream = set.connections.get('data');
    const notificationStream = set.connections.get('notify');
    if (requestStream === undefined || notificationStream === undefined) {
      const missing = ROLE_NAMES[role === 'data' ? 'notify' : 'data'];
      const seconds = this.#limits.answerMillis / 1000;
      const lose = () => this.#lose(set, `${missing} did not come within ${seconds} s`);
      set.pairing = setTimeout(lose, this.#limits.answerMillis);
      return;
    }
    if (set.pairing !== null) clearTimeout(set.pairing);
    void this.#begin(set, 'the data adapter', this.data.begin(requestStream, notificationStream));
  }

  async #begin(set: ConnectedSet, adapter: string, beginning: Promise<void>): Promise<void> {
    try {
      await beginning;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#lose(set, `${adapter} could not be initialised: ${why}`);
      return;
    }
    if (set.isLost || !this.metadata.ready || !this.data.ready) return;
    set.isReady = true;
    this.#listener?.back();
  }

  #lose(set: ConnectedSet, reason: string): void {
    if (set.isLost) return;
    set.isLost = true;
    this.#set = new ConnectedSet();
    if (set.pairing !== null) clearTimeout(set.pairing);
    for (const connection of set.connections.values()) void connection.close(reason);
    this.metadata.end(reason);
    this.data.end(reason);
    if (set.isReady) this.#listener?.gone(reason);
    else this.#log(`an adapter was lost before both were ready: ${reason}`);
  }

  /** Waits for its credentials: only they say whether it understands why it is sent away. */
  #refuse(role: Role, socket: Socket): void {
    const reason = `${ROLE_NAMES[role]} is connected already; another one is not taken`;
    this.#log(reason);
    const refuse = () => {
      clearTimeout(timer);
      this.#refused.delete(connection);
      void connection.close(reason);
    };
    const timer = setTimeout(refuse, this.#limits.closeMillis);
    const connection = new AdapterConnection(socket, role, this.#limits, {
      line: refuse,
      chunk: () => {},
      credentials: refuse,
      ended: refuse,
    });
    this.#refused.add(connection);
  }
}
