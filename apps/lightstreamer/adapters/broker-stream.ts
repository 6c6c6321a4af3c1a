/**
 * A TCP connection with the broker, as the SDK wants it. The SDK throws at what it cannot read, out of the socket's event:
 * here that ends this connection instead of the process. Lines are put together here too, because the SDK would look
 * through a long one again with each piece of it.
 */
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { AriStream } from './sdk.ts';

/** The largest event in the most costly encoding, and room around it. */
const LINE_LIMIT = 32 * 1_048_576;
/** A broker that reads so slowly that more bytes wait for it is given up. */
const WAITING_LIMIT = 256 * 1_048_576;

export class BrokerStream extends EventEmitter implements AriStream {
  readonly #socket: Socket;
  #pieces: string[] = [];
  #length = 0;
  #corked = false;
  #reason: string | null = null;
  /** Resolves with why the connection has ended. */
  readonly ended: Promise<string>;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.setNoDelay(true);
    socket.on('error', (error) => {
      this.#reason ??= error.message;
    });
    // Half a connection is none.
    socket.on('end', () => socket.destroy());
    this.ended = new Promise((resolve) => {
      socket.on('close', () => {
        this.emit('close');
        resolve(this.#reason ?? 'the broker closed it');
      });
    });
  }

  /** Bytes written that the broker has not taken. */
  get waiting(): number {
    return this.#socket.writableLength;
  }

  /** Starts reading; earlier lines have waited. */
  begin(): void {
    this.#socket.on('data', (text: string) => this.#take(text));
  }

  /** Does nothing: the stream is text already. */
  setEncoding(): void {}

  write(text: string): void {
    if (!this.#socket.writable) return;
    if (!this.#corked) {
      // Lines written in one turn go out together: one event often brings many.
      this.#corked = true;
      this.#socket.cork();
      process.nextTick(() => {
        this.#corked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(text);
    if (this.#socket.writableLength > WAITING_LIMIT) {
      this.destroy(new Error(`the broker does not read: more than ${WAITING_LIMIT} bytes wait for it`));
    }
  }

  /** Ends our side: nothing is written after this. Resolves when the broker has ended its side too. */
  async finish(): Promise<void> {
    this.#socket.end();
    await this.ended;
  }

  destroy(error: Error): void {
    this.#reason ??= error.message;
    this.#socket.destroy();
  }

  #take(text: string): void {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      const lines = this.#pieces.join('') + text.slice(0, end);
      this.#pieces = [];
      this.#length = 0;
      this.#read(lines);
    }
    if (end === text.length) return;
    this.#pieces.push(text.slice(end));
    this.#length += text.length - end;
    if (this.#length > LINE_LIMIT)
      this.destroy(new Error(`the broker sent a line of more than ${LINE_LIMIT} characters`));
  }

  #read(lines: string): void {
    for (let start = 0; start < lines.length && !this.#socket.destroyed; ) {
      const end = lines.indexOf('\n', start) + 1;
      try {
        this.emit('data', lines.slice(start, end));
      } catch (error) {
        console.error(error);
        this.destroy(new Error(`what the broker sent could not be read: ${(error as Error).message}`));
      }
      start = end;
    }
  }
}
