/** A response that never ends: server-sent events, or lines of JSON over plain HTTP streaming. */
import type { ServerResponse } from 'node:http';
import { type Connection, CUT_MS, type Outgoing, QUEUE_LIMIT_BYTES, TOO_SLOW } from './connection.ts';

/** How a stream looks on the wire. */
interface StreamFormat {
  contentType: string;
  /** What tells the client the name of its session. */
  session(id: string): string;
  /** What tells the client that, and why, the server ends the stream. */
  end(reason: string): string;
  /** Nothing, to keep proxies and clients from taking a quiet stream for a dead one. */
  heartbeat: string;
  bytes(outgoing: Outgoing): Buffer;
}

export const SERVER_SENT_EVENTS: StreamFormat = {
  contentType: 'text/event-stream',
  session: (id) => `event: session\ndata: ${id}\n\n`,
  end: (reason) => `event: end\ndata: ${reason}\n\n`,
  heartbeat: ':\n\n',
  bytes: (outgoing) => outgoing.serverSentEvent,
};

export const JSON_LINES: StreamFormat = {
  contentType: 'application/x-ndjson',
  session: (id) => `${JSON.stringify({ session: id })}\n`,
  end: (reason) => `${JSON.stringify({ end: reason })}\n`,
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
    response.write(format.session(session));
    const heartbeat = setInterval(() => {
      if (this.#isOpen) response.write(format.heartbeat);
    }, HEARTBEAT_MS);
    heartbeat.unref();
    response.once('close', () => {
      clearInterval(heartbeat);
      this.#over('the stream was closed');
    });
  }

  send(outgoing: Outgoing): void {
    if (!this.#isOpen) return;
    if (this.#response.writableLength > QUEUE_LIMIT_BYTES) this.end(TOO_SLOW);
    else this.#response.write(this.#format.bytes(outgoing));
  }

  end(reason: string): void {
    if (!this.#isOpen) return;
    this.#response.end(this.#format.end(reason));
    setTimeout(() => this.#response.destroy(), CUT_MS).unref();
    this.#over(reason);
  }

  #over(reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#ended(reason);
  }
}
