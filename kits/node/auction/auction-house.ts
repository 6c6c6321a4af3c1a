/**
 * The auction house behind a server's connections: reads what they ask, keeps who is logged in on which, limits how much they
 * may ask, and sees to it that a fault of ours shows nobody more than a reference. Knows no transport.
 */
import { randomBytes } from 'node:crypto';
import type { Reply } from '../../../protocol/socket.ts';
import type { RequestName } from '../../../shared-ui/auction/contract.ts';
import type { Auction, OpenAuction } from '../house.ts';
import { Accounts, type Identity, type LoggedIn, NOT_LOGGED_IN } from './accounts.ts';
import { countedAs } from './addresses.ts';
import { type Database, openDatabase } from './database.ts';
import { type DatabaseTarget, readDatabaseUrl } from './database-url.ts';
import { FailureLimit } from './failure-limit.ts';
import {
  isRequestName,
  readAddItem,
  readLogIn,
  readNothing,
  readPlaceBid,
  readRegister,
  readRemoveItem,
} from './input.ts';
import { Items, type Tell } from './items.ts';
import { Passwords } from './passwords.ts';
import { Refusal } from './refusal.ts';

export interface AuctionHouseOptions<Connection> {
  /** Opened at the first request. */
  database: DatabaseTarget;
  /** Sends an event to every connection. */
  broadcast: Tell;
  /** The network address of a connection, where the app knows it. */
  addressOf?: (connection: Connection) => string | undefined;
  /** ms since 1970. */
  now?: () => number;
  passwords?: Passwords;
  /** Takes what people who run the server should know of. Never a token or a password. */
  log?: (line: string) => void;
}

/** Requests of one connection, and among them those for the whole list. */
const REQUESTS = { burst: 200, everyMs: 20 };
const LISTINGS = { burst: 20, everyMs: 250 };
/** Most requests of one connection that may wait for their turn. */
const QUEUE_LIMIT = 200;

const SLOW_DOWN = 'You are asking for too much at once. Wait a few seconds and try again.';

/** The house's knowledge of a connection that has asked something. */
interface Visitor {
  /** The address as `countedAs` returns it. */
  address: string;
  identity: Identity | null;
  requests: TokenBucket;
  listings: TokenBucket;
  /** The requests before this one: a connection's requests are answered in the order they came. */
  last: Promise<unknown>;
  waiting: number;
  gone: boolean;
}

interface Rules {
  database: Database;
  accounts: Accounts;
  items: Items;
  failures: FailureLimit;
}

/** The auction house for `House` and `runServer`, in the database that DATABASE_URL names. */
export function auctionIn(database: DatabaseTarget = readDatabaseUrl()): Auction {
  return {
    takes: isRequestName,
    open: (outputs) =>
      new AuctionHouse({
        database,
        passwords: Passwords.ofServer(),
        broadcast: (event, data) => outputs.broadcast(event, data),
        addressOf: (connection) => outputs.addressOf?.(connection),
      }),
  };
}

export class AuctionHouse<Connection> implements OpenAuction<Connection> {
  readonly #options: AuctionHouseOptions<Connection>;
  readonly #now: () => number;
  readonly #passwords: Passwords;
  readonly #visitors = new Map<Connection, Visitor>();
  #rules: Promise<Rules> | null = null;
  #closed = false;

  constructor(options: AuctionHouseOptions<Connection>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#passwords = options.passwords ?? new Passwords();
  }

