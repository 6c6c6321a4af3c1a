/** One item of one client's subscription: which of its events the client gets, and when. */
import type { Mode, Values } from '../adapters.ts';
import type { Value } from './lines.ts';
import type { Source, Update } from './outbox.ts';

/** What the client asked for, as far as the adapters allow it. */
export interface Dispatch {
  mode: Mode;
  /** Nothing is left out and nothing waits for its turn: RAW, and what was asked for as such. */
  unfiltered: boolean;
  /** Updates per second; Infinity: no limit. */
  frequency: number;
  /** Events that may wait while they are filtered; Infinity: as many as there is room for. */
  bufferSize: number;
  /** Whether the client wants to know how things stand; a number: at most so many events (DISTINCT). */
  snapshot: boolean | number;
}

/** Where events go: the client's outbox. */
export interface Sink {
  update(source: Source, values: readonly Value[], key: string | null, filtered: boolean): Update;
  replace(update: Update, values: readonly Value[]): void;
  drop(update: Update): void;
  note(text: string, isData: boolean): void;
  /** Calls `then` at `at`, in milliseconds of `performance.now()`. */
  later(at: number, then: () => void): void;
  now(): number;
}

export class ItemSubscription implements Source {
  readonly subscription: number;
  readonly item: number;
  readonly fields: readonly string[];
  readonly dispatch: Dispatch;
  waiting = 0;
  lost = 0;
  /** The values the client has: what the next update is compared with. */
  sent: readonly Value[] | null = null;
  /** An item's snapshot is being sent to this client, and its end has not. */
  awaitsSnapshotEnd: boolean;

  readonly #sink: Sink;
  /** Filtered updates that wait in the outbox, by key (one key for all outside of COMMAND), oldest first. */
  readonly #pending = new Map<string, Update[]>();
  /** When the next update of a key may go, and what waits for that. */
  readonly #turns = new Map<string, { at: number; values: readonly Value[] | null }>();
  #ended = false;

  constructor(
    numbers: { subscription: number; item: number },
    fields: readonly string[],
    dispatch: Dispatch,
    sink: Sink,
  ) {
    this.subscription = numbers.subscription;
    this.item = numbers.item;
    this.fields = fields;
    this.dispatch = dispatch;
    this.#sink = sink;
    this.awaitsSnapshotEnd =
      dispatch.snapshot !== false && (dispatch.mode === 'DISTINCT' || dispatch.mode === 'COMMAND');
  }

  /** How things stand, or a change. `row` is complete: every field the adapter has told. */
  event(row: Values, key: string | null): void {
    const values = this.fields.map((field) => row.get(field) ?? null);
    const { mode, unfiltered } = this.dispatch;
    if (unfiltered || mode === 'RAW') this.#sink.update(this, values, key, false);
    else if (mode === 'COMMAND') this.#command(values, key!, row.get('command') ?? null);
    else this.#filtered(values, '');
  }

  /** The number of updates per second has changed. */
  reconfigure(frequency: number): void {
    this.dispatch.frequency = frequency;
  }

  /** No event comes after this. */
  end(): void {
    this.#ended = true;
    this.#turns.clear();
    this.#pending.clear();
  }

  /** Adding and removing rows is never left out; only what changes within a row is filtered. */
  #command(values: readonly Value[], key: string, command: Value): void {
    if (command === 'UPDATE') {
      this.#filtered(values, key);
      return;
    }
    if (command === 'DELETE') {
      for (const update of this.#pending.get(key) ?? []) this.#sink.drop(update);
      this.#pending.delete(key);
      this.#turns.delete(key);
    }
    this.#sink.update(this, values, key, false);
  }

  #filtered(values: readonly Value[], key: string): void {
    const { frequency } = this.dispatch;
    if (frequency === Number.POSITIVE_INFINITY) {
      this.#put(values, key);
      return;
    }
    const now = this.#sink.now();
    const turn = this.#turns.get(key);
    if (turn === undefined || (turn.at <= now && turn.values === null)) {
      this.#turns.set(key, { at: now + 1_000 / frequency, values: null });
      this.#put(values, key);
      return;
    }
    const isFirst = turn.values === null;
    turn.values = values;
    if (isFirst) this.#sink.later(turn.at, () => this.#turn(key));
  }

  #turn(key: string): void {
    const turn = this.#turns.get(key);
    if (this.#ended || !turn?.values) return;
    const { values } = turn;
    this.#turns.set(key, { at: this.#sink.now() + 1_000 / this.dispatch.frequency, values: null });
    this.#put(values, key);
  }

  /** With no room in the buffer, MERGE and COMMAND keep the newest values, DISTINCT the newest events. */
  #put(values: readonly Value[], key: string): void {
    const waiting = (this.#pending.get(key) ?? []).filter((update) => !update.dropped);
    if (waiting.length >= this.dispatch.bufferSize) {
      if (this.dispatch.mode !== 'DISTINCT') {
        this.#sink.replace(waiting.at(-1)!, values);
        return;
      }
      this.#sink.drop(waiting.shift()!);
    }
    waiting.push(this.#sink.update(this, values, this.dispatch.mode === 'COMMAND' ? key : null, true));
    this.#pending.set(key, waiting);
  }
}
