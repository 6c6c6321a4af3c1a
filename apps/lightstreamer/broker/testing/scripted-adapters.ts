/** An Adapter Set for tests, which choose its answers by the names that they ask for. */
import { AdapterGone, AdapterRefusal, type AdapterSet, type DataListener, type Mode } from '../adapters.ts';

const modesOf = (items: readonly string[]): Mode[][] =>
  items.map((item) => (item.startsWith('raw-') ? ['RAW'] : ['RAW', 'MERGE', 'DISTINCT', 'COMMAND']));

/**
 * Groups and schemas are lists of names with spaces between them. A name that begins with `no-` is refused; an item that begins with `raw-`
 * allows only RAW. A user `nobody` is refused; the password is not looked at. A message `fail` or `break` fails in that way; any other is
 * kept in `messages`, `slow` only after `release`.
 */
export class ScriptedAdapters implements AdapterSet {
  readonly name = 'OUTCRY';
  readonly subscribed = new Set<string>();
  readonly messages: string[] = [];
  isHere = true;
  /** The broker's listener. */
  says!: DataListener;
  #gone = (): void => {};
  #released: (() => void)[] = [];

  readonly metadata: AdapterSet['metadata'] = {
    notifyUser: async (user) => {
      if (!this.isHere) throw new AdapterGone('no adapters are connected');
      if (user === 'nobody') throw new AdapterRefusal('EA', 'who?');
    },
    notifyNewSession: async () => {},
    notifySessionClose: async () => {},
    getItems: async (_user, _session, group) => namesIn(group, 'EI'),
    getSchema: async (_user, _session, _group, schema) => namesIn(schema, 'ES'),
    getItemModes: async (items) => modesOf(items),
    getUserItemModes: async (_user, items) => modesOf(items),
    notifyUserMessage: async (_user, _session, text) => {
      if (text === 'fail') throw new AdapterRefusal('EN', 'no');
      if (text === 'break') throw new AdapterRefusal('E', 'oops');
      if (text === 'slow') await new Promise<void>((resolve) => this.#released.push(resolve));
      this.messages.push(text);
    },
  };

  readonly data: AdapterSet['data'] = {
    subscribe: (item) => void this.subscribed.add(item),
    unsubscribe: (item) => void this.subscribed.delete(item),
  };

  listen(data: DataListener, gone: () => void): void {
    this.says = data;
    this.#gone = gone;
  }

  /** Lets the messages go that wait. */
  release(): void {
    for (const go of this.#released.splice(0)) go();
  }

  leave(): void {
    this.isHere = false;
    this.subscribed.clear();
    this.#gone();
  }

  comeBack(): void {
    this.isHere = true;
  }
}

function namesIn(list: string, refusal: string): string[] {
  if (list.startsWith('no-')) throw new AdapterRefusal(refusal, 'no such name');
  return list.split(' ');
}
