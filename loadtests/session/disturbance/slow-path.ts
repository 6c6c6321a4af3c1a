/**
 * The way of one client to the server, which can stop taking what the server sends: a relay in this process that reads no more, so that the kernel
 * closes the window of its connections (RFC 9293, 3.8.6). What the client sends goes on.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { monotonicMs } from '../../../system/monotonic.ts';
import type { Change, SlowClient } from '../../scenarios/disturbance-script.ts';

const PIECE_BYTES = 65_536;

export class SlowPath implements SlowClient {
  readonly #server: Server;
  /** The connections to the server, each with that of the client. */
  readonly #open = new Map<Socket, Socket>();
  #isHeld = false;

  private constructor(private readonly serverPort: number) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#relay(client));
  }

  /** @param serverPort on this machine's loopback */
  static async to(serverPort: number): Promise<SlowPath> {
    const path = new SlowPath(serverPort);
    path.#server.listen(0, '127.0.0.1');
    await once(path.#server, 'listening');
    return path;
  }

  /** The port that the client connects to. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async hold(): Promise<Change> {
    const from = monotonicMs();
    this.#isHeld = true;
    for (const server of this.#open.keys()) server.pause();
    return { from, to: monotonicMs() };
  }

  async release(): Promise<Change> {
    const from = monotonicMs();
    this.#isHeld = false;
    for (const [server, client] of this.#open) if (!client.writableNeedDrain) server.resume();
    return { from, to: monotonicMs() };
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const [server, client] of this.#open) {
      server.destroy();
      client.destroy();
    }
    await closed;
  }

  #relay(client: Socket): void {
    const server = connect({
      ...{ host: '127.0.0.1', port: this.serverPort, allowHalfOpen: true, noDelay: true },
      // With a buffer of its own a connection that is paused is not read at all; otherwise Node.js would read some more.
      onread: {
        buffer: Buffer.allocUnsafe(PIECE_BYTES),
        callback: (bytes, buffer) => client.write(Buffer.from(buffer.subarray(0, bytes))) && !this.#isHeld,
      },
    });
    this.#open.set(server, client);
    if (this.#isHeld) server.pause();
    server.once('connect', () => this.#isHeld && server.pause());
    client.on('drain', () => this.#isHeld || server.resume());
    server.on('end', () => client.end());
    client.pipe(server);
    const end = (): void => {
      this.#open.delete(server);
      server.destroy();
      client.destroy();
    };
    for (const socket of [server, client]) socket.on('error', end).on('close', end);
  }
}
