/**
 * One client's session: what waits for it, the stream connection it is bound to, and when it ends. While it is not
 * bound its notifications wait; for how long is limited.
 */
import { Bandwidth } from './bandwidth.ts';
import { SESSION } from './errors.ts';
import { Flow } from './flow.ts';
import type { Limits } from './limits.ts';
import { line, type Value } from './lines.ts';
import { type Message, Messages, type Outcome } from './messages.ts';
import type { Source, Update } from './outbox.ts';
import { type Binding, needOf, type Times } from './pulse.ts';
import type { Stream } from './stream.ts';
import type { Subscriber } from './subscriber.ts';
import type { Subscription } from './subscription.ts';

/** What holds for a session from its creation on. */
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
  /** The session has ended, for whatever reason; called once. */
  ended(session: Session): void;
  /** Hands a message to the metadata adapter. */
  process(session: Session, text: string): Promise<string | null>;
}

export class Session implements Subscriber {
  readonly id: string;
  readonly user: string | null;
  readonly subscriptions = new Map<number, Subscription>();
  readonly messages: Messages;
  /** Whether the metadata adapter wants to hear of subscriptions. */
  readonly wantsTables: boolean;
  readonly bandwidth: Bandwidth;
  /** No CONS is sent when the client asked for short heads. */
  readonly reduceHead: boolean;
  readonly #minor: number;

  readonly #limits: Limits;
  readonly #events: SessionEvents;
  readonly #flow: Flow;
  #stream: Stream | null = null;
  #binding: Binding | null = null;
  readonly #times: Times = { bound: 0, synced: 0, written: 0, requested: 0 };
  /** When the session ends unless it is bound again. */
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
    this.#flow = new Flow(limits, (source) => this.subscriptions.get(source.subscription)?.items[source.item - 1]);
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

  get isBound(): boolean {
    return this.#stream !== null;
  }

  /** Data notifications sent from the beginning on. */
  get progressive(): number {
    return this.#flow.progressive;
  }

  isBoundTo(stream: Stream): boolean {
    return this.#stream === stream;
  }

  /** Whether what came after `progressive` can be sent again. */
  canRecover(progressive: number): boolean {
    return this.#flow.canRecover(progressive);
  }

  /**
   * Binds the session to `stream`, writes `head` and what has waited.
   * @param recoverFrom the last data notification the client has; null: it has all that was sent
   */
  bind(stream: Stream, binding: Binding, head: string, recoverFrom: number | null): void {
    // A session has one connection.
    this.#stream?.write(line('END', SESSION.takenOver, 'Session takeover'));
    this.#leave(true);
    this.#stream = stream;
    this.#binding = binding;
    const now = this.now();
    Object.assign(this.#times, { bound: now, synced: now, written: now, requested: now });
    this.#unboundUntil = Number.POSITIVE_INFINITY;
    if (recoverFrom !== null) this.#flow.recover(recoverFrom);
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

  /** Ends the stream connection and asks for the next. @param pause ms until then, null: as the binding says */
  loop(pause: number | null = null, close = false): void {
    const stream = this.#stream;
    if (stream === null) return;
    const after = pause ?? this.#binding?.polling?.pause ?? 0;
    stream.write(line('LOOP', after));
    this.#leave(close);
    this.#unboundUntil = this.now() + after + this.#limits.sessionTimeout;
  }

  /** Ends the session. The client is told when it is there to hear it. */
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
    this.note(text, false);
    this.flush();
  }

  /** Looks at what time has brought; called often. */
  tick(): void {
    const now = this.now();
    this.messages.tick();
    const binding = this.#binding;
    if (this.#stream === null) {
      if (now >= this.#unboundUntil) this.end(SESSION.closedHere, 'Not bound for too long');
    } else if (binding?.polling) {
      if (now - this.#times.bound >= binding.polling.idle) this.loop();
    } else if (binding) this.#keepAlive(this.#stream, binding, now);
  }

  // What the items of the subscriptions use.

  note(text: string, isData: boolean): void {
    this.#flow.note(text, isData);
  }

  update(source: Source, values: readonly Value[], key: string | null, filtered: boolean): Update {
    return this.#flow.update(source, values, key, filtered);
  }

  replace(update: Update, values: readonly Value[]): void {
    this.#flow.replace(update, values);
  }

  drop(update: Update): void {
    this.#flow.drop(update);
  }

  forget(source: Source): void {
    this.#flow.forget(source);
  }

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

  /** Sends what waits, as much as the client takes and may have. */
  flush(): void {
    const stream = this.#stream;
    if (this.#hasEnded || stream === null || stream.congested) {
      this.#watchBacklog();
      return;
    }
    let text = '';
    while (text.length < stream.room && this.#mayGo()) {
      const next = this.#flow.next();
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
    if (!this.#flow.isEmpty && !this.#waitsForBandwidth) {
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

  /** Notes are never dropped. A client that makes many and reads none is ended. */
  #watchBacklog(): void {
    if (this.#flow.noteSize > this.#limits.backlog)
      this.end(SESSION.closedHere, 'Too much waits for this client', true);
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
      this.note(line('MSGDONE', sequence, progressive, ...response), true);
    } else this.note(line('MSGFAIL', sequence, progressive, outcome.code, outcome.message), true);
    this.flush();
  }
}
