/** The server: its offers to clients, and the connected ones. `transports.ts` carries the bytes. */
import type { Server } from 'node:http';
import { LIMITS, type Limits } from './limits.ts';
import type { Method, Publication } from './offered.ts';
import { Session, type Wire } from './session.ts';
import { attachTransports } from './transports.ts';

/** Sent before anything else: clients that are older than the protocol wait for it. */
const WELCOME = '{"server_id":"0"}';

export interface DdpServerOptions {
  limits?: Partial<Limits>;
  /** Takes what went wrong and is nobody's business but ours. */
  log?: (problem: unknown) => void;
  /** Compresses WebSockets by permessage-deflate, for clients that offer it. */
  compresses?: boolean;
}

export class DdpServer {
  readonly #methods = new Map<string, Method>();
  readonly #publications = new Map<string, Publication>();
  readonly #unmerged = new Set<string>();
  readonly #sessions = new Map<string, Session>();
  readonly #limits: Limits;
  readonly #log: (problem: unknown) => void;
  readonly #compresses: boolean;

  constructor({ limits, log = console.error, compresses = false }: DdpServerOptions = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#log = log;
    this.#compresses = compresses;
  }

  /** Offers methods, by name. Their clients are waited for one method at a time. */
  methods(methods: Record<string, Method>): void {
    for (const [name, method] of Object.entries(methods)) this.#methods.set(name, method);
  }

  publish(name: string, publication: Publication): void {
    this.#publications.set(name, publication);
  }

  /**
   * Documents of `collection` are sent as they are published and kept nowhere: nothing is compared, nothing removed in the end.
   * Meteor calls this the publication strategy NO_MERGE_NO_HISTORY; every other collection has a merge box.
   */
  withoutMergeBox(collection: string): void {
    this.#unmerged.add(collection);
  }

  /** The session with this id, while it lasts. */
  session(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** Speaks DDP at `/sockjs` and `/websocket` of `http`. */
  attach(http: Server): void {
    attachTransports(http, this.#limits, this.#compresses, (wire) => this.connect(wire));
  }

  /** A client is connected over `wire`. */
  connect(wire: Wire): Session {
    const offered = {
      methods: this.#methods,
      publications: this.#publications,
      unmerged: this.#unmerged,
      limits: this.#limits,
      log: this.#log,
    };
    const session = new Session(offered, wire);
    this.#sessions.set(session.id, session);
    session.onClose(() => this.#sessions.delete(session.id));
    wire.write(WELCOME);
    return session;
  }

  /** Ends all connections. */
  closeAll(): void {
    for (const session of [...this.#sessions.values()]) session.close();
  }
}
