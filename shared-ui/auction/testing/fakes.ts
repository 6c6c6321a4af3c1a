/** For tests of the auction page: an auction house in memory, whose connections can be cut and whose replies can wait. */
import type { Adapter, Reply, Socket, Transport } from '../../../protocol/socket.ts';
import type { EventName, Events, Item, RequestName } from '../contract.ts';

export function makeItem(fields: Partial<Item> & { id: number }): Item {
  return {
    name: 'Clock',
    description: 'It ticks.',
    minimumPrice: 1000,
    addedBy: 'Ann',
    addedAt: '2026-01-02T03:04:05.000Z',
    leadingBid: null,
    leadingBidder: null,
    bids: 0,
    ...fields,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests send whatever they like
type Data = any;

const refuse = (code: string, reason: string, field?: string): Reply => ({
  ok: false,
  code,
  reason,
  ...(field === undefined ? {} : { field }),
});

export class FakeHouseSocket implements Socket {
  user: string | null = null;
  readonly requests: { event: string; data: Data }[] = [];
  #ended = false;
  readonly #handlers = new Map<string, ((data: Data) => void)[]>();
  readonly #closeHandlers: ((reason: string) => void)[] = [];
  readonly #rejects = new Set<(error: Error) => void>();

  constructor(
    private readonly house: FakeHouse,
    readonly transport: Transport,
  ) {}

  on(event: string, handler: (data: Data) => void): void {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
  }

  emit(): void {}

  request(event: string, data: Data): Promise<Reply> {
    this.requests.push({ event, data });
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(new Error('the connection has ended'));
      this.#rejects.add(reject);
      void this.house.answer(this, event as RequestName, data).then((reply) => {
        if (!this.#ended) resolve(reply);
      });
    });
  }

  onClose(handler: (reason: string) => void): void {
    this.#closeHandlers.push(handler);
  }

  async close(): Promise<void> {
    this.drop('closed by the client');
  }

  deliver<Name extends EventName>(event: Name, data: Events[Name]): void {
    if (!this.#ended) for (const handler of this.#handlers.get(event) ?? []) handler(data);
  }

  /** The connection ends. */
  drop(reason = 'cut'): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const reject of this.#rejects) reject(new Error(reason));
    for (const handler of this.#closeHandlers) handler(reason);
  }
}

export class FakeHouse implements Adapter {
  readonly id = 'made-up';
  readonly transports: readonly Transport[] = ['websocket', 'long-polling'];
  readonly sockets: FakeHouseSocket[] = [];
  readonly items = new Map<number, Item>();
  readonly passwords = new Map<string, string>();
  readonly tokens = new Map<string, string>();
  revision = 0;
  /** While true no connection can be made. */
  down = false;
  /** While true nobody is told what happens. */
  silent = false;
  /** Replies of these requests wait until `release`. */
  readonly held = new Set<RequestName>();
  /** Takes the place of the next reply of a request. */
  readonly next = new Map<RequestName, Reply>();
  #release: (() => void)[] = [];
  #lastId = 0;

  async connect(_url: string, { transport }: { transport: Transport }): Promise<FakeHouseSocket> {
    if (this.down) throw new Error('refused');
    const socket = new FakeHouseSocket(this, transport);
    this.sockets.push(socket);
    return socket;
  }

  /** The socket that was made last. */
  get socket(): FakeHouseSocket {
    return this.sockets.at(-1)!;
  }

  release(): void {
    this.held.clear();
    for (const go of this.#release.splice(0)) go();
  }

  tell<Name extends EventName>(event: Name, data: Omit<Events[Name], 'revision'>): void {
    const told = { revision: ++this.revision, ...data } as Events[Name];
    if (!this.silent) for (const socket of this.sockets) socket.deliver(event, told);
  }

  add(fields: Partial<Item> = {}): Item {
    const item = makeItem({ id: ++this.#lastId, ...fields });
    this.items.set(item.id, item);
    this.tell('itemAdded', { item });
    return item;
  }

  remove(itemId: number): void {
    const { name, addedBy } = this.items.get(itemId)!;
    this.items.delete(itemId);
    this.tell('itemRemoved', { itemId, name, removedBy: addedBy });
  }

  bid(itemId: number, bidder: string, amount: number): void {
    const item = this.items.get(itemId)!;
    const bids = item.bids + 1;
    this.items.set(itemId, { ...item, leadingBid: amount, leadingBidder: bidder, bids });
    this.tell('bidPlaced', { itemId, name: item.name, amount, bidder, bids });
  }

  async answer(socket: FakeHouseSocket, request: RequestName, data: Data): Promise<Reply> {
    // A list is as of when it was asked for, however late it comes.
    const reply = this.next.get(request) ?? this.#answer(socket, request, data);
    this.next.delete(request);
    if (this.held.has(request)) await new Promise<void>((resolve) => this.#release.push(resolve));
    return reply;
  }

  #answer(socket: FakeHouseSocket, request: RequestName, data: Data): Reply {
    switch (request) {
      case 'register':
        if (this.passwords.has(data.name)) return refuse('name-taken', 'Somebody has that name.', 'name');
        this.passwords.set(data.name, data.password);
        return this.#logIn(socket, data.name);
      case 'logIn': {
        const user = this.tokens.get(data.token);
        if (data.token !== undefined) {
          return user ? this.#logIn(socket, user, data.token) : refuse('login-expired', 'That login is over.');
        }
        if (this.passwords.get(data.name) !== data.password) return refuse('wrong-login', 'Not right.', 'password');
        return this.#logIn(socket, data.name);
      }
      case 'logOut':
        socket.user = null;
        return { ok: true };
      case 'listItems':
        return { ok: true, items: [...this.items.values()], revision: this.revision };
      default:
        return socket.user === null
          ? refuse('not-logged-in', 'Log in first.')
          : this.#trade(socket.user, request, data);
    }
  }

  #trade(user: string, request: RequestName, data: Data): Reply {
    if (request === 'addItem') return { ok: true, item: this.add({ ...data, addedBy: user }), revision: this.revision };
    const item = this.items.get(data.itemId);
    if (item === undefined) return refuse('no-such-item', 'It is not there any more.');
    if (request === 'removeItem') {
      if (item.addedBy !== user) return refuse('not-yours', 'It is not yours.');
      this.remove(item.id);
      return { ok: true, revision: this.revision };
    }
    const tooLow = item.leadingBid === null ? data.amount < item.minimumPrice : data.amount <= item.leadingBid;
    if (tooLow) return refuse('bid-too-low', 'That is not enough.', 'amount');
    this.bid(item.id, user, data.amount);
    return { ok: true, item: this.items.get(item.id), revision: this.revision };
  }

  #logIn(socket: FakeHouseSocket, user: string, token = `token-${this.tokens.size + 1}`): Reply {
    socket.user = user;
    this.tokens.set(token, user);
    return { ok: true, user, token, expiresAt: '2026-02-03T04:05:06.000Z' };
  }
}
