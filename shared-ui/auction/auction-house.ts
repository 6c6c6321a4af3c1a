/**
 * The auction house as the page shows it, on any Socket. Items stay in the order they were added: a list that
 * moves under the hand that bids is worse than one whose news are at its end.
 */
import ko from 'knockout';
import type { Reply, Socket, Transport } from '../../protocol/socket.ts';
import { Account, type Ask } from './account.ts';
import { Adding } from './adding.ts';
import { type Applied, Catalogue, type Change } from './catalogue.ts';
import type { EventName, Item, Requests } from './contract.ts';
import { ItemView } from './item-view.ts';
import type { LoginStore } from './login-store.ts';
import { Notices, sentence } from './notices.ts';
import { Connection, type ConnectionOptions, type ConnectionState } from './reconnecting.ts';
import { meanwhile, noticeOf } from './sentences.ts';

const EVENTS: readonly EventName[] = ['itemAdded', 'itemRemoved', 'bidPlaced'];

export interface AuctionHouseOptions extends Omit<ConnectionOptions, 'opened' | 'changed'> {
  store: LoginStore;
}

export class AuctionHouse {
  readonly connection = ko.observable<ConnectionState>('connecting');
  /** The transport in use, as the framework reports it; null while there is no connection. */
  readonly transport = ko.observable<Transport | null>(null);
  readonly items = ko.observableArray<ItemView>();
  /** True once the list has been there. */
  readonly listed = ko.observable(false);
  readonly notices: Notices;
  readonly account: Account;
  readonly adding: Adding;

  readonly #catalogue = new Catalogue();
  readonly #views = new Map<number, ItemView>();
  readonly #connection: Connection;

  constructor(options: AuctionHouseOptions) {
    const { clock, store } = options;
    this.notices = new Notices(clock);
    this.account = new Account(this.#ask, store, this.notices);
    this.adding = new Adding(this.#ask);
    this.#connection = new Connection({
      ...options,
      opened: (socket) => this.#opened(socket),
      changed: (state) => this.#changed(state),
    });
  }

  start(): void {
    this.#connection.start();
  }

  /** Tries to connect at once instead of after the wait. */
  retryNow(): void {
    this.#connection.retryNow();
  }

  #changed(state: ConnectionState): void {
    this.connection(state);
    if (state === 'connected') return;
    this.transport(null);
    this.#catalogue.reset();
  }

  async #opened(socket: Socket): Promise<void> {
    for (const event of EVENTS) {
      socket.on(event, (data) => {
        if (this.#connection.socket === socket) this.#take(socket, { event, data } as Change);
      });
    }
    const again = this.listed();
    const before = new Map(this.#catalogue.items);
    await this.account.restore(socket);
    await this.#list(socket);
    if (this.#connection.socket !== socket) return;
    this.transport(socket.transport);
    if (!again) return;
    const news = meanwhile(before, this.#catalogue.items, this.account.user());
    this.notices.show('connection', sentence`Connected again; the list is up to date.${news}`);
  }

  /** Asks for the whole list, again as long as changes are missing behind it. */
  async #list(socket: Socket): Promise<void> {
    for (;;) {
      this.#catalogue.beginListing();
      const reply = await socket.request('listItems', {});
      if (this.#connection.socket !== socket) return;
      if (!reply.ok) throw new Error(reply.reason);
      const { items, revision } = reply as unknown as Requests['listItems']['reply'];
      const { applied, gap } = this.#catalogue.list(items, revision);
      this.#showAll();
      for (const one of applied) this.#notify(one);
      if (!gap) return;
    }
  }

  #take(socket: Socket, change: Change): void {
    const result = this.#catalogue.take(change);
    // A server that does not give the list, or does not answer, is as good as gone.
    if (result === 'gap') this.#list(socket).catch(() => this.#connection.renew());
    if (typeof result !== 'object') return;
    this.#showOne(change.event === 'itemAdded' ? change.data.item.id : change.data.itemId);
    this.#notify(result);
  }

  #notify({ change, before }: Applied): void {
    const { key, parts } = noticeOf(change, before, this.account.user());
    this.notices.show(key, parts);
  }

  #view(item: Item): ItemView {
    const view = this.#views.get(item.id) ?? new ItemView(item, this.account.user, this.#ask);
    this.#views.set(item.id, view);
    view.update(item);
    return view;
  }

  #showOne(id: number): void {
    const item = this.#catalogue.items.get(id);
    if (item === undefined) {
      this.items.remove((view) => view.id === id);
      this.#views.delete(id);
    } else if (this.#views.has(id)) {
      this.#view(item);
    } else {
      this.items.push(this.#view(item));
    }
  }

  /** Shows the whole list; items that were there already keep what is being typed into them. */
  #showAll(): void {
    const items = [...this.#catalogue.items.values()].sort((a, b) => a.id - b.id);
    for (const id of this.#views.keys()) if (!this.#catalogue.items.has(id)) this.#views.delete(id);
    this.items(items.map((item) => this.#view(item)));
    this.listed(true);
  }

  readonly #ask: Ask = async (request, data): Promise<Reply> => {
    const socket = this.#connection.socket;
    if (socket === null || this.connection() !== 'connected') {
      return { ok: false, code: 'not-connected', reason: 'There is no connection to the server now. Try again soon.' };
    }
    let reply: Reply;
    try {
      reply = await socket.request(request, data);
    } catch (error) {
      // A socket that let a request wait for too long is of no use, though it may not know yet.
      if (this.#connection.socket === socket) this.#connection.renew();
      throw error;
    }
    if (!reply.ok && reply.code === 'not-logged-in' && this.account.user() !== null) this.account.expired();
    return reply;
  };
}
