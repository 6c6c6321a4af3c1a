/** The interface of every transport of the bare app to its server. */
import { lineOf } from '../../protocol/envelope.ts';

/** A client may fall this far behind, bytes; then its connection is closed, with the reason, and nothing is dropped. */
export const QUEUE_LIMIT_BYTES = 16 * 1_048_576;
export const TOO_SLOW = `fell more than ${QUEUE_LIMIT_BYTES} bytes behind`;
/** A connection that does not end when asked to is cut after this, ms. */
export const CUT_MS = 5_000;

/** An envelope on its way out, in the form each transport wants, made once however many connections it goes to. */
export class Outgoing {
  readonly #frame: string;
  #bytes: Buffer | undefined;
  #line: Buffer | undefined;
  #serverSentEvent: Buffer | undefined;

  constructor(frame: string) {
    this.#frame = frame;
  }

  /** The frame in UTF-8. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.#frame);
    return this.#bytes;
  }

  /** The frame as a line, with its end. */
  get line(): Buffer {
    this.#line ??= Buffer.from(`${lineOf(this.#frame)}\n`);
    return this.#line;
  }

  /** An event of `text/event-stream`. */
  get serverSentEvent(): Buffer {
    this.#serverSentEvent ??= Buffer.from(`data: ${lineOf(this.#frame)}\n\n`);
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

/** Sends the frame of a reply. */
export function write(connection: Connection, frame: string): void {
  connection.send(new Outgoing(frame));
}