  /** Answers a request. Never rejects. */
  async request(connection: Connection, name: string, data: unknown): Promise<Reply> {
    if (!isRequestName(name)) return { ok: false, code: 'unknown-event', reason: 'no such request' };
    const visitor = this.#visitor(connection);
    const now = this.#now();
    const allowed = visitor.requests.take(now) && (name !== 'listItems' || visitor.listings.take(now));
    if (!allowed || visitor.waiting >= QUEUE_LIMIT) return new Refusal('too-many', SLOW_DOWN).reply;
    visitor.waiting++;
    const answered = visitor.last.then(() => this.#reply(visitor, name, data));
    visitor.last = answered;
    const reply = await answered;
    visitor.waiting--;
    return reply;
  }

  /** The connection has ended; its login lives on in its token. */
  disconnect(connection: Connection): void {
    const visitor = this.#visitors.get(connection);
    if (visitor === undefined) return;
    visitor.gone = true;
    this.#visitors.delete(connection);
  }

  /** Lets the changes under way finish and closes the database. */
  async close(): Promise<void> {
    this.#closed = true;
    const rules = await this.#rules?.catch(() => null);
    await rules?.database.close();
  }

  #visitor(connection: Connection): Visitor {
    const known = this.#visitors.get(connection);
    if (known !== undefined) return known;
    const now = this.#now();
    const visitor: Visitor = {
      address: countedAs(this.#options.addressOf?.(connection)),
      identity: null,
      requests: new TokenBucket(REQUESTS, now),
      listings: new TokenBucket(LISTINGS, now),
      last: Promise.resolve(),
      waiting: 0,
      gone: false,
    };
    this.#visitors.set(connection, visitor);
    return visitor;
  }

  async #reply(visitor: Visitor, name: RequestName, data: unknown): Promise<Reply> {
    try {
      // Nobody waits for the answer; a password of somebody who has left need not be hashed.
      if (visitor.gone) throw new Refusal('failed', 'The connection has ended.');
      return { ok: true, ...(await this.#answer(visitor, name, data)) };
    } catch (error) {
      return error instanceof Refusal ? error.reply : this.#failed(name, error);
    }
  }

  async #answer(visitor: Visitor, name: RequestName, data: unknown): Promise<object> {
    switch (name) {
      case 'register': {
        const { name: user, key, password } = readRegister(data);
        const { accounts, failures } = await this.#open();
        const register = () => accounts.register(user, key, password);
        return this.#enter(visitor, await failures.attempt(visitor.address, register));
      }
      case 'logIn': {
        const input = readLogIn(data);
        const { accounts, failures } = await this.#open();
        if ('token' in input) return this.#enter(visitor, await accounts.resume(input.token));
        const logIn = () => accounts.logIn(input.key, input.password);
        return this.#enter(visitor, await failures.attempt(visitor.address, logIn));
      }
      case 'logOut': {
        readNothing(data);
        const { identity } = visitor;
        if (identity !== null) await (await this.#open()).accounts.logOut(identity);
        visitor.identity = null;
        return {};
      }
      case 'listItems':
        readNothing(data);
        return (await this.#open()).items.list();
      case 'addItem': {
        const who = await this.#loggedIn(visitor);
        return (await this.#open()).items.add(who, readAddItem(data));
      }
      case 'removeItem': {
        const who = await this.#loggedIn(visitor);
        return (await this.#open()).items.remove(who, readRemoveItem(data).itemId);
      }
      case 'placeBid': {
        const who = await this.#loggedIn(visitor);
        const { itemId, amount } = readPlaceBid(data);
        return (await this.#open()).items.bid(who, itemId, amount);
      }
    }
  }

  #enter(visitor: Visitor, { identity, login }: LoggedIn): object {
    visitor.identity = identity;
    return login;
  }

  /** Called before the rest of a request is read. @throws Refusal when the connection has no login, or its login has ended */
  async #loggedIn({ identity }: Visitor): Promise<Identity> {
    if (identity === null) throw new Refusal('not-logged-in', NOT_LOGGED_IN);
    await (await this.#open()).accounts.check(identity);
    return identity;
  }

  #open(): Promise<Rules> {
    if (this.#closed) throw new Refusal('failed', 'The house is closing. Come back in a moment.');
    this.#rules ??= this.#openRules().catch((error) => {
      // Tried again at the next request: the database may only be late.
      this.#rules = null;
      throw error;
    });
    return this.#rules;
  }

  async #openRules(): Promise<Rules> {
    const database = await openDatabase(this.#options.database);
    const tell: Tell = (event, data) => {
      try {
        this.#options.broadcast(event, data);
      } catch (error) {
        // The change is made and its maker must hear so; who missed the event sees the gap in the revisions.
        this.#failed(event, error);
      }
    };
    return {
      database,
      accounts: new Accounts(database, this.#passwords, this.#now),
      items: new Items(database, tell, this.#now),
      failures: new FailureLimit(),
    };
  }

  /** Logs only the stack: drivers put the statement with its values into other fields of their errors. */
  #failed(doing: string, error: unknown): Reply {
    const reference = randomBytes(4).toString('hex');
    const what = error instanceof Error ? error.stack : String(error);
    (this.#options.log ?? console.error)(`auction house: ${doing} failed, reference ${reference}: ${what}`);
    return new Refusal(
      'failed',
      `Something went wrong on our side (reference ${reference}). Look at the list before you try again.`,
    ).reply;
  }
}

/** Lets a connection ask `burst` times at once, then once more every `everyMs`. */
class TokenBucket {
  readonly #rate: { burst: number; everyMs: number };
  #left: number;
  #at: number;

  constructor(rate: { burst: number; everyMs: number }, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = now;
  }

  /** Takes a token; false when there is none. */
  take(now: number): boolean {
    // A clock that was set back takes nothing away.
    const gained = Math.max(0, now - this.#at) / this.#rate.everyMs;
    this.#left = Math.min(this.#rate.burst, this.#left + gained);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
