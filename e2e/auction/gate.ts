/**
 * A network cable for one browser, which can be cut and mended. It is a SOCKS proxy (version 5, RFC 1928) that the browser makes all its
 * connections through, so that it is cut off from the app whatever ports the app's page connects to.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const VERSION = 5;
const CONNECT = 1;
/** No authentication, of the methods there are. */
const WELCOME = Buffer.from([VERSION, 0]);
const GRANTED = 0;
const REFUSED = 5;
const answer = (code: number): Buffer => Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);

interface Destination {
  host: string;
  port: number;
}

export class Gate {
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  /** Opens a gate on a port of 127.0.0.1. */
  static async open(): Promise<Gate> {
    const gate = new Gate();
    await gate.mend();
    return gate;
  }

  /** `127.0.0.1:port` of the proxy. */
  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Lets connections through (again), on the same port as before. */
  async mend(): Promise<void> {
    if (this.#server !== null) return;
    const server = createServer((client) => this.#join(client));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends all connections and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }

  async #join(client: Socket): Promise<void> {
    this.#keep(client);
    try {
      const server = connect(await destinationOf(client));
      this.#keep(server);
      client.on('close', () => server.destroy());
      await once(server, 'connect').catch((error) => {
        client.end(answer(REFUSED));
        throw error;
      });
      server.on('close', () => client.destroy());
      client.write(answer(GRANTED));
      client.pipe(server).pipe(client);
    } catch {
      // Nobody listens there, or this was no request: the browser knows by now.
      client.end();
    }
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

/** The destination that a newly connected client asks for. @throws Error when the client names none */
async function destinationOf(client: Socket): Promise<Destination> {
  const [version, methods] = await bytes(client, 2);
  if (version !== VERSION) throw new Error('not SOCKS 5');
  await bytes(client, methods!);
  client.write(WELCOME);
  const [, command, , kind] = await bytes(client, 4);
  if (command !== CONNECT) throw new Error('not a connection');
  const host = await hostOf(client, kind!);
  return { host, port: (await bytes(client, 2)).readUInt16BE() };
}

/** @param kind 1: IPv4, 3: a name, 4: IPv6 */
async function hostOf(client: Socket, kind: number): Promise<string> {
  if (kind === 1) return [...(await bytes(client, 4))].join('.');
  if (kind === 3) return String(await bytes(client, (await bytes(client, 1))[0]!));
  const address = await bytes(client, 16);
  return Array.from({ length: 8 }, (_, part) => address.readUInt16BE(2 * part).toString(16)).join(':');
}

/** The next `count` bytes that come. */
async function bytes(socket: Socket, count: number): Promise<Buffer> {
  const closed = once(socket, 'close').then(() => {
    throw new Error('the client has gone');
  });
  closed.catch(() => {});
  for (;;) {
    const read = socket.read(count) as Buffer | null;
    if (read?.length === count) return read;
    await Promise.race([once(socket, 'readable'), closed]);
  }
}
