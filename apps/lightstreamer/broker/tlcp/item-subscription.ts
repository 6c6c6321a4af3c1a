/** One item of one client's subscription: chooses which events the client gets, and when. */
import type { Mode, TableInfo, Values } from '../adapters.ts';
import type { Value } from './lines.ts';
import type { Outbox, Source, Update } from './outbox.ts';
import { Turns } from './turns.ts';

/** One item of a subscription request, within what the adapters allow. */
export interface Dispatch {
  /** The item's name. */
  name: string;
  mode: Mode;
  /** Every event is sent, and none waits for its turn: RAW, and on request. */
  unfiltered: boolean;
  /** Updates per second, and the most that the adapters allow; Infinity: no limit. */
  frequency: number;
  allowedFrequency: number;
  /** Events that may wait while they are filtered; Infinity: no limit. */
  bufferSize: number;
  /** Whether the client wants the item's state first; a number: at most this many events (DISTINCT). */
  snapshot: boolean | number;
  /** How many events a DISTINCT snapshot of the item holds. */
  snapshotLength: number;
}

/** What a subscription needs of the session that it is of. */
export interface Receiver {
  readonly outbox: Outbox;
  /** Milliseconds. */
  now(): number;
  /** Calls `then` at `at`, a time as of {@link now}, and sends what it puts into the outbox. */
  later(at: number, then: () => void): void;
  /** Sends what is in the outbox. */
  flush(): void;
}

/** The content of a subscription request. */
export interface Wish {
  id: number;
  group: string;
  schema: string;
  mode: Mode;
  /** Updates per second; Infinity: no limit. */
  frequency: number;
  unfiltered: boolean;
  bufferSize: number;
  snapshot: boolean | number;
}

export interface Subscription {
  readonly wish: Wish;
  readonly items: readonly ItemSubscription[];
  readonly table: TableInfo;
}

export class ItemSubscription implements Source {
  readonly subscription: number;
  readonly item: number;
  readonly fields: readonly string[];
  readonly dispatch: Dispatch;
  waiting = 0;
  lost = 0;
  sent: readonly Value[] | null = null;
  /** The end of the snapshot has not been sent yet. */
  awaitsSnapshotEnd: boolean;

  readonly session: Receiver;
  /** Where the command of a row is among its values. */
  readonly #commandAt: number;
  /** Updates that wait in the outbox and that a newer one may change, by key (one key for all outside of COMMAND), oldest first. */
  readonly #pending = new Map<string, Update[]>();
  readonly #turns: Turns;

  constructor(
    numbers: { subscription: number; item: number },
    fields: readonly string[],
    dispatch: Dispatch,
    session: Receiver,
  ) {
    this.subscription = numbers.subscription;
    this.item = numbers.item;
    this.fields = fields;
    this.dispatch = dispatch;
    this.session = session;
    this.#commandAt = fields.indexOf('command');
    this.#turns = new Turns(dispatch.frequency, dispatch.bufferSize, {
      go: (values, key) => this.#put(values, key),
      lose: () => {
        this.lost += 1;
      },
      later: (at, then) => session.later(at, then),
      now: () => session.now(),
    });
    this.awaitsSnapshotEnd =
      dispatch.snapshot !== false && (dispatch.mode === 'DISTINCT' || dispatch.mode === 'COMMAND');
  }

  /** The item's state, or a change. `row` has every field that the adapter has sent. */
  event(row: Values, key: string | null): void {
    const values = this.#valuesOf(row);
    const { mode, unfiltered } = this.dispatch;
    if (unfiltered || mode === 'RAW') this.#send(values);
    else if (mode === 'COMMAND') this.#command(values, key!, row.get('command') ?? null);
    else this.#turns.take(values, '');
  }

  /** An event from before the subscription (DISTINCT), without limits of frequency and buffer. */
  past(row: Values): void {
    this.#send(this.#valuesOf(row));
  }

  /** Changes the number of updates per second, as far as the adapters allow it. */
  reconfigure(frequency: number): void {
    this.dispatch.frequency = Math.min(frequency, this.dispatch.allowedFrequency);
    this.#turns.frequency = this.dispatch.frequency;
  }

  /** Forgets what waits for its turn. */
  cleared(): void {
    this.#turns.clear();
    this.#pending.clear();
  }

  #send(values: readonly Value[], filtered = false): Update {
    return this.session.outbox.update(this, values, filtered);
  }

  #valuesOf(row: Values): Value[] {
    return this.fields.map((field) => row.get(field) ?? null);
  }

  /** Rows are added and removed at once; changes within a row are filtered. */
  #command(values: readonly Value[], key: string, command: Value): void {
    if (command === 'UPDATE') {
      this.#turns.take(values, key);
      return;
    }
    this.#turns.forget(key);
    for (const update of this.#waiting(key)) if (update.filtered) this.session.outbox.drop(update);
    const update = this.#send(values);
    if (command === 'ADD') this.#pending.set(key, [update]);
    else this.#pending.delete(key);
  }

  #waiting(key: string): Update[] {
    return (this.#pending.get(key) ?? []).filter((update) => !update.dropped);
  }

  /** With no room in the buffer, MERGE and COMMAND keep the newest values, DISTINCT the newest events. */
  #put(values: readonly Value[], key: string): void {
    const waiting = this.#waiting(key);
    if (waiting.length >= this.dispatch.bufferSize) {
      if (this.dispatch.mode !== 'DISTINCT') {
        const last = waiting.at(-1)!;
        // A row that the client does not know yet is still added, with its present values.
        this.session.outbox.replace(last, last.filtered ? values : values.with(this.#commandAt, 'ADD'));
        return;
      }
      this.session.outbox.drop(waiting.shift()!);
    }
    waiting.push(this.#send(values, true));
    this.#pending.set(key, waiting);
  }
}
