/** The Meteor adapter: DDP through simpleddp-core, over WebSockets and SockJS's fall-backs, in browsers and in Node. */

import { Ending } from '../../kits/client/ending.ts';
import { Listeners } from '../../kits/client/listeners.ts';
import { reconnecting } from '../../kits/client/reconnecting.ts';
import type { Adapter, ConnectOptions, Reply, Socket, Transport } from '../../protocol/socket.ts';
import { AuctionClient, isAuctionEvent, isAuctionRequest } from './auction-client.ts';
import { Calls } from './calls.ts';
import { type Opened, openDdp, TRANSPORTS } from './connection.ts';
import { dataIn, parametersOf } from './data.ts';
import { EVENTS, GOODBYE, OTHER_EVENT, OTHER_REQUEST, REQUESTS, ROOM, type Said, SERVER } from './names.ts';

/** The time limit for the server to close a connection that we leave, ms. */
const END_MS = 5_000;

const isOwn = (names: readonly string[], name: string): boolean => names.includes(name);

class MeteorSocket implements Socket {
  readonly #opened: Opened;
  readonly #calls: Calls;
  readonly #auction: AuctionClient;
  readonly #listeners = new Listeners();
  readonly #ending = new Ending();
  #isLeaving = false;
  #substitute: string | null = null;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.#calls = new Calls(opened.ddp);
    this.#auction = new AuctionClient(opened.ddp, this.#calls, (event, data) => this.#listeners.heard(event, data));
    opened.ddp.on('added', ({ collection, fields }) => {
      if (collection === SERVER) this.#substitute = (fields?.substitute as string | undefined) ?? null;
      if (collection !== ROOM) return;
      const said = fields as unknown as Said;
      this.#listeners.heard(said.event, dataIn(said));
    });
    // DDP's own refusal of what was no message.
    opened.ddp.on('error', ({ reason }) => this.#listeners.heard('refused', { event: null, code: 'bad-json', reason }));
    opened.onClose((reason) => {
      this.#calls.end(reason);
      this.#ending.closed(reason);
    });
  }

  get transport(): Transport {
    return this.#opened.transport;
  }

  get substitute(): string | null {
    return this.#substitute;
  }

  /** Becomes one of the house's connections. */
  async enter(): Promise<void> {
    await this.#calls.subscribe(ROOM);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
  on(event: string, handler: (data: any) => void): void {
    this.#listeners.on(event, handler);
    // Should it fail, the next request says why.
    if (isAuctionEvent(event)) this.#auction.subscribe().catch(() => {});
  }

  emit(event: string, data: unknown): void {
    if (this.#ending.over) return;
    const { ddp } = this.#opened;
    if (isOwn(EVENTS, event)) ddp.method(event, parametersOf(data));
    else ddp.method(OTHER_EVENT, [event, ...parametersOf(data)]);
  }

  async request(event: string, data: unknown): Promise<Reply> {
    if (isAuctionRequest(event)) return this.#auction.request(event, data);
    const parameters = parametersOf(data);
    const [method, params] = isOwn(REQUESTS, event) ? [event, parameters] : [OTHER_REQUEST, [event, ...parameters]];
    return dataIn((await this.#calls.call(method, params)) as Omit<Said, 'event'>) as Reply;
  }

  onClose(handler: (reason: string) => void): void {
    this.#ending.onClose(handler);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.onClose(() => resolve());
      if (!this.#isLeaving && !this.#ending.over) this.#leave();
    });
  }

  raw(text: string): void {
    if (!this.#ending.over) this.#opened.raw(text);
  }

  /** A WebSocket that closes is gone; a client that polls says so, after all it has said before. */
  #leave(): void {
    this.#isLeaving = true;
    const { ddp } = this.#opened;
    if (this.transport === 'websocket') {
      ddp.disconnect();
      return;
    }
    ddp.method(GOODBYE, []);
    const timer = setTimeout(() => ddp.disconnect(), END_MS);
    this.onClose(() => clearTimeout(timer));
  }
}

async function connect(url: string, { transport }: ConnectOptions): Promise<Socket> {
  if (!TRANSPORTS.includes(transport)) throw new Error(`Meteor has no transport ${transport}`);
  const socket = new MeteorSocket(await openDdp(url, transport));
  await socket.enter();
  return socket;
}

const adapter: Adapter = { id: 'meteor', transports: TRANSPORTS, connect };

export default reconnecting(adapter);
