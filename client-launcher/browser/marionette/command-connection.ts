/**
 * A connection to Firefox's own remote control, Marionette: JSON messages on TCP, each with its length before it
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
 */
import { connect, type Socket } from 'node:net';
import { WebDriverError } from './web-driver-error.ts';

/** The version of Marionette's protocol that is spoken here; Firefox has had no other since 2017. */
const PROTOCOL = 3;

/** `[0, id, command, parameters]` goes there, `[1, id, error, result]` comes back. */
type Answer = [1, number, { error: string; message: string; stacktrace?: string; data?: unknown } | null, unknown];

interface Waiting {
  resolve(result: unknown): void;
  reject(error: WebDriverError): void;
}

/** Cuts what comes in into messages: `12:{"some":1}\n` without a separator, in pieces of any size. */
export class MessageReader {
  #unread = Buffer.alloc(0);

  /** The messages that are whole with `chunk`. */
  take(chunk: Buffer): unknown[] {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    const messages: unknown[] = [];
    for (;;) {
      const colon = this.#unread.indexOf(':');
      if (colon < 0) return messages;
      const end = colon + 1 + Number(this.#unread.toString('latin1', 0, colon));
      if (this.#unread.length < end) return messages;
      messages.push(JSON.parse(this.#unread.toString('utf8', colon + 1, end)));
      this.#unread = this.#unread.subarray(end);
    }
  }
}

export function framed(message: unknown): string {
  const text = JSON.stringify(message);
  return `${Buffer.byteLength(text)}:${text}`;
}

export class MarionetteConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Resolves when Firefox has greeted. Rejects when it does not listen on `port`, or speaks another protocol. */
  static open(port: number): Promise<MarionetteConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      const connection = new MarionetteConnection(socket);
      const reader = new MessageReader();
      let greeted = false;
      socket.on('error', reject);
      socket.on('close', () => {
        reject(new Error('Firefox closed the connection before it greeted'));
        connection.#end();
      });
      socket.on('data', (chunk) => {
        for (const message of reader.take(chunk)) {
          if (greeted) {
            connection.#answered(message as Answer);
            continue;
          }
          greeted = true;
          const { marionetteProtocol } = message as { marionetteProtocol?: unknown };
          if (marionetteProtocol === PROTOCOL) resolve(connection);
          else
            socket.destroy(
              new Error(`Firefox speaks Marionette ${marionetteProtocol}, and ${PROTOCOL} is what is known`),
            );
        }
      });
    });
  }

  /** @throws WebDriverError that Firefox answers with, or `unknown error` when it goes away instead */
  send(command: string, parameters: object): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) {
        reject(new WebDriverError('unknown error', 'Firefox has gone'));
        return;
      }
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(framed([0, id, command, parameters]));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #answered([, id, error, result]: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) waiting?.resolve(result);
    else waiting?.reject(new WebDriverError(error.error, error.message, error.stacktrace, error.data));
  }

  #end(): void {
    for (const { reject } of this.#waiting.values()) reject(new WebDriverError('unknown error', 'Firefox has gone'));
    this.#waiting.clear();
  }
}
