/** The subscriptions of one client, and the merge box that they share. */
import { DdpError, errorFields } from './errors.ts';
import { ejsonText, type Fields, MergeBox } from './merge-box.ts';
import type { ClientMessage } from './messages.ts';
import type { Offered } from './offered.ts';
import { type Connection, Subscription } from './subscription.ts';
import * as wire from './wire.ts';

/** A longer name is not repeated to its sender. */
const NAME_LIMIT = 100;

export class Subscriptions {
  readonly #offered: Offered;
  readonly #connection: Connection;
  readonly #write: (text: string) => void;
  readonly #open = new Map<string, Subscription>();
  readonly #box: MergeBox;

  constructor(offered: Offered, connection: Connection, write: (text: string) => void) {
    this.#offered = offered;
    this.#connection = connection;
    this.#write = write;
    this.#box = new MergeBox({
      added: (...document) => write(wire.addedText(...document)),
      changed: (...document) => write(wire.changedText(...document)),
      removed: (...document) => write(wire.removedText(...document)),
    });
  }

  /** The number of subscriptions, and that of the client's documents. */
  get kept(): { subscriptions: number; documents: number } {
    return { subscriptions: this.#open.size, documents: this.#box.size };
  }

  /** Begins the subscription of a `sub`. Returns a promise to await, if any; it never rejects. */
  begin({ id, name, params }: Extract<ClientMessage, { msg: 'sub' }>): Promise<void> | null {
    // A client that is not sure whether it has subscribed says it again.
    if (this.#open.has(id)) return null;
    const { publications, limits } = this.#offered;
    const publication = publications.get(name);
    if (publication === undefined) {
      this.#refuse(id, new DdpError(404, `Subscription '${name.slice(0, NAME_LIMIT)}' not found`));
      return null;
    }
    if (this.#open.size >= limits.subscriptions) {
      this.#refuse(id, new DdpError('too-many-subscriptions', `a client may have ${limits.subscriptions}`));
      return null;
    }
    const subscription = this.#subscription(id);
    this.#open.set(id, subscription);
    try {
      const publishing = publication.apply(subscription, params);
      if (!(publishing instanceof Promise)) return null;
      return publishing.then(
        () => {},
        (error) => subscription.error(error),
      );
    } catch (error) {
      subscription.error(error);
      return null;
    }
  }

  /** A subscription that is not there is confirmed to have ended, too. */
  end(id: string): void {
    const subscription = this.#open.get(id);
    if (subscription === undefined) this.#write(wire.nosubText(id));
    else subscription.stop();
  }

  /** The client is gone. */
  endAll(): void {
    const all = [...this.#open.values()];
    this.#open.clear();
    for (const subscription of all) subscription.ended(this.#offered.log);
  }

  #subscription(id: string): Subscription {
    const { log, unmerged } = this.#offered;
    const subscription: Subscription = new Subscription(this.#connection, {
      added: (collection, document, fields) => {
        if (unmerged.has(collection)) this.#write(wire.addedText(collection, document, textsOf(fields)));
        else this.#box.added(id, collection, document, fields);
      },
      changed: (collection, document, fields) => {
        if (!unmerged.has(collection)) this.#box.changed(id, collection, document, fields);
        else this.#write(wire.changedText(collection, document, textsOf(fields), clearedIn(fields)));
      },
      removed: (collection, document) => {
        if (unmerged.has(collection)) this.#write(wire.removedText(collection, document));
        else this.#box.removed(id, collection, document);
      },
      ready: () => this.#write(wire.readyText(id)),
      stopped: (error) => {
        if (!this.#open.delete(id)) return;
        subscription.ended(log);
        this.#box.ended(id);
        if (error === undefined) this.#write(wire.nosubText(id));
        else this.#refuse(id, error);
      },
    });
    return subscription;
  }

  #refuse(id: string, error: unknown): void {
    this.#write(wire.failedText('nosub', id, errorFields(error, this.#offered.log)));
  }
}

function textsOf(fields: Fields): Map<string, string> {
  const there = Object.entries(fields).filter(([name, value]) => value !== undefined && name !== '_id');
  return new Map(there.map(([name, value]) => [name, ejsonText(value)]));
}

function clearedIn(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name] === undefined);
}
