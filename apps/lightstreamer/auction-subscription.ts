/** A client's subscription to the auction's list. It begins with the first use of the auction: load tests do without. */
import type { ItemUpdate } from '#lightstreamer-client';
import type { Reply } from '../../protocol/socket.ts';
import type { EventName, RequestName } from '../../shared-ui/auction/contract.ts';
import { ROW_FIELDS, type Row } from './auction-row.ts';
import { AuctionRows, type TellEvent } from './auction-rows.ts';
import { AUCTION } from './items.ts';
import type { Session } from './session.ts';

const EVENTS: Record<EventName, true> = { itemAdded: true, itemRemoved: true, bidPlaced: true };
const REQUESTS: Record<RequestName, true> = {
  register: true,
  logIn: true,
  logOut: true,
  listItems: true,
  addItem: true,
  removeItem: true,
  placeBid: true,
};
/** The time limit for the table to be there, or to be as new as a reply, ms. */
const WAIT_MS = 5_000;

export function isAuctionEvent(event: string): boolean {
  return Object.hasOwn(EVENTS, event);
}

export function isAuctionRequest(event: string): boolean {
  return Object.hasOwn(REQUESTS, event);
}

interface Waiter {
  revision: number;
  done(): void;
}

export class AuctionSubscription {
  readonly #session: Session;
  readonly #rows: AuctionRows;
  readonly #waiters = new Set<Waiter>();
  #ready: Promise<void> | null = null;
  #hasEnded = false;

  /** `tell` gets the house's events. */
  constructor(session: Session, tell: TellEvent) {
    this.#session = session;
    this.#rows = new AuctionRows(tell);
  }

  /** Subscribes, the first time. Resolves when the table is complete, or after a limited time. */
  ready(): Promise<void> {
    if (this.#ready === null && !this.#hasEnded) {
      this.#ready = this.#reached(0);
      this.#session.subscribe('COMMAND', AUCTION, ROW_FIELDS, {
        update: (update) => this.#take(() => this.#rows.row(rowOf(update))),
        endOfSnapshot: () => this.#take(() => this.#rows.endOfSnapshot()),
        cleared: () => this.#take(() => this.#rows.cleared()),
      });
    }
    return this.#ready ?? Promise.resolve();
  }

  /** The reply to listItems with the list of this client's own table; unchanged if the table stays behind. */
  async listed(reply: Extract<Reply, { ok: true }>): Promise<Reply> {
    const revision = reply.revision as number;
    await this.#reached(revision);
    return this.#hasReached(revision) ? { ok: true, ...this.#rows.list } : reply;
  }

  /** The connection has ended: ends all waiting. */
  end(): void {
    this.#hasEnded = true;
    for (const { done } of this.#waiters) done();
  }

  #reached(revision: number): Promise<void> {
    if (this.#hasEnded || this.#hasReached(revision)) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter = {
        revision,
        done: () => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve();
        },
      };
      const timer = setTimeout(waiter.done, WAIT_MS);
      this.#waiters.add(waiter);
    });
  }

  #hasReached(revision: number): boolean {
    const { revision: reached } = this.#rows;
    return reached !== null && reached >= revision;
  }

  #take(change: () => void): void {
    change();
    for (const { revision, done } of this.#waiters) if (this.#hasReached(revision)) done();
  }
}

function rowOf(update: ItemUpdate): Row {
  return Object.fromEntries(ROW_FIELDS.map((field) => [field, update.getValue(field)])) as Row;
}
