/** Long-polling and polling: the client asks, the server answers with what waits for it. */
import type { ServerResponse } from 'node:http';
import { LINES } from '../../protocol/envelope.ts';
import { type Connection, type Outgoing, QUEUE_LIMIT_BYTES, TOO_SLOW } from './client-connection.ts';
import { NumberedQueue } from './numbered-queue.ts';

/** A long poll with nothing to say is answered after this, ms. */
const HOLD_MS = 25_000;
/** The time between two checks of a connection, ms. */
const WATCH_MS = 500;
/**
 * Checks without an open poll (5 s) after which the client is gone. Checks are counted instead of time, because the server reads
 * waiting polls between two checks: a server that was held up ends no client whose poll waits.
 */
const GONE_LOOKS = 10;

export class PollConnection implements Connection {
  readonly #queue = new NumberedQueue();
  readonly #holds: boolean;
  readonly #ended: (reason: string) => void;
  readonly #watch: NodeJS.Timeout;
  #poll: { response: ServerResponse; timer: NodeJS.Timeout } | null = null;
  /** Looks since the last poll. */
  #looks = 0;
  #isOpen = true;

  /** `holds`: polls wait for something to say. `ended` is called once, with the reason. */
  constructor(holds: boolean, ended: (reason: string) => void) {
    this.#holds = holds;
    this.#ended = ended;
    this.#watch = setInterval(() => {
      if (this.#poll === null && ++this.#looks > GONE_LOOKS) this.end('stopped polling');
    }, WATCH_MS);
    this.#watch.unref();
  }

  get waiting(): number {
    return this.#queue.bytes;
  }

  send(outgoing: Outgoing): void {
    if (!this.#isOpen) return;
    if (this.waiting > QUEUE_LIMIT_BYTES) {
      this.end(TOO_SLOW);
      return;
    }
    this.#queue.push(outgoing);
    this.#answer();
  }

  /** A poll by a client that has everything up to number `after`. Of two polls at once the older one is answered. */
  poll(after: number, response: ServerResponse): void {
    this.#answer();
    this.#looks = 0;
    if (!this.#queue.acknowledge(after)) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('"after" is no number that was given out\n');
      return;
    }
    const timer = setTimeout(() => this.#answer(), HOLD_MS);
    this.#poll = { response, timer };
    // An answer over a slow network takes a while, in which its client cannot poll.
    response.once('close', () => {
      this.#looks = 0;
      if (this.#poll?.response !== response) return;
      clearTimeout(timer);
      this.#poll = null;
    });
    if (!this.#holds || !this.#queue.isEmpty) this.#answer();
  }

  end(reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearInterval(this.#watch);
    this.#ended(reason);
    this.#answer();
  }

  #answer(): void {
    if (this.#poll === null) return;
    const { response, timer } = this.#poll;
    clearTimeout(timer);
    this.#poll = null;
    this.#looks = 0;
    const body = this.#queue.toBody();
    response.writeHead(200, {
      'content-type': LINES,
      'content-length': body.length,
      'cache-control': 'no-store',
    });
    response.end(body);
  }
}
