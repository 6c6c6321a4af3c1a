/** The auction house on the client: its requests are methods, its list is collected. It begins when a page asks: load tests do without. */
import type { Reply } from '../../protocol/socket.ts';
import type { EventName, RequestName } from '../../shared-ui/auction/contract.ts';
import { type Calls, Refused } from './calls.ts';
import type { DDP } from './client-library.ts';
import { CollectedAuction, type TellEvent } from './collected-auction.ts';
import { ACCOUNTS, ITEM_REQUESTS, ITEMS, LIST_ITEMS } from './names.ts';

const EVENTS: ReadonlySet<string> = new Set<EventName>(['itemAdded', 'itemRemoved', 'bidPlaced']);
const REQUESTS: ReadonlySet<string> = new Set([...Object.keys(ACCOUNTS), ...ITEM_REQUESTS, LIST_ITEMS]);

export const isAuctionEvent = (event: string): boolean => EVENTS.has(event);
export const isAuctionRequest = (request: string): request is RequestName => REQUESTS.has(request);

/** The result of the methods that log in. */
interface LoggedIn {
  username: string;
  token: string;
  tokenExpires: Date;
}

export class AuctionClient {
  readonly #calls: Calls;
  readonly #collected: CollectedAuction;
  #subscribed: Promise<void> | null = null;

  /** `tell` gets the house's events, once `subscribe` was called. */
  constructor(ddp: InstanceType<typeof DDP>, calls: Calls, tell: TellEvent) {
    this.#calls = calls;
    const collected = new CollectedAuction(tell);
    this.#collected = collected;
    ddp.on('added', (news) => collected.added(news));
    ddp.on('changed', (news) => collected.changed(news));
    ddp.on('removed', (news) => collected.removed(news));
  }

  /** Subscribes, the first time. Resolves when the list is there. @throws Refused, or Error when the connection ended */
  subscribe(): Promise<void> {
    this.#subscribed ??= this.#calls
      .subscribe(ITEMS)
      .then(() => this.#collected.ready())
      .catch((error) => {
        // Tried again at the next request.
        this.#subscribed = null;
        throw error;
      });
    return this.#subscribed;
  }

  /** The house's reply. Rejects when there is none. */
  async request(request: RequestName, data: unknown): Promise<Reply> {
    try {
      // The subscription comes before the change, so that this client hears of it.
      await this.subscribe();
      return { ok: true, ...(await this.#call(request, data)) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { ok: false, code: error.code, reason: error.message, ...(error.details as object | undefined) };
    }
  }

  async #call(request: RequestName, data: unknown): Promise<object> {
    switch (request) {
      case 'register':
        return loginOf(await this.#calls.call(ACCOUNTS.register, [credentials(data, (username) => ({ username }))]));
      case 'logIn': {
        const isResumed = isFields(data) && data.token !== undefined;
        const options = isResumed ? { resume: data.token } : credentials(data, (username) => ({ user: { username } }));
        return loginOf(await this.#calls.call(ACCOUNTS.logIn, [options]));
      }
      case 'logOut':
        return (await this.#calls.call(ACCOUNTS.logOut, [data])) as object;
      case LIST_ITEMS:
        // The list that comes with it is the collection.
        await this.#calls.call(LIST_ITEMS, [data]);
        return this.#collected.list;
      default:
        return (await this.#calls.call(request, [data])) as object;
    }
  }
}

/** The options of Meteor's methods; what is no object goes to the house as it is, which refuses it. */
function credentials(data: unknown, user: (name: unknown) => object): unknown {
  return isFields(data) ? { ...user(data.name), password: data.password } : data;
}

function loginOf(result: unknown): object {
  const { username, token, tokenExpires } = result as LoggedIn;
  return { user: username, token, expiresAt: tokenExpires.toISOString() };
}

function isFields(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
