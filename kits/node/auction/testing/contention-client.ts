/** A client of a real server, for the test of contention: keeps its list by the revisions, as the contract says. */

import type { Adapter, Reply, Socket, Transport } from '../../../../protocol/socket.ts';
import type { Events, Item, RequestName } from '../../../../shared-ui/auction/contract.ts';

export class ContentionClient {
  readonly socket: Socket;
  readonly #closed: Promise<string>;
  revision = 0;
  item: Item | null = null;
  /** Events that were missing when a later one came: none, on a connection that holds. */
  gaps = 0;
  #listed = false;
  readonly #early: Events['bidPlaced'][] = [];
  readonly #waiting: { revision: number; resolve: () => void }[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    this.#closed = new Promise((resolve) => socket.onClose(resolve));
    socket.on('bidPlaced', (event: Events['bidPlaced']) => {
      if (this.#listed) this.#apply(event);
      else this.#early.push(event);
    });
  }

  /** Connects, logs in by `token` and gets the list; others than the item may be in it, but nobody bids on them meanwhile. */
  static async join(
    adapter: Adapter,
    url: string,
    transport: Transport,
    token: string,
    itemId: number,
  ): Promise<ContentionClient> {
    const client = new ContentionClient(await adapter.connect(url, { transport }));
    await client.granted('logIn', { token });
    const { items, revision } = (await client.granted('listItems', {})) as unknown as {
      items: Item[];
      revision: number;
    };
    client.item = items.find(({ id }) => id === itemId)!;
    client.revision = revision;
    client.#listed = true;
    for (const event of client.#early) client.#apply(event);
    return client;
  }

  bid(amount: number): Promise<Reply> {
    return this.socket.request('placeBid', { itemId: this.item!.id, amount });
  }

  async granted(name: RequestName, data: object): Promise<Extract<Reply, { ok: true }>> {
    const reply = await this.socket.request(name, data);
    if (!reply.ok) throw new Error(`${name} was refused: ${JSON.stringify(reply)}`);
    return reply;
  }

  /**
   * Leaves a server that has died. Some libraries do not notice by themselves when a stream breaks off; a request that
   * cannot be sent tells them.
   */
  async leave(): Promise<void> {
    await Promise.race([this.#closed, this.socket.request('listItems', {}).catch(() => {})]);
    await this.socket.close();
  }

  /** Resolves when it has heard of every change up to `revision`. */
  reached(revision: number): Promise<void> {
    if (this.revision >= revision) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ revision, resolve }));
  }

  #apply({ revision, amount, bidder, bids }: Events['bidPlaced']): void {
    if (revision <= this.revision) return;
    if (revision > this.revision + 1) this.gaps++;
    this.revision = revision;
    this.item = { ...this.item!, leadingBid: amount, leadingBidder: bidder, bids };
    for (const waiter of this.#waiting) if (revision >= waiter.revision) waiter.resolve();
  }
}
