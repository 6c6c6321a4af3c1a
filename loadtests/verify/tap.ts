/**
 * A tap stands between one client and a server. It can change what the client says, so that hostile text travels in the framework's own
 * form; it sees whether the server compresses; it can keep from the client what the server sends; and it can cut the connection.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { maskedFrames } from './masked-frames.ts';

/** Changes text that a client sends; what comes back has the same length, since lengths of HTTP bodies and frames are on their way already. */
export type Edit = (text: string) => string;

export interface Tap {
  /** Origin that the client connects to. */
  readonly url: string;
  /** Changes what clients send from now on. */
  edit: Edit;
  /** Offers compression as browsers do: a server that compresses by itself shows it then. Otherwise WebSockets offer none. */
  offersCompression: boolean;
  /** The number of pieces of text that `edit` has changed. */
  readonly edits: number;
  /** The header lines by which the server said that it compresses. */
  readonly compression: readonly string[];
  /** Bytes that have gone to clients. */
  readonly bytesToClients: number;
  /** Lets nothing more through to clients until {@link release}. */
  hold(): void;
  release(): void;
  /** The number of connections that clients have made, or tried to. */
  readonly attempts: number;
  /** Resolves when all that clients have made so far are counted. Only while it is cut. */
  haveAllCounted(): Promise<void>;
  /** Ends all connections, both ways, with what is held, and each new one at once until {@link mend}. */
  cut(): void;
  mend(): void;
  /** Has new connections go to `server`. */
  leadTo(server: Pick<Server, 'url' | 'port'>): void;
  close(): void;
}

/** Who has said all may still be told something. */
const HALF_OPEN = { allowHalfOpen: true };
const REQUEST = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/;
const EXTENSIONS = /\r\nsec-websocket-extensions:[^\r]*/i;
const UPGRADE = /\r\nupgrade: *websocket\r\n/i;
const COMPRESSION = /^(?:sec-websocket-extensions: .*deflate.*|content-encoding: (?!identity).*)$/gim;

/** Takes the offer to compress out of the head of a request for a WebSocket: frames that are compressed cannot be changed. */
const plain = (text: string): string => (UPGRADE.test(text) ? text.replace(EXTENSIONS, '') : text);

/** Adds what browsers offer to the head of a request. */
function offering(text: string): string {
  if (!REQUEST.test(text)) return text;
  const [name, value] = UPGRADE.test(text)
    ? ['sec-websocket-extensions', 'permessage-deflate; client_max_window_bits']
    : ['accept-encoding', 'gzip, deflate'];
  return new RegExp(`\r\n${name}:`, 'i').test(text)
    ? text
    : text.replace(REQUEST, (line) => `${line}${name}: ${value}\r\n`);
}

class TcpTap implements Tap {
  edit: Edit = (text) => text;
  offersCompression = false;
  edits = 0;
  bytesToClients = 0;
  readonly compression: string[] = [];
  attempts = 0;
  readonly #server = createServer(HALF_OPEN, (client) => {
    this.attempts += 1;
    if (this.#isCut) client.destroy();
    else this.#pass(client, connect({ port: this.#port, host: '127.0.0.1', ...HALF_OPEN }));
  });
  readonly #upstreams = new Set<Socket>();
  readonly #sockets = new Set<Socket>();
  #isHeld = false;
  #isCut = false;
  #port: number;

  /** @param port the server's, on 127.0.0.1 */
  constructor(port: number) {
    this.#port = port;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  hold(): void {
    this.#isHeld = true;
    for (const upstream of this.#upstreams) upstream.pause();
  }

  release(): void {
    this.#isHeld = false;
    for (const upstream of this.#upstreams) upstream.resume();
  }

  async haveAllCounted(): Promise<void> {
    // Connections are taken in the order in which they were made: this one last.
    await once(connect((this.#server.address() as AddressInfo).port, '127.0.0.1').resume(), 'close');
  }

  cut(): void {
    this.#isCut = true;
    this.#isHeld = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  leadTo({ port }: { port: number }): void {
    this.#port = port;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  #pass(client: Socket, server: Socket): void {
    this.#upstreams.add(server);
    if (this.#isHeld) server.pause();
    const say = this.#saying((bytes) => server.write(bytes));
    client.on('data', say);
    server.on('data', (bytes: Buffer) => {
      this.bytesToClients += bytes.length;
      const text = bytes.toString('latin1');
      if (text.startsWith('HTTP/1.')) this.compression.push(...(text.split('\r\n\r\n')[0]!.match(COMPRESSION) ?? []));
      if (client.write(bytes) || this.#isHeld) return;
      server.pause();
      client.once('drain', () => this.#isHeld || server.resume());
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay();
      socket
        .on('error', () => {})
        .on('end', () => other.end())
        .on('close', () => {
          this.#sockets.delete(socket);
          this.#upstreams.delete(socket);
          other.destroySoon();
        });
    }
  }

  /** The way up of one connection: HTTP, and after an upgrade the frames of a WebSocket. */
  #saying(write: (bytes: Buffer) => void): (bytes: Buffer) => void {
    let frames: ((bytes: Buffer) => void) | null = null;
    return (bytes) => {
      if (frames !== null) return frames(bytes);
      const text = bytes.toString('latin1');
      if (UPGRADE.test(text)) frames = maskedFrames((payload) => this.#edited(payload), write);
      const edited = this.#edited(text);
      write(Buffer.from(this.offersCompression ? offering(edited) : plain(edited), 'latin1'));
    };
  }

  #edited(text: string): string {
    const changed = this.edit(text);
    if (changed === text) return text;
    if (changed.length !== text.length) throw new Error(`an edit made ${changed.length} bytes of ${text.length}`);
    this.edits += 1;
    return changed;
  }
}

/** Opens a tap before the server that listens on `port` of 127.0.0.1. */
export async function tapBefore(port: number): Promise<Tap> {
  const tap = new TcpTap(port);
  await tap.listen();
  return tap;
}
