/** All subscribed items. The data adapter is asked for each once, however many clients want it. */
import { AdapterGone, type DataAdapter, type DataListener, type Values } from '../adapters.ts';
import { Item } from './item.ts';
import type { ItemSubscription, Receiver } from './item-subscription.ts';

export class Items implements DataListener {
  readonly #data: DataAdapter;
  readonly #log: (sentence: string) => void;
  readonly #items = new Map<string, Item>();
  /** Sessions that have got something since the last flush. */
  readonly #touched = new Set<Receiver>();

  constructor(data: DataAdapter, log: (sentence: string) => void) {
    this.#data = data;
    this.#log = log;
  }

  get(name: string): Item | undefined {
    return this.#items.get(name);
  }

  join(client: ItemSubscription): void {
    const { name, snapshotLength } = client.dispatch;
    const item = this.#items.get(name);
    if (item !== undefined) {
      item.join(client);
      return;
    }
    const fresh = new Item(snapshotLength);
    this.#items.set(name, fresh);
    fresh.join(client);
    this.#data
      .subscribe(name)
      .catch((error: Error) => this.#log(`the data adapter does not serve item ${name}: ${error.message}`));
  }

  leave(client: ItemSubscription): void {
    const { name } = client.dispatch;
    const item = this.#items.get(name);
    if (item === undefined) return;
    item.leave(client);
    if (item.clients.size > 0) return;
    this.#items.delete(name);
    this.#data.unsubscribe(name).catch((error: Error) => {
      // An adapter that has gone has unsubscribed everything, and the log says already that it has gone.
      if (!(error instanceof AdapterGone)) this.#log(`unsubscribing item ${name} failed: ${error.message}`);
    });
  }

  update(name: string, isSnapshot: boolean, values: Values): void {
    this.#change(name, (item) => item.update(values, isSnapshot));
  }

  endOfSnapshot(name: string): void {
    this.#change(name, (item) => item.endOfSnapshot());
  }

  clearSnapshot(name: string): void {
    this.#change(name, (item) => item.clearSnapshot());
  }

  /** Sends what has come since the last time. */
  flush(): void {
    for (const session of this.#touched) session.flush();
    this.#touched.clear();
  }

  #change(name: string, change: (item: Item) => void): void {
    const item = this.#items.get(name);
    if (item === undefined) return;
    change(item);
    for (const { session } of item.clients) this.#touched.add(session);
  }
}
