/** The framework's SDK for adapters in Node, as far as this app uses it. */
import { createRequire } from 'node:module';

/** The stream that the SDK reads from and writes to. */
export interface AriStream {
  setEncoding(encoding: string): void;
  on(event: string, listener: (text: string) => void): unknown;
  write(text: string): unknown;
  destroy(error: Error): unknown;
}

/** Answers one request, once. `kind` is the SDK's name of an exception, such as `items`. */
export interface Response {
  success(...values: unknown[]): void;
  error(message: string, kind?: string): void;
}

export interface Modes {
  raw: boolean;
  merge: boolean;
  distinct: boolean;
  command: boolean;
}

/** Requests to the metadata adapter, by the SDK's names. */
export interface MetadataRequests {
  init: object;
  getItems: { groupName: string | null; sessionId: string | null };
  getSchema: { groupName: string | null; schemaName: string | null };
  getItemData: { itemNames: string[] };
  getUserItemData: { itemNames: string[] };
  notifyNewSession: { sessionId: string; contextProperties: Record<string, string | null> };
  notifySessionClose: { sessionId: string };
  notifyUserMessage: { sessionId: string; userMessage: string | null };
}

/** The metadata adapter's requests. Without a listener for one the SDK answers itself: every client may connect, without limits. */
export interface MetadataProvider {
  on<Name extends keyof MetadataRequests>(
    event: Name,
    listener: (request: MetadataRequests[Name], response: Response) => void,
  ): this;
}

export interface DataProvider {
  on(event: 'init', listener: (request: object, response: Response) => void): this;
  on(event: 'subscribe' | 'unsubscribe', listener: (item: string, response: Response) => void): this;
  /** Throws when `item` is not subscribed. */
  update(item: string, isSnapshot: boolean, values: Record<string, string | null>): this;
  endOfSnapshot(item: string): this;
  clearSnapshot(item: string): this;
}

interface Sdk {
  MetadataProvider: new (stream: AriStream) => MetadataProvider;
  DataProvider: new (
    requests: AriStream,
    notifications: AriStream,
    isSnapshotAvailable: (item: string) => boolean,
  ) => DataProvider;
}

// Its files set variables that they have not declared, which an ES module would not let them.
const load = createRequire(import.meta.url);

export const { MetadataProvider, DataProvider } = load('lightstreamer-adapter') as Sdk;
