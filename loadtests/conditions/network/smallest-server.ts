/**
 * The smallest server there is, and what one client of it finds out about the way between them: how long a byte takes there and back, and
 * how many bytes a second go either way. Both are in this process, so that both ends of a transfer read one clock.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const LOOPBACK = '127.0.0.1';
const BITS = 8;

/** The purpose of a connection: the first byte that a client sends on it. Of all but an echo, a number of bytes (32 bits) follows. */
const ECHO = 1;
const SEND = 2;
const TAKE = 3;
const HEAD_BYTES = 5;
/** Nothing that is measured here takes as long, however slow the network, ms. */
const PATIENCE_MS = 60_000;

export class SmallestServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The callback that gets the rate of the next upload. */
  #uploaded: ((kbit: number) => void) | null = null;

  private constructor() {
    this.#server = createServer({ noDelay: true }, (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
      socket.once('data', (head) => this.#serve(socket, head));
    });
  }

  static async start(): Promise<SmallestServer> {
    const one = new SmallestServer();
    await new Promise<void>((resolve, reject) => {
      one.#server.once('error', reject);
      one.#server.listen(0, LOOPBACK, resolve);
    });
    return one;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** So many round trips of one byte, one after the other, with the server behind `port`. @returns ms each */
  async roundTrips(port: number, times: number): Promise<number[]> {
    return this.#over(port, ECHO, 0, async (socket) => {
      const taken: number[] = [];
      for (let n = 0; n < times; n++) {
        const sent = performance.now();
        socket.write(Buffer.of(n));
        await once(socket);
        taken.push(performance.now() - sent);
      }
      return taken;
    });
  }

  /** @returns kbit/s at which `bytes` came from the server */
  download(port: number, bytes: number): Promise<number> {
    return this.#over(port, SEND, bytes, (socket) => arrival(socket, bytes));
  }

  /** @returns kbit/s at which `bytes` came to the server */
  upload(port: number, bytes: number): Promise<number> {
    return this.#over(port, TAKE, bytes, async (socket) => {
      const uploaded = new Promise<number>((resolve) => {
        this.#uploaded = resolve;
      });
      await once(socket); // it is ready
      socket.write(Buffer.alloc(bytes));
      return uploaded;
    });
  }

  #serve(socket: Socket, head: Buffer): void {
    const bytes = head.readUInt32BE(1);
    if (head[0] === ECHO) {
      socket.on('data', (data) => socket.write(data));
      socket.write(Buffer.of(0));
    } else if (head[0] === SEND) {
      socket.write(Buffer.alloc(bytes));
    } else {
      arrival(socket, bytes).then(
        (kbit) => this.#uploaded?.(kbit),
        () => {}, // the uploader gets the error too
      );
      socket.write(Buffer.of(0));
    }
  }

  /** Does something over one connection, and rejects when that ends first or takes a minute. */
  async #over<T>(port: number, kind: number, bytes: number, act: (socket: Socket) => Promise<T>): Promise<T> {
    const socket = connect({ port, host: LOOPBACK, noDelay: true });
    let timer: NodeJS.Timeout | undefined;
    const failed = new Promise<never>((_, reject) => {
      socket.once('error', reject).once('close', () => reject(new Error('the connection ended')));
      timer = setTimeout(() => reject(new Error(`no end within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
    });
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      head[0] = kind;
      head.writeUInt32BE(bytes, 1);
      socket.write(head);
      // An echo begins when the server has said that it is there: what connecting takes is no part of it.
      if (kind === ECHO) await Promise.race([once(socket), failed]);
      return await Promise.race([act(socket), failed]);
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  }
}

const once = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('data', () => resolve()));

/** Resolves with kbit/s when `bytes` have come: those after the first piece, over the time since it. */
function arrival(socket: Socket, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let first: { at: number; bytes: number } | null = null;
    let got = 0;
    socket.on('data', (data: Buffer) => {
      got += data.length;
      first ??= { at: performance.now(), bytes: got };
      if (got >= bytes) resolve(((got - first.bytes) * BITS) / (performance.now() - first.at));
    });
    socket.once('close', () => reject(new Error('the connection ended')));
  });
}
