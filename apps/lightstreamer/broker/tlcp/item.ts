/** One item, whoever subscribes to it: how it stands, and who hears of its changes. */
import type { Mode, Values } from '../adapters.ts';
import type { ItemSubscription } from './item-subscription.ts';
import { line } from './lines.ts';

export class Item {
  readonly name: string;
  readonly #snapshotLength: number;
  readonly #subscribers = new Set<ItemSubscription>();
  /** What a new client of each mode is told first. */
  #merged: Map<string, string | null> | null = null;
  #rows = new Map<string, Map<string, string | null>>();
  #history: Values[] = [];
  #snapshotEnded = false;

  /** @param snapshotLength how many events a DISTINCT snapshot holds */
  constructor(name: string, snapshotLength: number) {
    this.name = name;
    this.#snapshotLength = snapshotLength;
  }

  /** Whether what was before the first subscription has been told, all of it. */
  get isSnapshotOver(): boolean {
    return this.#snapshotEnded;
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  clients(): Iterable<ItemSubscription> {
    return this.#subscribers;
  }

  /** The mode, other than RAW, that the item is subscribed in: there is one at a time. Null when there is none. */
  get mode(): Mode | null {
    for (const { dispatch } of this.#subscribers) if (dispatch.mode !== 'RAW') return dispatch.mode;
    return null;
  }

  /** A client more. It is told how the item stands, where it asked for that and as far as it is known. */
  join(client: ItemSubscription, note: (text: string) => void): void {
    this.#subscribers.add(client);
    const { mode, snapshot } = client.dispatch;
    if (snapshot === false || mode === 'RAW') return;
    if (mode === 'MERGE') {
      if (this.#merged !== null) client.event(this.#merged, null);
    } else if (mode === 'COMMAND') {
      for (const [key, row] of this.#rows) client.event(new Map(row).set('command', 'ADD'), key);
    }
    if (this.#snapshotEnded) this.#endSnapshot(client, note);
  }

  leave(client: ItemSubscription): void {
    this.#subscribers.delete(client);
    client.end();
  }

  /**
   * The data adapter says something. `isSnapshot` tells clients that know how the item stands from those that do not. Only with the last
   * of a DISTINCT snapshot it is known which of its events are the last ones, so they wait for {@link endOfSnapshot}.
   */
  update(values: Values, isSnapshot: boolean): void {
    const merged = new Map([...(this.#merged ?? []), ...values]);
    const command = this.#applyCommand(values);
    const isNews = this.#merged === null || !isSnapshot;
    this.#merged = merged;
    this.#history.push(values);
    if (this.#history.length > this.#snapshotLength) this.#history.shift();
    for (const client of this.#subscribers) {
      const { mode, snapshot } = client.dispatch;
      if (isSnapshot && snapshot === false && mode !== 'RAW') continue;
      if (mode === 'MERGE') {
        if (isNews) client.event(merged, null);
      } else if (mode === 'COMMAND') {
        if (command !== null) client.event(command.row, command.key);
      } else if (mode === 'RAW' || !isSnapshot) client.event(values, null);
    }
  }

  endOfSnapshot(note: (client: ItemSubscription, text: string) => void): void {
    this.#snapshotEnded = true;
    for (const client of this.#subscribers) this.#endSnapshot(client, (text) => note(client, text));
  }

  /** Everything there was is gone: null fields where there is one row, a notification where there are many. */
  clearSnapshot(note: (client: ItemSubscription, text: string) => void): void {
    const nulls = new Map([...(this.#merged ?? [])].map(([field]) => [field, null]));
    this.#merged = nulls;
    this.#rows.clear();
    this.#history = [];
    for (const client of this.#subscribers) {
      if (client.dispatch.mode === 'MERGE') client.event(nulls, null);
      else if (client.dispatch.mode !== 'RAW') {
        client.cleared();
        note(client, line('CS', client.subscription, client.item));
      }
    }
  }

  /**
   * A COMMAND event put on the rows, as clients are told of it: an ADD of a row that is there is an UPDATE, an UPDATE of
   * one that is not is an ADD. Null when it changes nothing or names no row.
   */
  #applyCommand(values: Values): { key: string; row: Map<string, string | null> } | null {
    const key = values.get('key');
    const command = values.get('command');
    if (key == null || command == null) return null;
    const before = this.#rows.get(key);
    if (command === 'DELETE') {
      if (!this.#rows.delete(key)) return null;
      return {
        key,
        row: new Map([
          ['key', key],
          ['command', 'DELETE'],
        ]),
      };
    }
    if (command !== 'ADD' && command !== 'UPDATE') return null;
    const row = new Map(command === 'UPDATE' && before ? [...before, ...values] : values);
    row.set('command', before ? 'UPDATE' : 'ADD');
    this.#rows.set(key, row);
    return { key, row };
  }

  /** A DISTINCT client gets as many of the last events as it asked for and the adapter says. */
  #endSnapshot(client: ItemSubscription, note: (text: string) => void): void {
    if (!client.awaitsSnapshotEnd) return;
    client.awaitsSnapshotEnd = false;
    const { mode, snapshot } = client.dispatch;
    if (mode === 'DISTINCT') {
      const most = typeof snapshot === 'number' ? snapshot : this.#history.length;
      for (const row of most > 0 ? this.#history.slice(-most) : []) client.past(row);
    }
    note(line('EOS', client.subscription, client.item));
  }
}
