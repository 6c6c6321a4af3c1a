/** One item of one client's subscription: which of its events the client gets, and when. */
import type { Mode, Values } from '../adapters.ts';
import type { Value } from './lines.ts';
import type { Source, Update } from './outbox.ts';
import { Turns } from './turns.ts';

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
  /** Where the command of a row is among its values. */
  readonly #commandAt: number;
  /** Updates that wait in the outbox and that a newer one may change, by key (one key for all outside of COMMAND), oldest first. */
  readonly #pending = new Map<string, Update[]>();
  readonly #turns: Turns;

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
    this.#commandAt = fields.indexOf('command');
    this.#turns = new Turns(dispatch.frequency, dispatch.bufferSize, {
      go: (values, key) => this.#put(values, key),
      lose: () => {
        this.lost += 1;
      },
      later: (at, then) => sink.later(at, then),
      now: () => sink.now(),
    });
    this.awaitsSnapshotEnd =
      dispatch.snapshot !== false && (dispatch.mode === 'DISTINCT' || dispatch.mode === 'COMMAND');
  }

  /** How things stand, or a change. `row` is complete: every field the adapter has told. */
  event(row: Values, key: string | null): void {
    const values = this.#valuesOf(row);
    const { mode, unfiltered } = this.dispatch;
    if (unfiltered || mode === 'RAW') this.#sink.update(this, values, key, false);
    else if (mode === 'COMMAND') this.#command(values, key!, row.get('command') ?? null);
    else this.#turns.take(values, '');
  }

  /** An event that was before the client came (DISTINCT): neither frequency nor buffer are for these. */
  past(row: Values): void {
    this.#sink.update(this, this.#valuesOf(row), null, false);
  }

  /** The number of updates per second has changed. */
  reconfigure(frequency: number): void {
    this.dispatch.frequency = frequency;
    this.#turns.frequency = frequency;
  }

  /** What was there is gone, and with it what waits for its turn. */
  cleared(): void {
    this.#turns.clear();
    this.#pending.clear();
  }

  /** No event comes after this. */
  end(): void {
    this.cleared();
  }

  #valuesOf(row: Values): Value[] {
    return this.fields.map((field) => row.get(field) ?? null);
  }

  /** Adding and removing rows waits for no turn and is never left out; what changes within a row is filtered. */
  #command(values: readonly Value[], key: string, command: Value): void {
    if (command === 'UPDATE') {
      this.#turns.take(values, key);
      return;
    }
    this.#turns.forget(key);
    for (const update of this.#waiting(key)) if (update.filtered) this.#sink.drop(update);
    const update = this.#sink.update(this, values, key, false);
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
        // A row that the client has not heard of is still added, as it is by now.
        this.#sink.replace(last, last.filtered ? values : values.with(this.#commandAt, 'ADD'));
        return;
      }
      this.#sink.drop(waiting.shift()!);
    }
    waiting.push(this.#sink.update(this, values, this.dispatch.mode === 'COMMAND' ? key : null, true));
    this.#pending.set(key, waiting);
  }
}
