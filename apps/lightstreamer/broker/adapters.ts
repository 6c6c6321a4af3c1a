/**
 * What the client side of the broker asks of an Adapter Set, and what it hears from it. The side of the Adapter Remoting
 * Infrastructure (`ari/`) implements it; tests put adapters of their own in its place.
 */

/** Why an adapter said no. The names are those of the protocol's exceptions. */
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
  readonly kind: RefusalKind;
  /** For `credits` and `conflictingSession`: 0 or less, meant for the client. */
  readonly clientCode: number | null;
  readonly clientMessage: string | null;
  /** For `conflictingSession`: the session that could be closed to make room. */
  readonly conflictingSessionId: string | null;

  constructor(
    kind: RefusalKind,
    message: string,
    extra: { clientCode?: number; clientMessage?: string | null; conflictingSessionId?: string | null } = {},
  ) {
    super(message);
    this.kind = kind;
    this.clientCode = extra.clientCode ?? null;
    this.clientMessage = extra.clientMessage ?? null;
    this.conflictingSessionId = extra.conflictingSessionId ?? null;
  }
}

/** The adapter is not connected, or its connection ended before it answered. */
export class AdapterGone extends Error {
  override readonly name = 'AdapterGone';
}

export type Mode = 'RAW' | 'MERGE' | 'DISTINCT' | 'COMMAND';

/** What holds for an item whoever subscribes to it. */
export interface ItemData {
  /** How many events a DISTINCT snapshot holds. */
  distinctSnapshotLength: number;
  /** Events per second the source filters to; 0: no filter. */
  minSourceFrequency: number;
  allowedModes: readonly Mode[];
}

/** What holds for an item when one user subscribes to it. */
export interface UserItemData {
  /** Events; 0: no limit. */
  allowedBufferSize: number;
  /** Events per second; 0: no limit. */
  allowedMaxFrequency: number;
  allowedModes: readonly Mode[];
}

/** One subscription, as a metadata adapter is told of it. */
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
  /** Whether it is connected and has answered its initialisation. */
  readonly ready: boolean;
  notifyUser(
    user: string | null,
    password: string | null,
    headers: ReadonlyMap<string, string>,
  ): Promise<{ /** kbps; 0: no limit. */ maxBandwidth: number; wantsTables: boolean }>;
  notifyNewSession(user: string | null, sessionId: string, context: ReadonlyMap<string, string>): Promise<void>;
  notifySessionClose(sessionId: string): Promise<void>;
  getItems(user: string | null, sessionId: string, group: string): Promise<string[]>;
  getSchema(user: string | null, sessionId: string, group: string, schema: string): Promise<string[]>;
  getItemData(items: readonly string[]): Promise<ItemData[]>;
  getUserItemData(user: string | null, items: readonly string[]): Promise<UserItemData[]>;
  /** Resolves with the response for the client; older protocols have none: null. */
  notifyUserMessage(user: string | null, sessionId: string, message: string): Promise<string | null>;
  notifyNewTables(user: string | null, sessionId: string, tables: readonly TableInfo[]): Promise<void>;
  notifyTablesClose(sessionId: string, tables: readonly TableInfo[]): Promise<void>;
}

/** Field values by name; null is a value of its own. */
export type Values = ReadonlyMap<string, string | null>;

/** What a data adapter says, item by item. Only of items that are subscribed: late events are left out. */
export interface DataListener {
  update(item: string, isSnapshot: boolean, values: Values): void;
  endOfSnapshot(item: string): void;
  clearSnapshot(item: string): void;
  /** Everything the last bytes brought has been told: a good moment to send it on. */
  flush(): void;
}

/** One subscription per item, however many clients want it: {@link DataListener} hears for all of them. */
export interface DataAdapter {
  readonly ready: boolean;
  /** Rejects with {@link AdapterRefusal} or {@link AdapterGone}. */
  subscribe(item: string): Promise<void>;
  unsubscribe(item: string): Promise<void>;
}

/** The adapters behind one broker: one Adapter Set, with one data adapter. */
export interface AdapterSet {
  /** Clients ask for it by this name. */
  readonly name: string;
  readonly metadata: MetadataAdapter;
  readonly data: DataAdapter;
  /** Said once, before anything else: who hears of events and of adapters that come and go. */
  listen(
    listener: DataListener & {
      /** Either adapter's connection ended. */ gone(reason: string): void /** Both are ready. */;
      back(): void;
    },
  ): void;
  close(): Promise<void>;
}
