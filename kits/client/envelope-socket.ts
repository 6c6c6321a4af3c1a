/**
 * The client's end of `protocol/envelope.ts`: a Socket over anything that carries text. An adapter says how text is written and
 * how the connection is ended, and hands over what comes in.
 */
import { type Envelope, frameOf, readFrame } from '../../protocol/envelope.ts';
import type { Reply, Socket, Transport } from '../../protocol/socket.ts';
import { Ending } from './ending.ts';
import { Listeners } from './listeners.ts';

/** The connection that carries the text. */
export interface Wire {
  readonly transport: Transport;
  /** Sends `text`; called only while the connection is open. */
  write(text: string): void;
  /** Begins to end the connection; whatever the server does, `EnvelopeSocket.closed` is to be called soon after. */
  end(): void;
}

/** The time limit of a request, ms. */
const REPLY_MS = 20_000;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

export class EnvelopeSocket implements Socket {
  readonly #wire: Wire;
  readonly #listeners = new Listeners();
  readonly #requests = new Map<number, Waiting>();
  readonly #ending = new Ending();
  #lastRequest = 0;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  get transport(): Transport {
    return this.#wire.transport;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
  on(event: string, handler: (data: any) => void): void {
    this.#listeners.on(event, handler);
  }

  emit(event: string, data: unknown): void {
    if (!this.#ending.over) this.#wire.write(frameOf({ e: event, d: data }));
  }

  request(event: string, data: unknown): Promise<Reply> {
    if (this.#ending.over) return Promise.reject(new Error(`${event}: the connection has ended`));
    const id = ++this.#lastRequest;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#requests.delete(id);
        reject(new Error(`${event}: no reply within ${REPLY_MS / 1_000} s`));
      }, REPLY_MS);
      this.#requests.set(id, { resolve, reject, timer });
      this.#wire.write(frameOf({ e: event, d: data, id }));
    });
  }

  onClose(handler: (reason: string) => void): void {
    this.#ending.onClose(handler);
  }

  close(): Promise<void> {
    if (this.#ending.over) return Promise.resolve();
    return new Promise((resolve) => {
      this.onClose(() => resolve());
      this.#wire.end();
    });
  }

  raw(text: string): void {
    if (!this.#ending.over) this.#wire.write(text);
  }

  /** Takes text that came in; for the adapter. Text that is no envelope ends the connection. */
  receive(text: string): void {
    let envelope: Envelope;
    try {
      envelope = readFrame(text) as Envelope;
    } catch (error) {
      // First, as the wire says another reason for its end.
      this.closed(`the server sent what is no envelope: ${(error as Error).message}`);
      this.#wire.end();
      return;
    }
    this.receiveEnvelope(envelope);
  }

  /** Takes an envelope that came in; for the adapter. */
  receiveEnvelope(envelope: Envelope): void {
    if (envelope.r === undefined) {
      this.#listeners.heard(envelope.e!, envelope.d);
      return;
    }
    const waiting = this.#requests.get(envelope.r);
    if (!waiting) return;
    this.#requests.delete(envelope.r);
    clearTimeout(waiting.timer);
    waiting.resolve(envelope.d as Reply);
  }

  /** Ends the socket after its connection; for the adapter. Only the first reason counts. */
  closed(reason: string): void {
    if (this.#ending.over) return;
    for (const { reject, timer } of this.#requests.values()) {
      clearTimeout(timer);
      reject(new Error(`the connection ended before the reply: ${reason}`));
    }
    this.#requests.clear();
    this.#ending.closed(reason);
  }
}
