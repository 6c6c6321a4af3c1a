/** One item: its state, and the clients that are subscribed to it. */
import type { Mode, Values } from '../adapters.ts';
import type { ItemSubscription } from './item-subscription.ts';
import { line } from './lines.ts';

export class Item {
  readonly clients = new Set<ItemSubscription>();
  readonly #snapshotLength: number;
  /** What a new client of each mode gets first. */
  #merged: Map<string, string | null> | null = null;
  readonly #rows = new Map<string, Map<string, string | null>>();
  #history: Values[] = [];
  #snapshotEnded = false;

  /** @param snapshotLength how many events a DISTINCT snapshot holds */
  constructor(snapshotLength: number) {
    this.#snapshotLength = snapshotLength;
  }

  /** The mode, other than RAW, that the item is subscribed in: there is one at a time. Null when there is none. */
  get mode(): Mode | null {
    for (const { dispatch } of this.clients) if (dispatch.mode !== 'RAW') return dispatch.mode;
    return null;
  }

  /** Adds a client. It gets the item's state, where it asked for that and as far as it is known. */
  join(client: ItemSubscription): void {
    this.clients.add(client);
    const { mode, snapshot } = client.dispatch;
    if (snapshot === false || mode === 'RAW') return;
    if (mode === 'MERGE') {
      if (this.#merged !== null) client.event(this.#merged, null);
    } else if (mode === 'COMMAND') {
      for (const [key, row] of this.#rows) client.event(new Map(row).set('command', 'ADD'), key);
    }
    if (this.#snapshotEnded) this.#endSnapshot(client);
  }

  leave(client: ItemSubscription): void {
    this.clients.delete(client);
    client.cleared();
  }

  /**
   * An event of the data adapter. An event of the snapshot is for clients that do not know the item's state yet. A DISTINCT snapshot
   * consists of its last events, which are known at its end, so they wait for {@link endOfSnapshot}.
   */
  update(values: Values, isSnapshot: boolean): void {
    // The first other event ends the snapshot.
    if (!isSnapshot && !this.#snapshotEnded) this.endOfSnapshot();
    const merged = new Map([...(this.#merged ?? []), ...values]);
    const command = this.#applyCommand(values);
    const isNews = this.#merged === null || !isSnapshot;
    this.#merged = merged;
    this.#history.push(values);
    if (this.#history.length > this.#snapshotLength) this.#history.shift();
    for (const client of this.clients) {
      const { mode, snapshot } = client.dispatch;
      if (isSnapshot && snapshot === false && mode !== 'RAW') continue;
      if (mode === 'MERGE') {
        if (isNews) client.event(merged, null);
      } else if (mode === 'COMMAND') {
        if (command !== null) client.event(command.row, command.key);
      } else if (mode === 'RAW' || !isSnapshot) client.event(values, null);
    }
  }

  endOfSnapshot(): void {
    this.#snapshotEnded = true;
    for (const client of this.clients) this.#endSnapshot(client);
  }

  /** Forgets the state: clients get null fields where there is one row, a notification where there are many. */
  clearSnapshot(): void {
    const nulls = new Map([...(this.#merged ?? [])].map(([field]) => [field, null]));
    this.#merged = nulls;
    this.#rows.clear();
    this.#history = [];
    for (const client of this.clients) {
      if (client.dispatch.mode === 'MERGE') client.event(nulls, null);
      else if (client.dispatch.mode !== 'RAW') {
        client.cleared();
        client.session.outbox.note(line('CS', client.subscription, client.item));
      }
    }
  }

  /**
   * Changes the rows by a COMMAND event, and returns the change for clients: an ADD of a row that exists is an UPDATE, an UPDATE of one
   * that does not is an ADD. Null when it changes nothing or names no row.
   */
  #applyCommand(values: Values): { key: string; row: Values } | null {
    const key = values.get('key');
    const command = values.get('command');
    if (key == null || command == null) return null;
    const before = this.#rows.get(key);
    if (command === 'DELETE') {
      if (!this.#rows.delete(key)) return null;
      return { key, row: new Map(Object.entries({ key, command })) };
    }
    if (command !== 'ADD' && command !== 'UPDATE') return null;
    const row = new Map(command === 'UPDATE' && before ? [...before, ...values] : values);
    row.set('command', before ? 'UPDATE' : 'ADD');
    this.#rows.set(key, row);
    return { key, row };
  }

  /** A DISTINCT client gets as many of the last events as it asked for and the adapter allows. */
  #endSnapshot(client: ItemSubscription): void {
    if (!client.awaitsSnapshotEnd) return;
    client.awaitsSnapshotEnd = false;
    const { mode, snapshot } = client.dispatch;
    if (mode === 'DISTINCT') {
      const most = typeof snapshot === 'number' ? snapshot : this.#history.length;
      for (const row of most > 0 ? this.#history.slice(-most) : []) client.past(row);
    }
    client.session.outbox.note(line('EOS', client.subscription, client.item));
  }
}
