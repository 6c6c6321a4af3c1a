/** The broker's client side: carries out the requests that come over `http.ts` and `web-socket.ts`. */
import { randomBytes } from 'node:crypto';
import type { AdapterSet } from '../adapters.ts';
import { controlFault, Refused, sessionFault } from './errors.ts';
import { constraintsLine, headLines, readBinding } from './head.ts';
import type { Subscription } from './item-subscription.ts';
import { Items } from './items.ts';
import type { Limits } from './limits.ts';
import { line } from './lines.ts';
import { decimal, flag, integer, MalformedRequest, type Params } from './params.ts';
import { causeOf, readMessage, requestId } from './requests.ts';
import { Session } from './session.ts';
import type { Stream } from './stream.ts';
import { makeSubscription, readWish, reconfigure, start, stop } from './subscription.ts';

/** Interval of the sessions' timers, ms. */
const TICK_MS = 100;
/** As {@link Broker.create} makes them. */
const SESSION_ID = /^S[0-9a-f]{32}$/;

export class Broker {
  readonly limits: Limits;
  readonly #adapters: AdapterSet;
  readonly #items: Items;
  readonly #sessions = new Map<string, Session>();
  /** Sessions that wait for the adapters' answer; the limit counts them too. */
  #making = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(adapters: AdapterSet, limits: Limits, log: (sentence: string) => void) {
    this.limits = limits;
    this.#adapters = adapters;
    this.#items = new Items(adapters.data, log);
    let wereGone = false;
    adapters.listen(this.#items, {
      gone: (reason) => {
        log(`the adapters are gone: ${reason}`);
        wereGone = true;
        this.#endAll(33, 'The adapters are gone');
      },
      back: () => wereGone && log('the adapters are back'),
    });
    this.#timer = setInterval(() => {
      for (const session of this.#sessions.values()) session.tick();
    }, TICK_MS);
    this.#timer.unref();
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Ends every session. */
  stop(): void {
    clearInterval(this.#timer);
    this.#endAll(32, 'The server is stopping');
  }

  /**
   * Makes a session and binds it to the stream. Rejects with what {@link sessionFault} understands.
   * @param headers of the HTTP request, for the metadata adapter
   * @param minor of the protocol's version, TLCP-2.`minor`
   * @param stream called when the session exists; null when the connection has ended meanwhile
   */
  async create(
    params: Params,
    headers: ReadonlyMap<string, string>,
    minor: number,
    stream: () => Stream | null,
  ): Promise<Session> {
    if (!params.has('LS_cid')) throw new Refused(67, 'LS_cid is missing');
    const set = params.get('LS_adapter_set') ?? 'DEFAULT';
    if (set !== this.#adapters.name) throw new Refused(2, 'Requested Adapter Set not available');
    const binding = readBinding(params, this.limits);
    const bandwidth = decimal(params, 'LS_requested_max_bandwidth', ['unlimited']);
    const short = flag(params, 'LS_reduce_head', false);
    if (this.#sessions.size + this.#making >= this.limits.sessions) {
      throw new Refused(8, 'Configured maximum number of sessions reached');
    }
    const user = params.get('LS_user') ?? null;
    const { metadata } = this.#adapters;
    const id = `S${randomBytes(16).toString('hex')}`;
    this.#making += 1;
    try {
      const { maxBandwidth, wantsTables } = await metadata.notifyUser(user, params.get('LS_password') ?? null, headers);
      await metadata.notifyNewSession(user, id, new Map([['REMOTE_IP', headers.get('remote-address') ?? '']]));
      const allowedBandwidth = maxBandwidth > 0 ? maxBandwidth : Number.POSITIVE_INFINITY;
      const identity = { id, user, allowedBandwidth, wantsTables, reduceHead: short, minor };
      const session = new Session(identity, this.limits, {
        ended: (ended) => this.#ended(ended),
        process: (by, text) => metadata.notifyUserMessage(by.user, by.id, text),
      });
      if (typeof bandwidth === 'number') session.bandwidth.request(bandwidth);
      this.#sessions.set(id, session);
      const target = stream();
      if (target !== null) {
        const request = { isCreation: true, short, stream: target, progressive: null };
        session.bind(target, binding, headLines(session, binding, this.limits, request), null);
      }
      return session;
    } finally {
      this.#making -= 1;
    }
  }

  /** Binds a session to another stream connection. Throws what {@link sessionFault} understands. */
  bind(params: Params, stream: Stream, implied: Session | null): Session {
    const session = this.#sessionOf(params, implied, 21);
    const binding = readBinding(params, this.limits);
    const from = params.has('LS_recovery_from') ? integer(params, 'LS_recovery_from', 0) : null;
    if (from !== null && !session.outbox.canRecover(from))
      throw new Refused(4, 'What is asked for is not kept any more');
    const short = flag(params, 'LS_reduce_head', false);
    const request = { isCreation: false, short, stream, progressive: from };
    session.bind(stream, binding, headLines(session, binding, this.limits, request), from);
    return session;
  }

  /** Carries a control request out. Resolves with the response; empty when none is wanted. Never rejects. */
  async control(params: Params, implied: Session | null, onStream: boolean): Promise<string> {
    const id = requestId(params);
    if (id === null) return errorLine(null, new MalformedRequest('LS_reqId must be letters and digits'));
    try {
      const session = this.#sessionOf(params, implied, 11);
      session.heard();
      const after = await this.#carryOut(session, params);
      const silent = onStream && !flag(params, 'LS_ack', true);
      // The effects come after the response.
      setImmediate(after);
      return silent ? '' : line('REQOK', id);
    } catch (error) {
      return errorLine(id, error);
    }
  }

  /** Takes a message. Returns the response; empty when none is wanted. Never throws. */
  message(params: Params, implied: Session | null, onStream: boolean): string {
    const id = requestId(params);
    if (id === null) return errorLine(null, new MalformedRequest('LS_reqId must be letters and digits'));
    try {
      const session = this.#sessionOf(params, implied, 11);
      session.heard();
      session.messages.take(readMessage(params, this.limits));
      return onStream && !flag(params, 'LS_ack', true) ? '' : line('REQOK', id);
    } catch (error) {
      return errorLine(id, error);
    }
  }

  /** A sign of life. An unknown session is no error. */
  heartbeat(params: Params, implied: Session | null): void {
    const id = params.get('LS_session');
    (id === undefined ? implied : this.#sessions.get(id))?.heard();
  }

  /** The session that a request names or implies. */
  find(params: Params, implied: Session | null): Session | null {
    const id = params.get('LS_session');
    return (id === undefined ? implied : this.#sessions.get(id)) ?? null;
  }

  /** The session that a request names or implies. @param badId the code for a malformed id */
  #sessionOf(params: Params, implied: Session | null, badId: number): Session {
    const id = params.get('LS_session');
    if (id === undefined && implied === null) throw new MalformedRequest('LS_session is missing');
    if (id !== undefined && !SESSION_ID.test(id)) throw new Refused(badId, 'Malformed session id');
    const session = this.find(params, implied);
    if (session === null || session.hasEnded) throw new Refused(20, 'Specified session not found');
    return session;
  }

  /** Checks the request and does its first part. The returned function does the rest, after the response. */
  async #carryOut(session: Session, params: Params): Promise<() => void> {
    switch (params.get('LS_op')) {
      case 'add':
        return this.#add(session, params);
      case 'delete':
        return this.#delete(session, params);
      case 'reconf': {
        const subscription = subscriptionOf(session, params);
        reconfigure(subscription, session, params);
        return () => {};
      }
      case 'constrain': {
        const bandwidth = decimal(params, 'LS_requested_max_bandwidth', ['unlimited']);
        if (bandwidth !== null) {
          session.bandwidth.request(bandwidth === 'unlimited' ? Number.POSITIVE_INFINITY : bandwidth);
        }
        return () => {
          if (!session.reduceHead) session.tell(constraintsLine(session));
        };
      }
      case 'force_rebind': {
        const pause = Math.min(integer(params, 'LS_polling_millis', 0), this.limits.polling);
        const close = flag(params, 'LS_close_socket', false);
        return () => session.loop(pause, close);
      }
      case 'destroy': {
        const { code, message } = causeOf(params);
        const close = flag(params, 'LS_close_socket', false);
        return () => session.end(code, message, close);
      }
      default:
        throw new MalformedRequest('LS_op is not an operation of this broker');
    }
  }

  async #add(session: Session, params: Params): Promise<() => void> {
    const wish = readWish(params);
    const isOneMore = !session.subscriptions.has(wish.id);
    if (isOneMore && session.subscriptions.size >= this.limits.subscriptions)
      throw new MalformedRequest('too many subscriptions');
    const subscription = await makeSubscription(wish, session, this.#adapters, this.#items, this.limits);
    // The session may have ended while the adapters were asked.
    if (session.hasEnded) throw new Refused(20, 'Specified session not found');
    const before = session.subscriptions.get(wish.id);
    session.subscriptions.set(wish.id, subscription);
    if (before !== undefined) {
      stop(before, session, this.#items);
      this.#tellTables(session, [before]);
    }
    return () => {
      if (session.subscriptions.get(wish.id) === subscription) start(subscription, session, this.#items);
    };
  }

  #delete(session: Session, params: Params): () => void {
    const subscription = subscriptionOf(session, params);
    session.subscriptions.delete(subscription.wish.id);
    stop(subscription, session, this.#items);
    this.#tellTables(session, [subscription]);
    return () => {
      session.outbox.note(line('UNSUB', subscription.wish.id));
      session.flush();
    };
  }

  #ended(session: Session): void {
    this.#sessions.delete(session.id);
    const subscriptions = [...session.subscriptions.values()];
    session.subscriptions.clear();
    for (const subscription of subscriptions) stop(subscription, session, this.#items);
    if (subscriptions.length > 0) this.#tellTables(session, subscriptions);
    this.#adapters.metadata.notifySessionClose(session.id).catch(() => {});
  }

  #tellTables(session: Session, subscriptions: readonly Subscription[]): void {
    if (!session.wantsTables) return;
    const tables = subscriptions.map(({ table }) => table);
    this.#adapters.metadata.notifyTablesClose(session.id, tables).catch(() => {});
  }

  #endAll(code: number, message: string): void {
    for (const session of [...this.#sessions.values()]) session.end(code, message, true);
  }
}

/** The line of a session request that failed. */
export function connectionErrorLine(error: unknown): string {
  const { code, message } = sessionFault(error);
  return line('CONERR', code, message);
}

/** The line of a control request that failed. */
export function errorLine(id: string | null, error: unknown): string {
  const { code, message } = controlFault(error);
  return id === null ? line('ERROR', code, message) : line('REQERR', id, code, message);
}

function subscriptionOf(session: Session, params: Params): Subscription {
  const subscription = session.subscriptions.get(integer(params, 'LS_subId', 0));
  if (subscription === undefined) throw new Refused(19, 'Specified subscription not found');
  return subscription;
}
