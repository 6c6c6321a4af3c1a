/** A server's port, reached through this process, which counts the bytes of both directions. */
import { type AddressInfo, connect, createServer, type Server as Listener, type Socket } from 'node:net';
import type { Server } from '../../setup/apps/places/server-process.ts';

/** TCP payload, with the framing of WebSocket and HTTP. */
export interface Bytes {
  toServer: number;
  toClients: number;
}

export class CountingPipe {
  readonly #counted: Bytes = { toServer: 0, toClients: 0 };
  readonly #sockets = new Set<Socket>();
  readonly #listener: Listener;

  private constructor(port: number) {
    this.#listener = createServer({ noDelay: true }, (client) => {
      const server = connect({ host: '127.0.0.1', port, noDelay: true });
      client.on('data', ({ length }) => {
        this.#counted.toServer += length;
      });
      server.on('data', ({ length }) => {
        this.#counted.toClients += length;
      });
      client.pipe(server);
      server.pipe(client);
      const end = () => {
        for (const socket of [client, server]) socket.destroy();
      };
      for (const socket of [client, server]) {
        this.#sockets.add(socket);
        socket.on('error', end).on('close', () => {
          this.#sockets.delete(socket);
          end();
        });
      }
    });
  }

  static async to({ port }: Pick<Server, 'port'>): Promise<CountingPipe> {
    const pipe = new CountingPipe(port);
    await new Promise<void>((resolve) => pipe.#listener.listen(0, '127.0.0.1', resolve));
    return pipe;
  }

  /** The URL where clients connect instead of to the server. */
  get url(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** The bytes so far. */
  get counted(): Bytes {
    return { ...this.#counted };
  }

  stop(): void {
    this.#listener.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
