/**
 * What the client side of the broker asks of an Adapter Set, and what it hears from it. The side of the Adapter Remoting
 * Infrastructure (`ari/`) implements it, and so do the adapters of tests.
 */

/** Why an adapter refused. The names are those of the protocol's exceptions. */
export type RefusalKind =
  | 'generic'
  | 'metadata'
  | 'data'
  | 'failure'
  | 'subscription'
  | 'access'
  | 'credits'
  | 'conflictingSession'
  | 'items'
  | 'schema'
  | 'notification';

/** An adapter's exception, as it came over the wire. */
export class AdapterRefusal extends Error {
  override readonly name = 'AdapterRefusal';
  /** For `credits` and `conflictingSession`: 0 or less, meant for the client. */
  readonly clientCode: number | null = null;
  readonly clientMessage: string | null = null;
  /** For `conflictingSession`: the session that could be closed to make room. */
  readonly conflictingSessionId: string | null = null;

  constructor(
    readonly kind: RefusalKind,
    message: string,
    extra: Partial<Pick<AdapterRefusal, 'clientCode' | 'clientMessage' | 'conflictingSessionId'>> = {},
  ) {
    super(message);
    Object.assign(this, extra);
  }
}

/** The adapter is not connected, or its connection ended before it answered. */
export class AdapterGone extends Error {
  override readonly name = 'AdapterGone';
}

export type Mode = 'RAW' | 'MERGE' | 'DISTINCT' | 'COMMAND';

/** Properties of an item, for every user. */
export interface ItemData {
  /** How many events a DISTINCT snapshot holds. */
  distinctSnapshotLength: number;
  /** Events per second the source filters to; 0: no filter. */
  minSourceFrequency: number;
  allowedModes: readonly Mode[];
}

/** Properties of an item, for one user. */
export interface UserItemData {
  /** Events; 0: no limit. */
  allowedBufferSize: number;
  /** Events per second; 0: no limit. */
  allowedMaxFrequency: number;
  allowedModes: readonly Mode[];
}

/** One subscription, for a metadata adapter. */
export interface TableInfo {
  /** The subscription's number in its session. */
  winIndex: number;
  mode: Mode;
  group: string;
  schema: string;
  /** Of the subscription's items, counted from 1. */
  firstItem: number;
  lastItem: number;
  selector: string | null;
}

/** Every method rejects with {@link AdapterRefusal} or {@link AdapterGone}. */
export interface MetadataAdapter {
  notifyUser(
    user: string | null,
    password: string | null,
    headers: ReadonlyMap<string, string>,
  ): Promise<{ /** kbps; 0: no limit. */ maxBandwidth: number; wantsTables: boolean }>;
  notifyNewSession(user: string | null, sessionId: string, context: ReadonlyMap<string, string>): Promise<void>;
  notifySessionClose(sessionId: string): Promise<void>;
  getItems(user: string | null, sessionId: string, group: string): Promise<string[]>;
  getSchema(user: string | null, sessionId: string, group: string, schema: string): Promise<string[]>;
  /** One answer per item, in their order; so does `getUserItemData`. */
  getItemData(items: readonly string[]): Promise<ItemData[]>;
  getUserItemData(user: string | null, items: readonly string[]): Promise<UserItemData[]>;
  /** Resolves with the response for the client; older protocols have none: null. */
  notifyUserMessage(user: string | null, sessionId: string, message: string): Promise<string | null>;
  notifyNewTables(user: string | null, sessionId: string, tables: readonly TableInfo[]): Promise<void>;
  notifyTablesClose(sessionId: string, tables: readonly TableInfo[]): Promise<void>;
}

/** Field values by name; null is a value of its own. */
export type Values = ReadonlyMap<string, string | null>;

/** The events of a data adapter, item by item. Events of items that are not subscribed do not come here. */
export interface DataListener {
  update(item: string, isSnapshot: boolean, values: Values): void;
  endOfSnapshot(item: string): void;
  clearSnapshot(item: string): void;
  /** After all events of the last bytes: a good moment to send them on. */
  flush(): void;
}

/** There is one subscription per item, however many clients want it. */
export interface DataAdapter {
  /** Rejects with {@link AdapterRefusal} or {@link AdapterGone}. */
  subscribe(item: string): Promise<void>;
  unsubscribe(item: string): Promise<void>;
}

/** Hears of adapters that come and go. */
export interface PresenceListener {
  /** Either adapter's connection ended. */
  gone(reason: string): void;
  /** Both adapters are ready. */
  back(): void;
}

/** The adapters behind one broker: one Adapter Set, with one data adapter. */
export interface AdapterSet {
  /** Clients ask for it by this name. */
  readonly name: string;
  readonly metadata: MetadataAdapter;
  readonly data: DataAdapter;
  /** Called once, before adapters can connect. */
  listen(data: DataListener, presence: PresenceListener): void;
}
