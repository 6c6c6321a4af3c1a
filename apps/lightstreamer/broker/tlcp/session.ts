/** One client's session: what waits for it, its stream connection, and its end. Without a connection it lives for a limited time. */
import type { ItemSubscription, Receiver } from './items.ts';
import type { Limits } from './limits.ts';
import { line } from './lines.ts';
import { Messages } from './messages.ts';

/** A stream connection for a session's notifications: an HTTP response or a WebSocket. */
export interface Stream {
  /** The client's address, as it came. */
  readonly address: string;
  /** Writes whole lines. */
  write(text: string): void;
  /** The client takes less than the broker sends; `onDrain` is called when that is over. */
  readonly congested: boolean;
  onDrain: (() => void) | null;
  /** Bytes that may still be written before the connection has to be bound anew; Infinity: no such limit. */
  readonly room: number;
  /** A proxy or browser may hold the first bytes back until there are enough of them. */
  readonly mayBeHeldBack: boolean;
  /** The session leaves the connection. A response ends; a WebSocket stays for the next binding, unless `close`. */
  end(close: boolean): void;
}

/** The use of a stream connection. Times in ms. */
export interface Binding {
  /** The connection ends with what is there, or after `idle` with nothing; the next comes `pause` later. Null: streaming. */
  polling: { pause: number; idle: number } | null;
  /** The time without a notification after which the broker sends an empty one. */
  keepalive: number;
  /** True if the client wants to know how much time has passed on the server. */
  sync: boolean;
}

export interface SessionEvents {
  /** The session has ended; called once. */
  ended(session: Session): void;
  /** Hands a message to the metadata adapter. */
  process(session: Session, text: string): Promise<void>;
}

/** TLCP-2.4.0: from then on MSGDONE carries the adapter's response, which is always empty here. */
const RESPONSES_SINCE = 4;
/** Size of a line that waits in addition to its text, about. */
const OVERHEAD = 64;
/** A long backlog is written in pieces, so that congestion is seen. */
const PIECE = 65_536;

export class Session implements Receiver {
  readonly subscriptions = new Map<number, readonly ItemSubscription[]>();
  readonly messages: Messages;
  readonly #limits: Limits;
  readonly #events: SessionEvents;
  #waiting: string[] = [];
  #size = 0;
  /** Too much has waited; it is gone, and the session has to end. */
  #isOverfull = false;
  #stream: Stream | null = null;
  #binding: Binding | null = null;
  #boundAt = 0;
  #syncedAt = 0;
  #writtenAt = 0;
  /** The session ends at this time unless it is bound again. */
  #unboundUntil: number;
  #hasEnded = false;

  /** @param minor the client speaks TLCP-2.`minor` */
  constructor(
    readonly id: string,
    readonly user: string | null,
    minor: number,
    limits: Limits,
    events: SessionEvents,
  ) {
    this.#limits = limits;
    this.#events = events;
    const tell = (...args: Parameters<typeof line>) => {
      this.put(line(...args));
      this.flush();
    };
    const response = minor >= RESPONSES_SINCE ? [''] : [];
    this.messages = new Messages(limits, {
      process: (text) => events.process(this, text),
      done: (sequence, progressive) => tell('MSGDONE', sequence, progressive, ...response),
      failed: (sequence, progressive, { code, message }) => tell('MSGFAIL', sequence, progressive, code, message),
    });
    this.#unboundUntil = performance.now() + limits.sessionTimeout;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  isBoundTo(stream: Stream): boolean {
    return this.#stream === stream;
  }

  /** Binds the session to `stream`, writes `head` and what waits. */
  bind(stream: Stream, binding: Binding, head: string): void {
    // A session has one connection.
    this.#stream?.write(line('END', 40, 'Session takeover'));
    this.#leave(true);
    this.#stream = stream;
    this.#binding = binding;
    this.#boundAt = performance.now();
    this.#syncedAt = this.#boundAt;
    this.#write(stream, head);
    stream.onDrain = () => this.flush();
    this.flush();
    if (this.#stream === stream && binding.polling?.idle === 0) this.loop();
  }

  /** The stream connection broke. The session waits for another. */
  dropped(stream: Stream): void {
    if (this.#stream !== stream) return;
    stream.onDrain = null;
    this.#stream = null;
    this.#unboundUntil = performance.now() + this.#limits.sessionTimeout;
  }

  /** Ends the stream connection and asks for the next. @param pause ms until then; null: the binding's */
  loop(pause: number | null = null, close = false): void {
    const stream = this.#stream;
    if (stream === null) return;
    const after = pause ?? this.#binding?.polling?.pause ?? 0;
    stream.write(line('LOOP', after));
    this.#leave(close);
    this.#unboundUntil = performance.now() + after + this.#limits.sessionTimeout;
  }

  /** Ends the session, and tells the client if it is connected. */
  end(code: number, message: string, close = false): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stream?.write(line('END', code, message));
    this.#leave(close);
    this.#waiting = [];
    this.messages.end();
    this.#events.ended(this);
  }

  /** Handles everything that depends on time; called often. */
  tick(): void {
    const now = performance.now();
    this.messages.tick(now);
    const [stream, binding] = [this.#stream, this.#binding];
    if (stream === null || binding === null) {
      if (now >= this.#unboundUntil) this.end(32, 'Not bound for too long');
    } else if (binding.polling) {
      if (now - this.#boundAt >= binding.polling.idle) this.loop();
    } else if (!stream.congested) this.#keepAlive(stream, binding, now);
  }

  /** A client that lets too much wait loses its session: with the next {@link flush} while it is connected. */
  put(text: string): void {
    if (this.#hasEnded || this.#isOverfull) return;
    this.#waiting.push(text);
    this.#size += text.length + OVERHEAD;
    if (this.#size <= this.#limits.backlog) return;
    this.#isOverfull = true;
    this.#waiting = [];
  }

  /** Sends as much of what waits as the client takes. */
  flush(): void {
    const stream = this.#stream;
    if (this.#hasEnded || stream === null) return;
    if (this.#isOverfull) {
      this.end(32, 'Too much waits for this client', true);
      return;
    }
    let sent = 0;
    while (sent < this.#waiting.length && stream.room > 0 && !stream.congested) {
      let text = '';
      for (const most = Math.min(stream.room, PIECE); sent < this.#waiting.length && text.length < most; sent++) {
        text += this.#waiting[sent];
        this.#size -= this.#waiting[sent]!.length + OVERHEAD;
      }
      this.#write(stream, text);
    }
    this.#waiting.splice(0, sent);
    if (stream.room <= 0 || (sent > 0 && this.#binding?.polling)) this.loop();
  }

  #keepAlive(stream: Stream, binding: Binding, now: number): void {
    if (binding.sync && now - this.#syncedAt >= this.#limits.sync) {
      this.#syncedAt = now;
      this.#write(stream, line('SYNC', Math.round((now - this.#boundAt) / 1_000)));
    } else if (now - this.#writtenAt >= binding.keepalive) this.#write(stream, line('PROBE'));
    if (stream.room <= 0) this.loop();
  }

  #write(stream: Stream, text: string): void {
    this.#writtenAt = performance.now();
    stream.write(text);
  }

  #leave(close: boolean): void {
    const stream = this.#stream;
    if (stream === null) return;
    this.#stream = null;
    stream.onDrain = null;
    stream.end(close);
  }
}
