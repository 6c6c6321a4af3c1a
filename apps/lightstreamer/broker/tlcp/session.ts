/** One client's session: its outbox, its stream connection, and its end. Without a connection it lives for a limited time. */
import { Bandwidth } from './bandwidth.ts';
import type { Subscription } from './item-subscription.ts';
import type { Limits } from './limits.ts';
import { line } from './lines.ts';
import { type Message, Messages, type Outcome } from './messages.ts';
import { Outbox } from './outbox.ts';
import { type Binding, needOf, type Times } from './pulse.ts';
import type { Stream } from './stream.ts';

/** The constants of a session. */
export interface Identity {
  id: string;
  user: string | null;
  /** kbps; Infinity: no limit. */
  allowedBandwidth: number;
  wantsTables: boolean;
  reduceHead: boolean;
  /** The client speaks TLCP-2.`minor`. */
  minor: number;
}

/** TLCP-2.4.0: from then on MSGDONE carries the adapter's response. */
const RESPONSES_SINCE = 4;

export interface SessionEvents {
  /** The session has ended; called once. */
  ended(session: Session): void;
  /** Hands a message to the metadata adapter. */
  process(session: Session, text: string): Promise<string | null>;
}

export class Session {
  readonly id: string;
  readonly user: string | null;
  readonly subscriptions = new Map<number, Subscription>();
  /** What waits for the client. Call {@link flush} after putting something in. */
  readonly outbox: Outbox;
  readonly messages: Messages;
  /** Whether the metadata adapter wants to hear of subscriptions. */
  readonly wantsTables: boolean;
  readonly bandwidth: Bandwidth;
  /** No CONS is sent when the client asked for short heads. */
  readonly reduceHead: boolean;
  readonly #minor: number;

  readonly #limits: Limits;
  readonly #events: SessionEvents;
  #stream: Stream | null = null;
  #binding: Binding | null = null;
  readonly #times: Times = { bound: 0, synced: 0, written: 0, requested: 0 };
  /** The session ends at this time unless it is bound again. */
  #unboundUntil = Number.POSITIVE_INFINITY;
  readonly #timers = new Set<NodeJS.Timeout>();
  #waitsForBandwidth = false;
  #hasEnded = false;

  constructor(identity: Identity, limits: Limits, events: SessionEvents) {
    this.id = identity.id;
    this.user = identity.user;
    this.bandwidth = new Bandwidth(identity.allowedBandwidth);
    this.wantsTables = identity.wantsTables;
    this.reduceHead = identity.reduceHead;
    this.#minor = identity.minor;
    this.#limits = limits;
    this.#events = events;
    this.outbox = new Outbox(limits);
    this.messages = new Messages(
      (text) => events.process(this, text),
      (message, outcome) => this.#tellOutcome(message, outcome),
      () => this.now(),
    );
    this.#unboundUntil = this.now() + limits.sessionTimeout;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  isBoundTo(stream: Stream): boolean {
    return this.#stream === stream;
  }

