/** The auction house Meteor's way: the items are a publication, what can be done is methods, users log in by one that gives a token. */

import { isFields } from '../../kits/node/fault.ts';
import type { House } from '../../kits/node/house.ts';
import type { Reply } from '../../protocol/socket.ts';
import type { EventName, Events, Login } from '../../shared-ui/auction/contract.ts';
import type { DdpConnection, DdpHost, DdpSubscription } from './ddp-host.ts';
import { ACCOUNTS, ITEM_REQUESTS, ITEMS, LIST_ITEMS } from './names.ts';
import { type List, PublishedAuction } from './published-auction.ts';
import type { Visitor } from './visitor.ts';

/** The visitor that asks the house for its list, for all subscribers. */
const LISTER: Visitor = { connection: { id: ITEMS, close() {} }, say() {} };

export class AuctionOverDdp {
  readonly #host: DdpHost;
  readonly #house: House<Visitor>;
  readonly #published: PublishedAuction;

  /** @param visitorOf the house's connection that calls a method; throws when it is none */
  constructor(host: DdpHost, house: House<Visitor>, visitorOf: (connection: DdpConnection) => Visitor) {
    this.#host = host;
    this.#house = house;
    this.#published = new PublishedAuction(() => this.#ask(LISTER, LIST_ITEMS, {}) as Promise<List>);
    const auction = this;
    host.publish(ITEMS, function () {
      return auction.#publish(this);
    });
    for (const name of ITEM_REQUESTS) {
      host.methods({
        [name](data: unknown) {
          return auction.#ask(visitorOf(this.connection), name, data);
        },
      });
    }
    host.methods({
      async [LIST_ITEMS](data: unknown) {
        const list = (await auction.#ask(visitorOf(this.connection), LIST_ITEMS, data)) as List;
        // The list itself goes out as documents, which the client has before this method's result.
        auction.#published.take(list);
        return { revision: list.revision };
      },
      [ACCOUNTS.register](options: unknown) {
        return auction.#logIn(visitorOf(this.connection), 'register', nameAndPassword(options, options));
      },
      [ACCOUNTS.logIn](options: unknown) {
        const { resume, user } = isFields(options) ? options : {};
        const data = resume === undefined ? nameAndPassword(options, user) : { token: resume };
        return auction.#logIn(visitorOf(this.connection), 'logIn', data);
      },
      // Meteor's own clients call it without a parameter.
      [ACCOUNTS.logOut](data: unknown = {}) {
        return auction.#ask(visitorOf(this.connection), 'logOut', data);
      },
    });
  }

  /** An event of the auction that the house sends to all. */
  change<Name extends EventName>(event: Name, data: Events[Name]): void {
    this.#published.change(event, data);
  }

  async #publish(subscription: DdpSubscription): Promise<void> {
    subscription.onStop(() => this.#published.unsubscribe(subscription));
    await this.#published.subscribe(subscription);
    subscription.ready();
  }

  async #logIn(visitor: Visitor, request: 'register' | 'logIn', data: unknown): Promise<object> {
    const { user, token, expiresAt } = (await this.#ask(visitor, request, data)) as unknown as Login;
    return { id: user, username: user, token, tokenExpires: new Date(expiresAt) };
  }

  /** The reply of the house. @throws Meteor.Error when it refuses */
  async #ask(visitor: Visitor, request: string, data: unknown): Promise<object> {
    const { ok: isDone, ...reply } = await this.#house.request(visitor, request, data);
    if (isDone) return reply;
    const { code, reason, ...details } = reply as unknown as Extract<Reply, { ok: false }>;
    throw new this.#host.Error(code, reason, Object.keys(details).length > 0 ? details : undefined);
  }
}

/** @param options with the password; what is no object is refused by the house, as it is */
function nameAndPassword(options: unknown, user: unknown): unknown {
  if (!isFields(options)) return options;
  return { name: isFields(user) ? user.username : user, password: passwordOf(options.password) };
}

/** Meteor's own clients send the SHA-256 of a password, which then is the password. The house refuses other objects. */
function passwordOf(password: unknown): unknown {
  if (!isFields(password) || password.algorithm !== 'sha-256') return password;
  const { digest } = password;
  return typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest) ? digest : password;
}
