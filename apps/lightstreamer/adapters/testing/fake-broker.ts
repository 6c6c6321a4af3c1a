/** A broker for tests, which sends the adapters what the test gives it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import type { AriAddress } from '../broker-link.ts';

/** One of the adapters' connections. */
export class Peer {
  readonly #socket: Socket;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;
  #lastId = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => {});
    this.#reader = createInterface({ input: socket });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** The next line that is no keepalive; null at the end. */
  async next(): Promise<string | null> {
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done) return null;
      if (value !== 'KEEPALIVE') return value;
    }
  }

  say(text: string): void {
    this.#socket.write(text);
  }

  /** Sends a request; the answer without its number. */
  async ask(request: string): Promise<string> {
    const id = `r${++this.#lastId}`;
    this.say(`${id}|${request}\n`);
    const answer = await this.next();
    if (!answer?.startsWith(`${id}|`)) throw new Error(`${request} was answered ${answer}`);
    return answer.slice(id.length + 1);
  }

  /** Takes nothing any more. */
  pause(): void {
    this.#reader.pause();
    this.#socket.pause();
  }

  end(): void {
    this.#reader.close();
    this.#socket.destroy();
  }
}

type Port = 'metadata' | 'data' | 'notify';

export class FakeBroker {
  readonly #servers: Record<Port, Server>;
  readonly #peers: Record<Port, Peer[]> = { metadata: [], data: [], notify: [] };
  readonly #waiting: Record<Port, ((peer: Peer) => void)[]> = { metadata: [], data: [], notify: [] };
  address!: AriAddress;

  private constructor() {
    const server = (port: Port) =>
      createServer((socket) => {
        const peer = new Peer(socket);
        const waiting = this.#waiting[port].shift();
        if (waiting) waiting(peer);
        else this.#peers[port].push(peer);
      });
    this.#servers = { metadata: server('metadata'), data: server('data'), notify: server('notify') };
  }

  static async listen(): Promise<FakeBroker> {
    const broker = new FakeBroker();
    const portOf = async (server: Server) => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    };
    const { metadata, data, notify } = broker.#servers;
    broker.address = {
      host: '127.0.0.1',
      metadata: await portOf(metadata),
      data: await portOf(data),
      notify: await portOf(notify),
    };
    return broker;
  }

  /** The next connection to `port`. */
  connection(port: Port): Promise<Peer> {
    const peer = this.#peers[port].shift();
    return peer ? Promise.resolve(peer) : new Promise((resolve) => this.#waiting[port].push(resolve));
  }

  /** True if there is an unexpected connection to `port`. */
  hasConnection(port: Port): boolean {
    return this.#peers[port].length > 0;
  }

  /** Lets both adapters connect as a broker does. */
  async adapters(): Promise<{ metadata: Peer; data: Peer; notify: Peer }> {
    const metadata = await this.connection('metadata');
    await metadata.next();
    await metadata.ask(`MPI|${INIT}`);
    const [data, notify] = await Promise.all([this.connection('data'), this.connection('notify')]);
    await Promise.all([data.next(), notify.next()]);
    await data.ask(`DPI|${INIT}`);
    return { metadata, data, notify };
  }

  close(): void {
    for (const server of Object.values(this.#servers)) server.close();
  }
}

export const INIT = 'S|ARI.version|S|1.8.3|S|keepalive_hint.millis|S|10000';
