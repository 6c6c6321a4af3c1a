/** An adapter without any library: three sockets, and the lines a test tells it to send. */

import { createConnection, type Socket } from 'node:net';
import type { AdapterPorts } from '../ari-server.ts';
import { Mailbox } from './mailbox.ts';

/** Comes from {@link RawStream.next} when the broker has ended the connection. */
export const CLOSED = '(closed)';

export class RawStream {
  readonly #socket: Socket;
  readonly #lines = new Mailbox<string>();
  #unfinished = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const lines = (this.#unfinished + text).split('\n');
      this.#unfinished = lines.pop() ?? '';
      for (const line of lines) this.#lines.put(line);
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#lines.put(CLOSED));
  }

  static connect(port: number): Promise<RawStream> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(port, '127.0.0.1', () => resolve(new RawStream(socket)));
      socket.once('error', reject);
    });
  }

  send(...lines: string[]): void {
    this.#socket.write(lines.map((line) => `${line}\n`).join(''));
  }

  sendBytes(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** The next line from the broker, or {@link CLOSED}. */
  next(): Promise<string> {
    return this.#lines.take();
  }

  /** Resolves when the broker has ended the connection, whatever it said before. */
  async closed(): Promise<void> {
    await this.#lines.takeUntil((line) => line === CLOSED);
  }

  end(): void {
    this.#socket.end();
  }

  cut(): void {
    this.#socket.resetAndDestroy();
  }
}

export interface RawAdapters {
  readonly metadata: RawStream;
  readonly data: RawStream;
  readonly notify: RawStream;
}

export async function connectRaw(ports: AdapterPorts): Promise<RawAdapters> {
  const [metadata, data, notify] = await Promise.all([
    RawStream.connect(ports.metadata),
    RawStream.connect(ports.data),
    RawStream.connect(ports.notify),
  ]);
  return { metadata, data, notify };
}

/** Three connections whose initialisations have been answered. */
export async function connectReady(ports: AdapterPorts, version = '1.8.3'): Promise<RawAdapters> {
  const adapters = await connectRaw(ports);
  const credentials = 'S|enableClosePacket|S|true';
  adapters.metadata.send(`1|RAC|${credentials}`);
  adapters.data.send(`1|RAC|${credentials}`);
  adapters.notify.send(`1700000000000|RAC|${credentials}`);
  for (const role of ['metadata', 'data'] as const) {
    const [id, method] = (await adapters[role].next()).split('|');
    adapters[role].send(`${id}|${method}|S|ARI.version|S|${version}`);
  }
  return adapters;
}
