/** All subscribed items, and the clients of each. The data adapter is asked for an item once, however many clients want it. */
import type { AdapterSet, DataListener, Values } from '../adapters.ts';
import { line, updateLine, type Value } from './lines.ts';

/** The content of a subscription request. */
export interface SubscriptionRequest {
  id: number;
  group: string;
  schema: string;
  mode: 'RAW' | 'COMMAND';
  /** True if the client wants the items' rows first. */
  snapshot: boolean;
}

/** The part of a session that a subscription needs. */
export interface Receiver {
  /** Puts a line where it waits for the client. */
  put(text: string): void;
  /** Sends what waits. */
  flush(): void;
}

/** One item of one client's subscription. */
export class ItemSubscription {
  /** The values that were sent last; null: none. */
  #sent: readonly Value[] | null = null;
  #awaitsSnapshotEnd: boolean;

  /** @param at the item's number in the subscription, from 1 */
  constructor(
    readonly request: SubscriptionRequest,
    readonly name: string,
    readonly at: number,
    readonly fields: readonly string[],
    readonly session: Receiver,
  ) {
    this.#awaitsSnapshotEnd = request.snapshot;
  }

  update(values: Values): void {
    const list = this.fields.map((field) => values.get(field) ?? null);
    this.session.put(updateLine(this.request.id, this.at, list, this.#sent));
    this.#sent = list;
  }

  endSnapshot(): void {
    if (!this.#awaitsSnapshotEnd) return;
    this.#awaitsSnapshotEnd = false;
    this.session.put(line('EOS', this.request.id, this.at));
  }

  clearSnapshot(): void {
    if (this.request.mode === 'COMMAND') this.session.put(line('CS', this.request.id, this.at));
  }
}

class Item {
  readonly clients = new Set<ItemSubscription>();
  /** The snapshot that a new client in COMMAND mode gets: rows by their keys. */
  readonly #rows = new Map<string, Map<string, string | null>>();
  #snapshotEnded = false;

  join(client: ItemSubscription): void {
    this.clients.add(client);
    if (!client.request.snapshot) return;
    for (const row of this.#rows.values()) client.update(new Map(row).set('command', 'ADD'));
    if (this.#snapshotEnded) client.endSnapshot();
  }

  /** Passes an event on. Events of the snapshot are for clients that have asked for it, and for those in RAW mode. */
  update(values: Values, isSnapshot: boolean): void {
    // The first other event ends the snapshot.
    if (!isSnapshot) this.endOfSnapshot();
    const row = this.#applyCommand(values);
    for (const client of this.clients) {
      const { mode, snapshot } = client.request;
      if (mode === 'RAW') client.update(values);
      else if (row !== null && (snapshot || !isSnapshot)) client.update(row);
    }
  }

  endOfSnapshot(): void {
    if (this.#snapshotEnded) return;
    this.#snapshotEnded = true;
    for (const client of this.clients) client.endSnapshot();
  }

  clearSnapshot(): void {
    this.#rows.clear();
    for (const client of this.clients) client.clearSnapshot();
  }

  /**
   * Changes the rows by a COMMAND event, and returns the change for clients: an ADD of a row that exists is an UPDATE, an UPDATE of one
   * that does not is an ADD. Null when it changes nothing or names no row.
   */
  #applyCommand(values: Values): Values | null {
    const key = values.get('key');
    const command = values.get('command');
    if (key == null || command == null) return null;
    if (command === 'DELETE') return this.#rows.delete(key) ? new Map(Object.entries({ key, command })) : null;
    if (command !== 'ADD' && command !== 'UPDATE') return null;
    const before = this.#rows.get(key);
    const row = new Map(command === 'UPDATE' && before ? [...before, ...values] : values);
    row.set('command', before ? 'UPDATE' : 'ADD');
    this.#rows.set(key, row);
    return row;
  }
}

export class Items implements DataListener {
  readonly #adapters: AdapterSet;
  readonly #items = new Map<string, Item>();
  /** Sessions that have got something since the last flush. */
  readonly #touched = new Set<Receiver>();

  constructor(adapters: AdapterSet) {
    this.#adapters = adapters;
  }

  /** Adds a client. It gets the item's state, where it asked for that and as far as it is known. */
  join(client: ItemSubscription): void {
    const before = this.#items.get(client.name);
    const item = before ?? new Item();
    this.#items.set(client.name, item);
    item.join(client);
    if (before === undefined) this.#adapters.data.subscribe(client.name);
  }

  leave(client: ItemSubscription): void {
    const item = this.#items.get(client.name);
    if (!item?.clients.delete(client) || item.clients.size > 0) return;
    this.#items.delete(client.name);
    this.#adapters.data.unsubscribe(client.name);
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
