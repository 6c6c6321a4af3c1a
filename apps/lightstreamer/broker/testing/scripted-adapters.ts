/** An Adapter Set that tests write the lines of: what it says no to is in the names it is asked for. */
import {
  AdapterGone,
  AdapterRefusal,
  type AdapterSet,
  type DataListener,
  type ItemData,
  type Mode,
  type TableInfo,
  type UserItemData,
} from '../adapters.ts';

type Listener = Parameters<AdapterSet['listen']>[0];
const EVERY_MODE: readonly Mode[] = ['RAW', 'MERGE', 'DISTINCT', 'COMMAND'];

/**
 * Groups and schemas are lists of names with spaces between them. A name that begins with `no-` is refused; an item
 * that begins with `twice-` allows two updates per second, `short-` a buffer of one, `merge-` only MERGE. A user
 * `nobody` is refused, `poor` gets 8 kbps, `full` is refused with a code of its own; the password is not looked at.
 * A message `fail`, `deny` or `break` fails in that way; any other is kept in `messages` and answered with `got `
 * and its text, `slow` only after `release`.
 */
export class ScriptedAdapters implements AdapterSet {
  readonly name = 'OUTCRY';
  readonly subscribed = new Set<string>();
  readonly messages: string[] = [];
  readonly closedSessions: string[] = [];
  readonly tables: TableInfo[] = [];
  isHere = true;
  #listener: Listener | null = null;
  #released: (() => void)[] = [];

  readonly metadata: AdapterSet['metadata'];
  readonly data: AdapterSet['data'];

  constructor() {
    const here = () => {
      if (!this.isHere) throw new AdapterGone('no adapters are connected');
    };
    this.metadata = {
      ready: true,
      notifyUser: async (user) => {
        here();
        if (user === 'nobody') throw new AdapterRefusal('access', 'who?');
        if (user === 'full')
          throw new AdapterRefusal('credits', 'full', { clientCode: -7, clientMessage: 'come back later' });
        return { maxBandwidth: user === 'poor' ? 8 : 0, wantsTables: true };
      },
      notifyNewSession: async () => here(),
      notifySessionClose: async (id) => {
        this.closedSessions.push(id);
      },
      getItems: async (_user, _session, group) => {
        here();
        if (group.startsWith('no-')) throw new AdapterRefusal('items', 'no such group');
        return group.split(' ');
      },
      getSchema: async (_user, _session, _group, schema) => {
        if (schema.startsWith('no-')) throw new AdapterRefusal('schema', 'no such schema');
        return schema.split(' ');
      },
      getItemData: async (items) => items.map((item) => itemData(item)),
      getUserItemData: async (_user, items) => items.map((item) => userItemData(item)),
      notifyUserMessage: async (_user, _session, text) => {
        if (text === 'fail') throw new AdapterRefusal('notification', 'no');
        if (text === 'deny') throw new AdapterRefusal('credits', 'no', { clientCode: -3, clientMessage: 'not, today' });
        if (text === 'break') throw new AdapterRefusal('generic', 'oops');
        if (text === 'slow') await new Promise<void>((resolve) => this.#released.push(resolve));
        this.messages.push(text);
        return `got ${text}`;
      },
      notifyNewTables: async (_user, _session, tables) => {
        this.tables.push(...tables);
      },
      notifyTablesClose: async (_session, tables) => {
        for (const { winIndex } of tables) {
          const at = this.tables.findIndex((table) => table.winIndex === winIndex);
          if (at >= 0) this.tables.splice(at, 1);
        }
      },
    };
    this.data = {
      ready: true,
      subscribe: async (item) => {
        this.subscribed.add(item);
      },
      unsubscribe: async (item) => {
        this.subscribed.delete(item);
      },
    };
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {}

  /** What the broker listens with. */
  get says(): DataListener {
    return this.#listener!;
  }

  /** Lets the messages go that wait. */
  release(): void {
    for (const go of this.#released.splice(0)) go();
  }

  leave(): void {
    this.isHere = false;
    this.subscribed.clear();
    this.#listener!.gone('the script says so');
  }

  comeBack(): void {
    this.isHere = true;
    this.#listener!.back();
  }
}

function itemData(item: string): ItemData {
  return {
    distinctSnapshotLength: 3,
    minSourceFrequency: item.startsWith('sampled-') ? 1 : 0,
    allowedModes: item.startsWith('merge-') ? ['MERGE'] : EVERY_MODE,
  };
}

function userItemData(item: string): UserItemData {
  return {
    allowedBufferSize: item.startsWith('short-') ? 1 : 0,
    allowedMaxFrequency: item.startsWith('twice-') ? 2 : 0,
    allowedModes: EVERY_MODE,
  };
}
