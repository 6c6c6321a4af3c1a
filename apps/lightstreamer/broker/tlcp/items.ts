/** All items that somebody is subscribed to: each is asked of the data adapter once, however many want it. */
import { AdapterGone, type DataAdapter, type Values } from '../adapters.ts';
import { Item } from './item.ts';
import type { ItemSubscription } from './item-subscription.ts';
import type { Subscriber } from './subscriber.ts';

export class Items {
  readonly #data: DataAdapter;
  readonly #log: (sentence: string) => void;
  readonly #items = new Map<string, Item>();
  readonly #owners = new Map<ItemSubscription, Subscriber>();
  /** Subscribers that something waits for since the last flush. */
  readonly #touched = new Set<Subscriber>();

  constructor(data: DataAdapter, log: (sentence: string) => void) {
    this.#data = data;
    this.#log = log;
  }

  get(name: string): Item | undefined {
    return this.#items.get(name);
  }

  join(name: string, client: ItemSubscription, session: Subscriber, snapshotLength: number): void {
    this.#owners.set(client, session);
    const item = this.#items.get(name);
    if (item !== undefined) {
      item.join(client, (text) => session.note(text, true));
      return;
    }
    const fresh = new Item(name, snapshotLength);
    this.#items.set(name, fresh);
    fresh.join(client, (text) => session.note(text, true));
    this.#data
      .subscribe(name)
      .catch((error: Error) => this.#log(`the data adapter does not serve item ${name}: ${error.message}`));
  }

  leave(name: string, client: ItemSubscription): void {
    this.#owners.delete(client);
    const item = this.#items.get(name);
    if (item === undefined) return;
    item.leave(client);
    if (item.subscribers > 0) return;
    this.#items.delete(name);
    this.#data.unsubscribe(name).catch((error: Error) => {
      // An adapter that has gone has unsubscribed everything, and that it has gone has been said.
      if (!(error instanceof AdapterGone)) this.#log(`unsubscribing item ${name} failed: ${error.message}`);
    });
  }

  update(name: string, isSnapshot: boolean, values: Values): void {
    const item = this.#items.get(name);
    if (item === undefined) return;
    // A snapshot is over at the latest with what is none of it.
    if (!isSnapshot && !item.isSnapshotOver) this.endOfSnapshot(name);
    item.update(values, isSnapshot);
    this.#touch(item);
  }

  endOfSnapshot(name: string): void {
    const item = this.#items.get(name);
    item?.endOfSnapshot((client, text) => this.#owners.get(client)?.note(text, true));
    if (item) this.#touch(item);
  }

  clearSnapshot(name: string): void {
    const item = this.#items.get(name);
    item?.clearSnapshot((client, text) => this.#owners.get(client)?.note(text, true));
    if (item) this.#touch(item);
  }

  /** Sends what has come since the last time. */
  flush(): void {
    for (const session of this.#touched) session.flush();
    this.#touched.clear();
  }

  #touch(item: Item): void {
    for (const client of item.clients()) {
      const session = this.#owners.get(client);
      if (session !== undefined) this.#touched.add(session);
    }
  }
}
