/** The interface between the client side of the broker (`tlcp/`) and an Adapter Set: the remote one (`ari/`), or one of the tests. */

/** An adapter's exception. */
export class AdapterRefusal extends Error {
  override readonly name = 'AdapterRefusal';

  /** @param code of the Adapter Remoting Infrastructure, such as `EI` for a bad group of items; `E` gives no particular reason */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The adapter is not connected, or its connection ended before it answered. */
export class AdapterGone extends Error {
  override readonly name = 'AdapterGone';
}

export type Mode = 'RAW' | 'MERGE' | 'DISTINCT' | 'COMMAND';

/** Every method rejects with {@link AdapterRefusal} or {@link AdapterGone}. */
export interface MetadataAdapter {
  notifyUser(user: string | null, password: string | null, headers: ReadonlyMap<string, string>): Promise<void>;
  notifyNewSession(user: string | null, sessionId: string, context: ReadonlyMap<string, string>): Promise<void>;
  notifySessionClose(sessionId: string): Promise<void>;
  getItems(user: string | null, sessionId: string, group: string): Promise<string[]>;
  getSchema(user: string | null, sessionId: string, group: string, schema: string): Promise<string[]>;
  /** The modes that each of the items may be subscribed in. */
  getItemModes(items: readonly string[]): Promise<Mode[][]>;
  /** The modes that this user may subscribe each of the items in. */
  getUserItemModes(user: string | null, items: readonly string[]): Promise<Mode[][]>;
  notifyUserMessage(user: string | null, sessionId: string, message: string): Promise<void>;
}

/** Field values by name; null is a value of its own. */
export type Values = ReadonlyMap<string, string | null>;

/** The events of a data adapter. Events of items that are not subscribed do not come here. */
export interface DataListener {
  update(item: string, isSnapshot: boolean, values: Values): void;
  endOfSnapshot(item: string): void;
  clearSnapshot(item: string): void;
  /** Called when all events of the last bytes have come. */
  flush(): void;
}

/** A data adapter. It has one subscription per item, however many clients want it. Its refusals are logged. */
export interface DataAdapter {
  subscribe(item: string): void;
  unsubscribe(item: string): void;
}

/** The adapters behind one broker: one Adapter Set, with one data adapter. */
export interface AdapterSet {
  /** Clients ask for it by this name. */
  readonly name: string;
  readonly metadata: MetadataAdapter;
  readonly data: DataAdapter;
  /**
   * Called once, before adapters can connect.
   * @param gone called when the adapters' connections ended
   */
  listen(data: DataListener, gone: () => void): void;
}
