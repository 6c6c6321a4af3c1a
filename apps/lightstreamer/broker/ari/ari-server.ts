/**
 * The broker's side of the Adapter Remoting Infrastructure: three ports to which the adapters of one Adapter Set connect. A
 * metadata adapter has one connection; a data adapter has two, one for requests and one for events. They make one set: when
 * one connection ends the others are ended too, and the adapters come back together.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { AdapterSet, DataListener } from '../adapters.ts';
import { AdapterConnection, ROLE_NAMES, type Role } from './adapter-connection.ts';
import { ARI_LIMITS, type AriLimits } from './limits.ts';
import { RemoteData } from './remote-data.ts';
import { RemoteMetadata } from './remote-metadata.ts';
import { Requests } from './requests.ts';

export type AdapterPorts = Readonly<Record<Role, number>>;

/** The adapters whose connections come together and go together. */
interface ConnectedSet {
  readonly connections: Map<Role, AdapterConnection>;
  /** Requests per adapter, by the stream that carries them. */
  readonly requests: { readonly metadata: Requests; readonly data: Requests };
  readonly metadata: RemoteMetadata;
  readonly data: RemoteData;
  /** Ends the set when the data adapter's second stream does not come. */
  pairing: NodeJS.Timeout | undefined;
  isReady: boolean;
  isLost: boolean;
}

const ROLES: readonly Role[] = ['metadata', 'data', 'notify'];
/** Adapters are not authenticated, so they connect from this machine only. */
const HOST = '127.0.0.1';
/** Most connections per port: the one in use, and some that are being refused. */
const MAX_CONNECTIONS = 16;

export class AdapterServer implements AdapterSet {
  readonly name: string;
  readonly #limits: AriLimits;
  readonly #log: (sentence: string) => void;
  readonly #servers: Server[] = [];
  readonly #ports: Record<Role, number> = { metadata: 0, data: 0, notify: 0 };
  #listener!: DataListener;
  #gone!: () => void;
  #set!: ConnectedSet;
  #closing: Promise<void> | null = null;

  /** @param name of the Adapter Set, @param log gets one sentence at a time */
  constructor(name: string, log: (sentence: string) => void, limits: Partial<AriLimits> = {}) {
    this.name = name;
    this.#log = log;
    this.#limits = { ...ARI_LIMITS, ...limits };
  }

  get metadata(): RemoteMetadata {
    return this.#set.metadata;
  }

  get data(): RemoteData {
    return this.#set.data;
  }

  /** The ports that adapters connect to. */
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

  listen(data: DataListener, gone: () => void): void {
    this.#listener = data;
    this.#gone = gone;
    this.#set = this.#newSet();
  }

  /** Ends all connections, with the reason where adapters read it, and the ports. Requests that wait are rejected. */
  close(): Promise<void> {
    this.#closing ??= this.#close('the broker stops');
    return this.#closing;
  }

  async #close(reason: string): Promise<void> {
    const ports = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    await Promise.all([...this.#endSet(this.#set, reason), ...ports]);
  }

  #newSet(): ConnectedSet {
    const overdue = (reason: string) => this.#lose(set, reason);
    const requests = {
      metadata: new Requests('the metadata adapter', this.#limits, overdue),
      data: new Requests('the data adapter', this.#limits, overdue),
    };
    const set: ConnectedSet = {
      connections: new Map(),
      requests,
      metadata: new RemoteMetadata(requests.metadata),
      data: new RemoteData(requests.data, this.#listener, this.#log),
      pairing: undefined,
      isReady: false,
      isLost: false,
    };
    return set;
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
        if (role === 'notify') set.data.notified(tokens);
        else set.requests[role].answer(tokens);
      },
      chunk: () => {
        if (role === 'notify') this.#listener.flush();
      },
      ended: (reason) => this.#lose(set, reason),
    });
    set.connections.set(role, connection);
    const names = { 'adapters_conf.id': this.name };
    if (role === 'metadata') {
      void this.#begin(set, ROLE_NAMES.metadata, set.requests.metadata.initialise(connection, 'MPI', names));
      return;
    }
    const requestStream = set.connections.get('data');
    if (requestStream === undefined || !set.connections.has('notify')) {
      const { answerMillis } = this.#limits;
      const reason = `${ROLE_NAMES[role === 'data' ? 'notify' : 'data']} did not come within ${answerMillis / 1000} s`;
      set.pairing = setTimeout(() => this.#lose(set, reason), answerMillis);
      return;
    }
    clearTimeout(set.pairing);
    const beginning = set.requests.data.initialise(requestStream, 'DPI', { ...names, 'data_provider.name': 'DEFAULT' });
    void this.#begin(set, 'the data adapter', beginning);
  }

  async #begin(set: ConnectedSet, adapter: string, beginning: Promise<void>): Promise<void> {
    try {
      await beginning;
    } catch (error) {
      this.#lose(set, `${adapter} could not be initialised: ${(error as Error).message}`);
      return;
    }
    const { metadata, data } = set.requests;
    if (set.isLost || !metadata.isInitialised || !data.isInitialised) return;
    set.isReady = true;
    metadata.open();
    data.open();
    this.#log('the adapters are connected');
  }

  #lose(set: ConnectedSet, reason: string): void {
    if (set.isLost) return;
    this.#set = this.#newSet();
    this.#endSet(set, reason);
    this.#log(`the adapters are gone${set.isReady ? '' : ' before both were ready'}: ${reason}`);
    if (set.isReady) this.#gone();
  }

  /** Resolves when the connections are closed. */
  #endSet(set: ConnectedSet, reason: string): Promise<void>[] {
    set.isLost = true;
    clearTimeout(set.pairing);
    for (const requests of Object.values(set.requests)) requests.end(reason);
    return Array.from(set.connections.values(), (connection) => connection.close(reason));
  }

  #refuse(role: Role, socket: Socket): void {
    const reason = `${ROLE_NAMES[role]} is connected already; another one is not taken`;
    this.#log(reason);
    const events = { line() {}, chunk() {}, ended() {} };
    void new AdapterConnection(socket, role, this.#limits, events).close(reason);
  }
}
