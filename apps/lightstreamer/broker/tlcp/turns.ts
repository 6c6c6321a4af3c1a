/**
 * Limits how many updates of one item a client gets in a second. Each key has turns of its own (outside of COMMAND there is one key for
 * all). An update that comes before its turn waits for it; if too many wait, the newest stay.
 */
import type { Value } from './lines.ts';

export type Row = readonly Value[];

/** The most that may wait for one key, in UTF-16 code units and in events. */
const MOST_SIZE = 1_048_576;
const MOST_EVENTS = 1_000;

interface Turn {
  /** Not before this, ms. */
  at: number;
  waiting: Row[];
  size: number;
}

export interface TurnEvents {
  /** `row` may go now. */
  go(row: Row, key: string): void;
  /** A row is dropped that the client has asked to keep. */
  lose(): void;
  /** Calls `then` at `at`, ms. */
  later(at: number, then: () => void): void;
  now(): number;
}

export class Turns {
  /** Updates per second of a key; Infinity: no limit. */
  frequency: number;
  readonly #room: number;
  readonly #events: TurnEvents;
  readonly #turns = new Map<string, Turn>();

  /** @param room how many rows of a key may wait; Infinity: as many as there is memory for */
  constructor(frequency: number, room: number, events: TurnEvents) {
    this.frequency = frequency;
    this.#room = room;
    this.#events = events;
  }

  /** Takes a row, which goes when it is its turn: at once, or behind those of its key that wait. */
  take(row: Row, key: string): void {
    const turn = this.#turns.get(key);
    if (turn === undefined) {
      if (this.frequency === Number.POSITIVE_INFINITY) this.#events.go(row, key);
      else this.#go(key, { at: 0, waiting: [], size: 0 }, row);
    } else if (turn.waiting.length > 0) this.#wait(turn, row);
    else if (this.frequency === Number.POSITIVE_INFINITY || turn.at <= this.#events.now()) this.#go(key, turn, row);
    else {
      this.#wait(turn, row);
      this.#callLater(key, turn);
    }
  }

  /** Drops what waits of `key`; its next row goes at once. */
  forget(key: string): void {
    this.#turns.delete(key);
  }

  clear(): void {
    this.#turns.clear();
  }

  #go(key: string, turn: Turn, row: Row): void {
    if (this.frequency === Number.POSITIVE_INFINITY && turn.waiting.length === 0) this.#turns.delete(key);
    else {
      turn.at = this.#events.now() + 1_000 / this.frequency;
      this.#turns.set(key, turn);
      if (turn.waiting.length > 0) this.#callLater(key, turn);
    }
    this.#events.go(row, key);
  }

  #wait(turn: Turn, row: Row): void {
    turn.waiting.push(row);
    turn.size += sizeOf(row);
    while (turn.waiting.length > this.#room) this.#giveUp(turn);
    while (turn.waiting.length > 1 && (turn.waiting.length > MOST_EVENTS || turn.size > MOST_SIZE)) {
      this.#giveUp(turn);
      this.#events.lose();
    }
  }

  #giveUp(turn: Turn): void {
    turn.size -= sizeOf(turn.waiting.shift()!);
  }

  #callLater(key: string, turn: Turn): void {
    this.#events.later(turn.at, () => {
      // The turn may have been forgotten.
      if (this.#turns.get(key) !== turn) return;
      const row = turn.waiting.shift();
      if (row === undefined) return;
      turn.size -= sizeOf(row);
      this.#go(key, turn, row);
    });
  }
}

const sizeOf = (row: Row): number => row.reduce((sum, value) => sum + (value?.length ?? 0), 1);