  /**
   * Binds the session to `stream`, writes `head` and the outbox.
   * @param recoverFrom the last data notification the client has; null: it has all that was sent
   */
  bind(stream: Stream, binding: Binding, head: string, recoverFrom: number | null): void {
    // A session has one connection.
    this.#stream?.write(line('END', 40, 'Session takeover'));
    this.#leave(true);
    this.#stream = stream;
    this.#binding = binding;
    const now = this.now();
    Object.assign(this.#times, { bound: now, synced: now, written: now, requested: now });
    this.#unboundUntil = Number.POSITIVE_INFINITY;
    if (recoverFrom !== null) this.outbox.recover(recoverFrom);
    stream.onDrain = () => this.flush();
    if (head !== '') stream.write(head);
    this.flush();
    if (this.#stream === stream && binding.polling?.idle === 0) this.loop();
  }

  /** The stream connection broke. The session waits for another. */
  dropped(stream: Stream): void {
    if (this.#stream !== stream) return;
    stream.onDrain = null;
    this.#stream = null;
    this.#unboundUntil = this.now() + this.#limits.sessionTimeout;
  }

  /** Ends the stream connection and asks for the next. @param pause ms until then; null: the binding's */
  loop(pause: number | null = null, close = false): void {
    const stream = this.#stream;
    if (stream === null) return;
    const after = pause ?? this.#binding?.polling?.pause ?? 0;
    stream.write(line('LOOP', after));
    this.#leave(close);
    this.#unboundUntil = this.now() + after + this.#limits.sessionTimeout;
  }

  /** Ends the session, and tells the client if it is connected. */
  end(code: number, message: string, close = false): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stream?.write(line('END', code, message));
    this.#leave(close);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#events.ended(this);
  }

  /** The client has sent something. */
  heard(): void {
    this.#times.requested = this.now();
  }

  /** A notification about the session itself; not counted for recovery. */
  tell(text: string): void {
    this.outbox.note(text, false);
    this.flush();
  }

  /** Handles everything that depends on time; called often. */
  tick(): void {
    const now = this.now();
    this.messages.tick();
    const binding = this.#binding;
    if (this.#stream === null) {
      if (now >= this.#unboundUntil) this.end(32, 'Not bound for too long');
    } else if (binding?.polling) {
      if (now - this.#times.bound >= binding.polling.idle) this.loop();
    } else if (binding) this.#keepAlive(this.#stream, binding, now);
  }

  /** Calls `then` at `at`, a time as of {@link now}, and sends what it puts into the outbox. */
  later(at: number, then: () => void): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        then();
        this.flush();
      },
      Math.max(0, at - this.now()),
    );
    this.#timers.add(timer);
  }

  now(): number {
    return performance.now();
  }

  /** Sends as much of the outbox as the client takes and its limits allow. */
  flush(): void {
    const stream = this.#stream;
    if (this.#hasEnded || stream === null || stream.congested) {
      this.#watchBacklog();
      return;
    }
    let text = '';
    while (text.length < stream.room && this.#mayGo()) {
      const next = this.outbox.next();
      if (next === null) break;
      text += next;
      this.bandwidth.spend(next.length);
      // A long backlog is written in pieces, so that congestion is seen.
      if (text.length >= 65_536) {
        stream.write(text);
        this.#times.written = this.now();
        text = '';
        if (stream.congested) return;
      }
    }
    if (text !== '') {
      stream.write(text);
      this.#times.written = this.now();
      if (this.#binding?.polling) {
        this.loop();
        return;
      }
    }
    if (stream.room <= 0) this.loop();
  }

  #mayGo(): boolean {
    const now = this.now();
    const at = this.bandwidth.freeAt(now);
    if (at <= now) return true;
    if (!this.outbox.isEmpty && !this.#waitsForBandwidth) {
      this.#waitsForBandwidth = true;
      this.later(at, () => {
        this.#waitsForBandwidth = false;
      });
    }
    return false;
  }

  #keepAlive(stream: Stream, binding: Binding, now: number): void {
    const need = needOf(binding, this.#times, now, this.#limits);
    if (need === 'stuck') {
      this.dropped(stream);
      stream.end(true);
      return;
    }
    if (need === null || stream.congested) return;
    if (need === 'sync') this.#times.synced = now;
    stream.write(need === 'probe' ? line('PROBE') : line('SYNC', Math.round((now - this.#times.bound) / 1_000)));
    this.#times.written = now;
    if (stream.room <= 0) this.loop();
  }

  /** Notes are never dropped. A client that causes many and reads none is ended. */
  #watchBacklog(): void {
    if (this.outbox.noteSize > this.#limits.backlog) this.end(32, 'Too much waits for this client', true);
  }

  #leave(close: boolean): void {
    const stream = this.#stream;
    if (stream === null) return;
    this.#stream = null;
    stream.onDrain = null;
    stream.end(close);
  }

  #tellOutcome(message: Message, outcome: Outcome): void {
    const sequence = message.sequence ?? '*';
    const progressive = message.progressive ?? 0;
    if (outcome.ok) {
      const response = this.#minor >= RESPONSES_SINCE ? [outcome.response] : [];
      this.outbox.note(line('MSGDONE', sequence, progressive, ...response));
    } else this.outbox.note(line('MSGFAIL', sequence, progressive, outcome.code, outcome.message));
    this.flush();
  }
}
