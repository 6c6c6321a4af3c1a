/** A network cable for one browser: TCP connections to a server on this host, which can be cut and mended. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class Gate {
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  private constructor(private readonly target: number) {}

  /** Opens a gate to `target`, a port of 127.0.0.1. */
  static async to(target: number): Promise<Gate> {
    const gate = new Gate(target);
    await gate.mend();
    return gate;
  }

  /** Origin to connect to in the server's stead. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Lets connections through (again), on the same port as before. */
  async mend(): Promise<void> {
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

  #join(client: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
