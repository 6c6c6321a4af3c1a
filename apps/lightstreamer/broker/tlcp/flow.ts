/** What goes to one client, in its order: what waits, as text in the moment it is sent, and what was sent, for recovery. */
import type { ItemSubscription } from './item-subscription.ts';
import { line, updateLine, type Value } from './lines.ts';
import { Outbox, type Source, type Update } from './outbox.ts';
import { RecoveryLog } from './recovery.ts';

export class Flow {
  readonly #find: (source: Source) => ItemSubscription | undefined;
  readonly #outbox: Outbox;
  readonly #log: RecoveryLog;
  /** What has been sent and was asked for again; it goes first. */
  #again: string[] = [];

  /**
   * @param limits `events` and `backlog` as in {@link Outbox}, `recovery` as in {@link RecoveryLog}
   * @param find the item that updates of `source` are of, while it is subscribed
   */
  constructor(
    limits: { events: number; backlog: number; recovery: number },
    find: (source: Source) => ItemSubscription | undefined,
  ) {
    this.#find = find;
    this.#outbox = new Outbox(limits.events, limits.backlog);
    this.#log = new RecoveryLog(limits.recovery);
  }

  /** Nothing waits that has not been sent before. */
  get isEmpty(): boolean {
    return this.#outbox.isEmpty;
  }

  /** See {@link Outbox.noteSize}. */
  get noteSize(): number {
    return this.#outbox.noteSize;
  }

  /** Data notifications sent from the beginning on. */
  get progressive(): number {
    return this.#log.progressive;
  }

  /** Whether what came after `progressive` can be sent again. */
  canRecover(progressive: number): boolean {
    return this.#log.after(progressive) !== null;
  }

  /** What came after `progressive` is sent again, before what waits. */
  recover(progressive: number): void {
    this.#again = this.#log.after(progressive) ?? [];
  }

  note(text: string, isData: boolean): void {
    this.#outbox.note(text, isData);
  }

  update(source: Source, values: readonly Value[], key: string | null, filtered: boolean): Update {
    return this.#outbox.update(source, values, key, filtered);
  }

  replace(update: Update, values: readonly Value[]): void {
    this.#outbox.replace(update, values);
  }

  drop(update: Update): void {
    this.#outbox.drop(update);
  }

  forget(source: Source): void {
    this.#outbox.forget(source);
  }

  /** The next notification, which counts as sent; empty when it has come to nothing, null when nothing waits. */
  next(): string | null {
    const again = this.#again.shift();
    if (again !== undefined) return again;
    const entry = this.#outbox.take();
    if (entry === null) return null;
    if ('text' in entry) {
      if (entry.isData) this.#log.sent(entry.text);
      return entry.text;
    }
    const item = this.#find(entry.source);
    if (item === undefined) return '';
    let text = '';
    if (item.lost > 0) {
      text = line('OV', item.subscription, item.item, item.lost);
      this.#log.sent(text);
      item.lost = 0;
    }
    const update = updateLine(item.subscription, item.item, entry.values, item.sent);
    item.sent = entry.values;
    this.#log.sent(update);
    return text + update;
  }
}
