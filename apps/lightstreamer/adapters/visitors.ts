/**
 * The broker's sessions as connections of the house. The metadata adapter and the data adapter hear of one session over two streams, in
 * any order: a client's message may arrive before its subscription. So a session becomes a connection when its own item and the item for
 * all are subscribed; its earlier messages are handled then.
 */
import { GOODBYE, LOAD, mineOf, sessionOf } from '../items.ts';

/** A client, to the house. */
export interface Visitor {
  /** The visitor's own item. */
  readonly item: string;
  readonly address: string | undefined;
}

export interface VisitorHandlers {
  entered(visitor: Visitor): void;
  left(visitor: Visitor): void;
  /** The item `item` is of an unknown session: it is older than these adapters. */
  unknown(item: string): void;
  /** A message. Everything a client sends is hostile. */
  message(visitor: Visitor, text: string | null): void;
}

interface Session extends Visitor {
  state: 'outside' | 'inside' | 'gone';
  hasItem: boolean;
  early: (string | null)[];
  earlySize: number;
}

/** Messages of a session before it is a connection, and their UTF-16 code units. More are dropped. */
const EARLY_TEXTS = 100;
const EARLY_SIZE = 8 * 1_048_576;

export class Visitors {
  readonly #handlers: VisitorHandlers;
  /** Sessions by id, in the order in which they were opened. */
  readonly #sessions = new Map<string, Session>();
  #hasLoad = false;

  constructor(handlers: VisitorHandlers) {
    this.#handlers = handlers;
  }

  /** @param address of the client, where the broker reports it */
  opened(sessionId: string, address: string | undefined): void {
    this.#sessions.set(sessionId, newSession(sessionId, address));
  }

  closed(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    this.#sessions.delete(sessionId);
    this.#leave(session);
  }

  message(sessionId: string, text: string | null): void {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    if (text === GOODBYE) this.#leave(session);
    else if (session.state === 'inside') this.#handlers.message(session, text);
    else if (session.state === 'outside') {
      session.earlySize += text?.length ?? 0;
      if (session.early.length < EARLY_TEXTS && session.earlySize <= EARLY_SIZE) session.early.push(text);
    }
  }

  /** `item` is `load`, or a session's own. */
  subscribed(item: string): void {
    if (item === LOAD) {
      this.#hasLoad = true;
      for (const session of this.#sessions.values()) this.#enter(session);
      return;
    }
    const sessionId = sessionOf(item);
    let session = this.#sessions.get(sessionId);
    if (session === undefined) {
      this.#handlers.unknown(item);
      return;
    }
    if (session.state === 'gone') {
      // It asks for its item again.
      session = newSession(sessionId, session.address);
      this.#sessions.set(sessionId, session);
    }
    session.hasItem = true;
    this.#enter(session);
  }

  unsubscribed(item: string): void {
    if (item === LOAD) this.#hasLoad = false;
    else {
      const session = this.#sessions.get(sessionOf(item));
      if (session !== undefined) this.#leave(session);
    }
  }

  /** True while `visitor` is still a connection. */
  isInside(visitor: Visitor): boolean {
    return (visitor as Session).state === 'inside';
  }

  /** The broker has gone, and all clients with it. */
  clear(): void {
    this.#hasLoad = false;
    for (const sessionId of [...this.#sessions.keys()]) this.closed(sessionId);
  }

  #enter(session: Session): void {
    if (session.state !== 'outside' || !session.hasItem || !this.#hasLoad) return;
    session.state = 'inside';
    this.#handlers.entered(session);
    for (const text of session.early.splice(0)) this.#handlers.message(session, text);
  }

  #leave(session: Session): void {
    const wasInside = session.state === 'inside';
    session.state = 'gone';
    session.early = [];
    if (wasInside) this.#handlers.left(session);
  }
}

function newSession(sessionId: string, address: string | undefined): Session {
  return { item: mineOf(sessionId), address, state: 'outside', hasItem: false, early: [], earlySize: 0 };
}
