/**
 * What goes to one client, in order. Updates wait with their values and become text when they are sent: until then a later one of the
 * same item may replace them, where the protocol allows that. What waits is bounded; the client hears of what is dropped by an overflow
 * notification. Some of what was sent is kept, for a client whose connection broke.
 */
import { line, updateLine, type Value } from './lines.ts';

/** A notification that waits as text. */
interface Note {
  text: string;
  /** Whether recovery counts it: everything about subscriptions and messages. */
  isData: boolean;
}

/** An update that waits. */
export interface Update {
  source: Source;
  values: readonly Value[];
  /** May be dropped without an overflow, since a later one has all that it has. */
  filtered: boolean;
  /** Sent or dropped: it no longer waits. */
  dropped: boolean;
  size: number;
}

/** An item of a subscription, which its updates come from. */
export interface Source {
  /** Updates that wait. */
  waiting: number;
  /** Dropped updates that the next overflow reports. */
  lost: number;
  /** The values that the client has; null: none. */
  sent: readonly Value[] | null;
  /** Both numbers as in `U`. */
  readonly subscription: number;
  readonly item: number;
}

/** What an entry takes in addition to its text, about. */
const OVERHEAD = 64;

const sizeOf = (values: readonly Value[]): number =>
  values.reduce((sum, value) => sum + (value?.length ?? 0), OVERHEAD);

export class Outbox {
  readonly #limits: { events: number; backlog: number; recovery: number };
  #entries: (Note | Update)[] = [];
  #head = 0;
  #size = 0;
  #noteSize = 0;
  /** Data notifications of the session that have been sent. */
  progressive = 0;
  /** The last of these. */
  #sent: string[] = [];
  #sentSize = 0;
  /** What the client asked for once more; it goes first. */
  #again: string[] = [];

  /** @param limits of the updates of one source, and in UTF-16 code units: of all updates together, and of what is kept for recovery */
  constructor(limits: { events: number; backlog: number; recovery: number }) {
    this.#limits = limits;
  }

  /** Whether nothing waits that has not been sent before. */
  get isEmpty(): boolean {
    this.#skipDropped();
    return this.#head === this.#entries.length;
  }

  /** Code units of the notes that wait. They are never dropped, so the session has to bound them. */
  get noteSize(): number {
    return this.#noteSize;
  }

  note(text: string, isData = true): void {
    this.#entries.push({ text, isData });
    this.#noteSize += text.length + OVERHEAD;
  }

  /** Puts an update at the end; the oldest of its source, then the oldest of all, make room. */
  update(source: Source, values: readonly Value[], filtered: boolean): Update {
    const update: Update = { source, values, filtered, dropped: false, size: sizeOf(values) };
    this.#entries.push(update);
    source.waiting += 1;
    this.#size += update.size;
    if (source.waiting > this.#limits.events) this.#dropOldest((each) => each.source === source);
    while (this.#size > this.#limits.backlog && this.#dropOldest((each) => each !== update)) {}
    return update;
  }

  /** Puts newer values where an update of the same source waits. */
  replace(update: Update, values: readonly Value[]): void {
    const size = sizeOf(values);
    this.#size += size - update.size;
    update.values = values;
    update.size = size;
  }

  /** Takes an update out. Unless it was `filtered`, the next overflow reports it. */
  drop(update: Update): void {
    if (update.dropped) return;
    update.dropped = true;
    update.source.waiting -= 1;
    this.#size -= update.size;
    if (!update.filtered) update.source.lost += 1;
  }

  /** Takes out all that waits of a source whose subscription has ended. */
  forget(source: Source): void {
    for (const entry of this.#entries.slice(this.#head))
      if ('source' in entry && entry.source === source) this.drop(entry);
  }

  /** Whether all that came after `progressive` is kept. */
  canRecover(progressive: number): boolean {
    const missed = this.progressive - progressive;
    return missed >= 0 && missed <= this.#sent.length;
  }

  /** Sends what came after `progressive` again, before what waits. */
  recover(progressive: number): void {
    this.#again = this.#sent.slice(this.#sent.length - (this.progressive - progressive));
  }

  /** The text that goes next, which counts as sent; null when nothing waits. */
  next(): string | null {
    const again = this.#again.shift();
    if (again !== undefined) return again;
    if (this.isEmpty) return null;
    const entry = this.#entries[this.#head]!;
    this.#head += 1;
    if ('text' in entry) {
      this.#noteSize -= entry.text.length + OVERHEAD;
      if (entry.isData) this.#keep(entry.text);
      return entry.text;
    }
    const { source, values } = entry;
    source.waiting -= 1;
    this.#size -= entry.size;
    entry.dropped = true;
    let overflow = '';
    if (source.lost > 0) {
      overflow = line('OV', source.subscription, source.item, source.lost);
      this.#keep(overflow);
      source.lost = 0;
    }
    const update = updateLine(source.subscription, source.item, values, source.sent);
    source.sent = values;
    this.#keep(update);
    return overflow + update;
  }

  #keep(text: string): void {
    this.progressive += 1;
    this.#sent.push(text);
    this.#sentSize += text.length;
    if (this.#sentSize <= this.#limits.recovery) return;
    // Half at a time: taking single texts from the front of a long array would cost its length each time.
    let at = 0;
    while (at < this.#sent.length - 1 && this.#sentSize > this.#limits.recovery / 2) {
      this.#sentSize -= this.#sent[at++]!.length;
    }
    this.#sent = this.#sent.slice(at);
  }

  /** Moves the head over what has been dropped, and frees the entries before it. */
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
