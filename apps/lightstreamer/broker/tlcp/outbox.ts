/**
 * What waits for one client, in the order in which it came. Updates wait with their values, not as text: until one is
 * sent, a later one of its item may take its place where the protocol allows that. It is bounded; what does not fit is
 * dropped, and the client is told with an overflow notification.
 */
import type { Value } from './lines.ts';

/** A notification that waits as text. */
export interface Note {
  text: string;
  /** Counted by clients that want to recover: all about subscriptions and messages. */
  isData: boolean;
}

/** An update that waits. */
export interface Update {
  source: Source;
  values: readonly Value[];
  /** The row of a COMMAND item; null elsewhere. */
  key: string | null;
  /** May be dropped with nothing said, since a later one says it all. */
  filtered: boolean;
  dropped: boolean;
  size: number;
}

/** An item of a subscription, which its updates come from. */
export interface Source {
  /** Updates that wait. */
  waiting: number;
  /** Updates that were dropped and whose loss is still to be told. */
  lost: number;
  /** Both numbers as in `U`. */
  readonly subscription: number;
  readonly item: number;
}

export type Entry = Note | Update;

/** What an entry takes besides its text, about. */
const OVERHEAD = 64;

export class Outbox {
  readonly #mostEvents: number;
  readonly #mostSize: number;
  #entries: Entry[] = [];
  #head = 0;
  #size = 0;
  #noteSize = 0;

  /** @param mostEvents of one source; @param mostSize of all, in UTF-16 code units, notes not counted */
  constructor(mostEvents: number, mostSize: number) {
    this.#mostEvents = mostEvents;
    this.#mostSize = mostSize;
  }

  get isEmpty(): boolean {
    this.#skipDropped();
    return this.#head === this.#entries.length;
  }

  /** Code units of the notes that wait: they are never dropped, so somebody has to look at how many there are. */
  get noteSize(): number {
    return this.#noteSize;
  }

  note(text: string, isData: boolean): void {
    this.#entries.push({ text, isData });
    this.#noteSize += text.length + OVERHEAD;
  }

  /** Puts an update at the end; the oldest of its source, then the oldest of all, make room. */
  update(source: Source, values: readonly Value[], key: string | null, filtered: boolean): Update {
    const size = values.reduce((sum, value) => sum + (value?.length ?? 0), OVERHEAD);
    const update: Update = { source, values, key, filtered, dropped: false, size };
    this.#entries.push(update);
    source.waiting += 1;
    this.#size += size;
    if (source.waiting > this.#mostEvents) this.#dropOldest((each) => each.source === source);
    while (this.#size > this.#mostSize && this.#dropOldest((each) => each !== update)) {}
    return update;
  }

  /** Puts newer values where an update of the same source waits. */
  replace(update: Update, values: readonly Value[]): void {
    const size = values.reduce((sum, value) => sum + (value?.length ?? 0), OVERHEAD);
    this.#size += size - update.size;
    update.values = values;
    update.size = size;
  }

  /** Takes an update out. Unless it was `filtered`, its loss will be told. */
  drop(update: Update): void {
    if (update.dropped) return;
    update.dropped = true;
    update.source.waiting -= 1;
    this.#size -= update.size;
    if (!update.filtered) update.source.lost += 1;
  }

  /** Takes out what waits of a source: it is not subscribed any more. */
  forget(source: Source): void {
    for (let at = this.#head; at < this.#entries.length; at++) {
      const entry = this.#entries[at]!;
      if ('source' in entry && entry.source === source && !entry.dropped) {
        entry.dropped = true;
        this.#size -= entry.size;
      }
    }
    source.waiting = 0;
  }

  /** The next entry, which is taken; null when nothing waits. */
  take(): Entry | null {
    this.#skipDropped();
    if (this.isEmpty) return null;
    const entry = this.#entries[this.#head]!;
    this.#head += 1;
    if ('text' in entry) {
      this.#noteSize -= entry.text.length + OVERHEAD;
    } else {
      entry.source.waiting -= 1;
      this.#size -= entry.size;
      // From here on it cannot be replaced.
      entry.dropped = true;
    }
    this.#skipDropped();
    return entry;
  }

  /** Moves the head over what has been dropped, and gives back the room before it. */
  #skipDropped(): void {
    while (this.#head < this.#entries.length) {
      const entry = this.#entries[this.#head]!;
      if ('text' in entry || !entry.dropped) break;
      this.#head += 1;
    }
    if (this.#head === this.#entries.length) {
      if (this.#head > 0) this.#entries = [];
      this.#head = 0;
    } else if (this.#head >= 1_024 && this.#head * 2 >= this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
  }

  #dropOldest(which: (update: Update) => boolean): boolean {
    this.#skipDropped();
    for (let at = this.#head; at < this.#entries.length; at++) {
      const entry = this.#entries[at]!;
      if ('source' in entry && !entry.dropped && which(entry)) {
        this.drop(entry);
        return true;
      }
    }
    return false;
  }
}
