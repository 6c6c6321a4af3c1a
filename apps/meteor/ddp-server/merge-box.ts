/**
 * A client's copy of the documents that are published to it. Several subscriptions may publish one document, each fields of its own;
 * the client gets their union, and hears of a field only when its value for the client changes. Where subscriptions give one field
 * different values, the one that gave it first wins.
 */
import { encode } from './ejson.ts';

export type Fields = Record<string, unknown>;

/** The client's side of the box; `changed` gets only what changed. Field values are EJSON, as text. */
export interface BoxOutput {
  added(collection: string, id: string, fields: Map<string, string>): void;
  changed(collection: string, id: string, fields: Map<string, string>, cleared: string[]): void;
  removed(collection: string, id: string): void;
}

interface Said {
  subscription: string;
  text: string;
}

interface Document {
  subscriptions: Set<string>;
  /** The values of each field by subscription; the client sees the first. */
  fields: Map<string, Said[]>;
}

export class MergeBox {
  readonly #output: BoxOutput;
  readonly #collections = new Map<string, Map<string, Document>>();

  constructor(output: BoxOutput) {
    this.#output = output;
  }

  /** The number of documents that the client has. */
  get size(): number {
    let size = 0;
    for (const documents of this.#collections.values()) size += documents.size;
    return size;
  }

  added(subscription: string, collection: string, id: string, fields: Fields): void {
    let documents = this.#collections.get(collection);
    if (documents === undefined) {
      documents = new Map();
      this.#collections.set(collection, documents);
    }
    const known = documents.get(id);
    const document = known ?? { subscriptions: new Set(), fields: new Map() };
    document.subscriptions.add(subscription);
    const seen = this.#say(document, subscription, fields);
    if (known === undefined) {
      documents.set(id, document);
      this.#output.added(collection, id, seen.fields);
    } else this.#tell(collection, id, seen);
  }

  /** A field that is undefined is taken back. @throws Error when the subscription has not added the document */
  changed(subscription: string, collection: string, id: string, fields: Fields): void {
    const document = this.#document(subscription, collection, id);
    this.#tell(collection, id, this.#say(document, subscription, fields));
  }

  /** @throws Error when the subscription has not added the document */
  removed(subscription: string, collection: string, id: string): void {
    const document = this.#document(subscription, collection, id);
    document.subscriptions.delete(subscription);
    if (document.subscriptions.size > 0) {
      const nothing = Object.fromEntries([...document.fields.keys()].map((name) => [name, undefined]));
      this.#tell(collection, id, this.#say(document, subscription, nothing));
      return;
    }
    const documents = this.#collections.get(collection)!;
    documents.delete(id);
    if (documents.size === 0) this.#collections.delete(collection);
    this.#output.removed(collection, id);
  }

  /** The subscription has ended: what it alone published is removed. */
  ended(subscription: string): void {
    for (const [collection, documents] of [...this.#collections]) {
      for (const [id, { subscriptions }] of [...documents]) {
        if (subscriptions.has(subscription)) this.removed(subscription, collection, id);
      }
    }
  }

  #document(subscription: string, collection: string, id: string): Document {
    const document = this.#collections.get(collection)?.get(id);
    if (document?.subscriptions.has(subscription)) return document;
    throw new Error(`the subscription has not added ${id} to ${collection}`);
  }

  /** Takes what a subscription says of a document; gives back what the client sees differently now. */
  #say(document: Document, subscription: string, said: Fields): { fields: Map<string, string>; cleared: string[] } {
    const fields = new Map<string, string>();
    const cleared: string[] = [];
    for (const [name, value] of Object.entries(said)) {
      // The document's id has a place of its own in the messages.
      if (name === '_id') continue;
      const all = document.fields.get(name) ?? [];
      const seen = all[0]?.text;
      const index = all.findIndex((one) => one.subscription === subscription);
      if (value === undefined) {
        if (index >= 0) all.splice(index, 1);
      } else if (index >= 0) all[index]!.text = ejsonText(value);
      else all.push({ subscription, text: ejsonText(value) });
      if (all.length === 0) document.fields.delete(name);
      else document.fields.set(name, all);
      const now = all[0]?.text;
      if (now === seen) continue;
      if (now === undefined) cleared.push(name);
      else fields.set(name, now);
    }
    return { fields, cleared };
  }

  #tell(collection: string, id: string, { fields, cleared }: { fields: Map<string, string>; cleared: string[] }): void {
    if (fields.size > 0 || cleared.length > 0) this.#output.changed(collection, id, fields, cleared);
  }
}

/** A value as text: it cannot change any more, and is equal to another where the texts are. */
export function ejsonText(value: unknown): string {
  return JSON.stringify(encode(value)) ?? 'null';
}
