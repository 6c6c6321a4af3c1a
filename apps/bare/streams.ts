/**
 * A response that never ends: server-sent events, or lines over plain HTTP streaming. First comes `{"session": name}`, then
 * envelopes, and `{"end": reason}` when the server ends it.
 */
import type { ServerResponse } from 'node:http';
import { LINES } from '../../protocol/envelope.ts';
import { type Connection, CUT_MS, Outgoing, QUEUE_LIMIT_BYTES, TOO_SLOW } from './client-connection.ts';

/** The form of a stream on the wire. */
interface StreamFormat {
  contentType: string;
  /** An empty message, to keep proxies and clients from taking a quiet stream for a dead one. */
  heartbeat: string;
  bytes(outgoing: Outgoing): Buffer;
}

export const SERVER_SENT_EVENTS: StreamFormat = {
  contentType: 'text/event-stream',
  heartbeat: ':\n\n',
  bytes: (outgoing) => outgoing.serverSentEvent,
};

export const IN_LINES: StreamFormat = {
  contentType: LINES,
  heartbeat: '\n',
  bytes: (outgoing) => outgoing.line,
};

const HEARTBEAT_MS = 25_000;

export class StreamConnection implements Connection {
  readonly #response: ServerResponse;
  readonly #format: StreamFormat;
  readonly #ended: (reason: string) => void;
  #isOpen = true;

  /** Begins the stream on `response`; `ended` is called once, with the reason, when it is over. */
  constructor(response: ServerResponse, format: StreamFormat, session: string, ended: (reason: string) => void) {
    this.#response = response;
    this.#format = format;
    this.#ended = ended;
    response.writeHead(200, { 'content-type': format.contentType, 'cache-control': 'no-store' });
    response.write(format.bytes(new Outgoing(JSON.stringify({ session }))));
    const heartbeat = setInterval(() => {
      if (this.#isOpen) response.write(format.heartbeat);
    }, HEARTBEAT_MS);
    heartbeat.unref();
    response.once('close', () => {
      clearInterval(heartbeat);
      this.#over('the stream was closed');
    });
  }

  get waiting(): number {
    return this.#response.writableLength;
  }

  send(outgoing: Outgoing): void {
    if (!this.#isOpen) return;
    if (this.waiting > QUEUE_LIMIT_BYTES) this.end(TOO_SLOW);
    else this.#response.write(this.#format.bytes(outgoing));
  }

  end(reason: string): void {
    if (!this.#isOpen) return;
    this.#response.end(this.#format.bytes(new Outgoing(JSON.stringify({ end: reason }))));
    setTimeout(() => this.#response.destroy(), CUT_MS).unref();
    this.#over(reason);
  }

  #over(reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#ended(reason);
  }
}
