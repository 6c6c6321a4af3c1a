/** Stands between an app's own client and its server, records what the client says, and can keep the answers from it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { FrameReader, OPCODE } from './frames.ts';
import { isUpgrade, type RawRequest, RequestReader } from './requests.ts';

/** A WebSocket that was opened, and what the client said over it. */
export interface RecordedWebSocket {
  handshake: RawRequest;
  /** Payloads of its text frames, in order. */
  texts: string[];
}

export class Recorder {
  readonly requests: RawRequest[] = [];
  readonly webSockets: RecordedWebSocket[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #muted = false;

  private constructor(serverPort: number) {
    this.#server = createServer((client) => this.#accept(client, connect(serverPort, '127.0.0.1')));
  }

  /** @param serverPort of the server on 127.0.0.1 that it stands before */
  static async start(serverPort: number): Promise<Recorder> {
    const recorder = new Recorder(serverPort);
    recorder.#server.listen(0, '127.0.0.1');
    await once(recorder.#server, 'listening');
    return recorder;
  }

  /** The URL where clients connect instead of to the server. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on the client hears nothing more: it is not what is tested. */
  mute(): void {
    this.#muted = true;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(client: Socket, server: Socket): void {
    let webSocket: RecordedWebSocket | null = null;
    const frames = new FrameReader();
    const reader = new RequestReader(
      (request) => {
        if (!isUpgrade(request)) {
          this.requests.push(request);
          return;
        }
        webSocket = { handshake: request, texts: [] };
        this.webSockets.push(webSocket);
      },
      (bytes) => {
        for (const { opcode, payload } of frames.push(bytes)) {
          if (opcode === OPCODE.text) webSocket?.texts.push(payload.toString());
        }
      },
    );
    client.on('data', (bytes) => {
      if (this.#muted) return;
      reader.push(bytes);
      server.write(bytes);
    });
    server.on('data', (bytes) => this.#muted || client.write(bytes));
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          this.#sockets.delete(socket);
          if (!this.#muted) other.destroy();
        });
    }
  }
}
