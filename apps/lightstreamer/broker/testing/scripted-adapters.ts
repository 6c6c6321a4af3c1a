/** An Adapter Set for tests, which choose its answers by the names that they ask for. */
import {
  AdapterGone,
  AdapterRefusal,
  type AdapterSet,
  type DataListener,
  type ItemData,
  type Mode,
  type PresenceListener,
  type TableInfo,
  type UserItemData,
} from '../adapters.ts';

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
  /** What the broker listens with. */
  says!: DataListener;
  #presence: PresenceListener | null = null;
  #released: (() => void)[] = [];

  readonly metadata: AdapterSet['metadata'];
  readonly data: AdapterSet['data'];

  constructor() {
    const here = () => {
      if (!this.isHere) throw new AdapterGone('no adapters are connected');
    };
    this.metadata = {
      notifyUser: async (user) => {
        here();
        if (user === 'nobody') throw new AdapterRefusal('access', 'who?');
        const extra = { clientCode: -7, clientMessage: 'come back later' };
        if (user === 'full') throw new AdapterRefusal('credits', 'full', extra);
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
      getItemData: async (items) => items.map(itemData),
      getUserItemData: async (_user, items) => items.map(userItemData),
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
      subscribe: async (item) => void this.subscribed.add(item),
      unsubscribe: async (item) => void this.subscribed.delete(item),
    };
  }

  listen(data: DataListener, presence: PresenceListener): void {
    this.says = data;
    this.#presence = presence;
  }

  /** Lets the messages go that wait. */
  release(): void {
    for (const go of this.#released.splice(0)) go();
  }

  leave(): void {
    this.isHere = false;
    this.subscribed.clear();
    this.#presence!.gone('the script says so');
  }

  comeBack(): void {
    this.isHere = true;
    this.#presence!.back();
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
