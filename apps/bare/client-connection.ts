/** The interface of every transport of the bare app to its server. */

/** A client may fall this far behind, bytes; then its connection is closed, with the reason, and nothing is dropped. */
export const QUEUE_LIMIT_BYTES = 16 * 1_048_576;
export const TOO_SLOW = `fell more than ${QUEUE_LIMIT_BYTES} bytes behind`;
/** A connection that does not end when asked to is cut after this, ms. */
export const CUT_MS = 5_000;

/** An envelope on its way out, in the form each transport wants, made once however many connections it goes to. */
export class Outgoing {
  readonly text: string;
  #bytes: Buffer | undefined;
  #line: Buffer | undefined;
  #serverSentEvent: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The text in UTF-8. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }

  /** A line of newline-delimited JSON; JSON text has no newline in it. */
  get line(): Buffer {
    this.#line ??= Buffer.from(`${this.text}\n`);
    return this.#line;
  }

  /** An event of `text/event-stream`. */
  get serverSentEvent(): Buffer {
    this.#serverSentEvent ??= Buffer.from(`data: ${this.text}\n\n`);
    return this.#serverSentEvent;
  }
}

export interface Connection {
  /** Bytes that were sent and have not gone out, or not been acknowledged. */
  readonly waiting: number;

  /** Sends, or closes the connection as too slow. Does nothing once it has ended. */
  send(outgoing: Outgoing): void;
  /** Ends the connection; the client is told `reason`. */
  end(reason: string): void;
}

/** A listener to connections that come and go. `ended` may be called more than once. */
export interface Registry {
  opened(connection: Connection, address: string | undefined): void;
  ended(connection: Connection): void;
}

/** Sends the text of a reply. */
export function write(connection: Connection, text: string): void {
  connection.send(new Outgoing(text));
}
