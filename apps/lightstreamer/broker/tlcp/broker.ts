/** The broker's client side: carries out the requests that come over `http.ts` and `web-socket.ts`. */
import { randomBytes } from 'node:crypto';
import type { AdapterSet } from '../adapters.ts';
import { controlFault, MalformedRequest, Refused, sessionFault } from './errors.ts';
import { type ItemSubscription, Items } from './items.ts';
import type { Limits } from './limits.ts';
import { line } from './lines.ts';
import { flag, integer, type Params } from './params.ts';
import { type Binding, Session, type Stream } from './session.ts';
import { makeSubscription, readSubscriptionRequest, start } from './subscription.ts';

/** Interval of the sessions' timers, ms. */
const TICK_MS = 100;
/** As {@link Broker.create} makes them. */
const SESSION_ID = /^S[0-9a-f]{32}$/;
const REQUEST_ID = /^[A-Za-z0-9]{1,40}$/;
const SERVER_NAME = 'Outcry open TLCP broker';
const NOTHING = line('NOOP', 'sending placeholder data');
/** Browsers and systems may hold back this many bytes of a response. */
const HELD_BACK_BYTES = 2_048;
/** The beginning of streams over HTTP, so that the rest is not held back. */
export const PADDING = NOTHING.repeat(Math.ceil(HELD_BACK_BYTES / NOTHING.length));
/** The longest reason in a destroy request. */
const MOST_CAUSE = 35;

export class Broker {
  readonly limits: Limits;
  readonly #adapters: AdapterSet;
  readonly #items: Items;
  readonly #sessions = new Map<string, Session>();
  /** Sessions that wait for the adapters' answer; the limit counts them too. */
  #making = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(adapters: AdapterSet, limits: Limits) {
    this.limits = limits;
    this.#adapters = adapters;
    this.#items = new Items(adapters);
    adapters.listen(this.#items, () => this.#endAll(33, 'The adapters are gone'));
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
    if ((params.get('LS_requested_max_bandwidth') ?? 'unlimited') !== 'unlimited') {
      throw new MalformedRequest('LS_requested_max_bandwidth must be unlimited: no bandwidth is limited here');
    }
    const binding = this.#readBinding(params);
    if (this.#sessions.size + this.#making >= this.limits.sessions) {
      throw new Refused(8, 'Configured maximum number of sessions reached');
    }
    const user = params.get('LS_user') ?? null;
    const { metadata } = this.#adapters;
    const id = `S${randomBytes(16).toString('hex')}`;
    this.#making += 1;
    try {
      await metadata.notifyUser(user, params.get('LS_password') ?? null, headers);
      await metadata.notifyNewSession(user, id, new Map([['REMOTE_IP', headers.get('remote-address') ?? '']]));
    } finally {
      this.#making -= 1;
    }
    const session = new Session(id, user, minor, this.limits, {
      ended: (ended) => this.#ended(ended),
      process: (by, text) => metadata.notifyUserMessage(by.user, by.id, text),
    });
    this.#sessions.set(id, session);
    const target = stream();
    if (target !== null) {
      const names = line('SERVNAME', SERVER_NAME) + line('CLIENTIP', target.address);
      session.bind(target, binding, this.#head(session, target, binding, names));
    }
    return session;
  }

  /** Binds a session to another stream connection. Throws what {@link sessionFault} understands. */
  bind(params: Params, stream: Stream, implied: Session | null): Session {
    const session = this.#sessionOf(params, implied, 21);
    if (params.has('LS_recovery_from')) throw new Refused(4, 'What was sent is not kept for recovery');
    const binding = this.#readBinding(params);
    session.bind(stream, binding, this.#head(session, stream, binding, ''));
    return session;
  }

  /**
   * Carries a control request out. Never rejects.
   * @param answer called with the response, before the effects; not called when the client wants none
   */
  async control(params: Params, implied: Session | null, answer: (text: string) => void): Promise<void> {
    const id = requestId(params);
    try {
      if (id === null) throw new MalformedRequest('LS_reqId must be letters and digits');
      await this.#carryOut(this.#sessionOf(params, implied, 11), params, () => acknowledge(params, id, answer));
    } catch (error) {
      answer(errorLine(id, error));
    }
  }

  /** Takes a message when there is room for it. Never rejects. @param answer as of {@link control} */
  async message(params: Params, implied: Session | null, answer: (text: string) => void): Promise<void> {
    const id = requestId(params);
    try {
      if (id === null) throw new MalformedRequest('LS_reqId must be letters and digits');
      const session = this.#sessionOf(params, implied, 11);
      await session.messages.room();
      session.messages.take(params);
      acknowledge(params, id, answer);
    } catch (error) {
      answer(errorLine(id, error));
    }
  }

  /** The session that a request names or implies. @param badId the code for a malformed id */
  #sessionOf(params: Params, implied: Session | null, badId: number): Session {
    const id = params.get('LS_session');
    if (id === undefined && implied === null) throw new MalformedRequest('LS_session is missing');
    if (id !== undefined && !SESSION_ID.test(id)) throw new Refused(badId, 'Malformed session id');
    const session = id === undefined ? implied : this.#sessions.get(id);
    if (!session || session.hasEnded) throw new Refused(20, 'Specified session not found');
    return session;
  }

  /** Reads how a connection is to be used, within the broker's limits. */
  #readBinding(params: Params): Binding {
    const { limits } = this;
    const pause = Math.min(integer(params, 'LS_polling_millis', 0), limits.polling);
    const idle = Math.min(integer(params, 'LS_idle_millis', 0), limits.idle);
    const keepalive = integer(params, 'LS_keepalive_millis', limits.keepalive);
    return {
      polling: flag(params, 'LS_polling', false) ? { pause, idle } : null,
      keepalive: Math.min(Math.max(keepalive, limits.leastKeepalive), limits.mostKeepalive),
      sync: flag(params, 'LS_send_sync', true),
    };
  }

  /** The first lines on a connection. @param names of server and client, for a new session */
  #head(session: Session, stream: Stream, { polling, keepalive }: Binding, names: string): string {
    const padding = stream.mayBeHeldBack && polling === null ? PADDING : '';
    const ok = line('CONOK', session.id, this.limits.toldRequest, polling?.idle ?? keepalive, '*');
    return ok + names + padding + line('CONS', 'unlimited');
  }

  /** Checks the request, does it, and calls `done` in between. */
  async #carryOut(session: Session, params: Params, done: () => void): Promise<void> {
    const close = flag(params, 'LS_close_socket', false);
    switch (params.get('LS_op')) {
      case 'add':
        return this.#add(session, params, done);
      case 'delete': {
        const subscription = subscriptionOf(session, params);
        done();
        const { id } = subscription[0]!.request;
        this.#remove(session, id);
        session.put(line('UNSUB', id));
        return session.flush();
      }
      case 'reconf':
        subscriptionOf(session, params);
        throw new Refused(13, 'Frequency not changeable: the subscription is unfiltered');
      case 'force_rebind': {
        const pause = Math.min(integer(params, 'LS_polling_millis', 0), this.limits.polling);
        done();
        return session.loop(pause, close);
      }
      case 'destroy': {
        const { code, message } = causeOf(params);
        done();
        return session.end(code, message, close);
      }
      default:
        throw new MalformedRequest('LS_op is not an operation of this broker');
    }
  }

  async #add(session: Session, params: Params, done: () => void): Promise<void> {
    const request = readSubscriptionRequest(params);
    if (!session.subscriptions.has(request.id) && session.subscriptions.size >= this.limits.subscriptions) {
      throw new MalformedRequest('too many subscriptions');
    }
    const subscription = await makeSubscription(request, session, this.#adapters);
    // The session may have ended while the adapters were asked.
    if (session.hasEnded) throw new Refused(20, 'Specified session not found');
    done();
    // The number may be in use, as on a real broker: it is the newer subscription's then.
    this.#remove(session, request.id);
    session.subscriptions.set(request.id, subscription);
    start(subscription, session, this.#items);
  }

  #remove(session: Session, id: number): void {
    for (const item of session.subscriptions.get(id) ?? []) this.#items.leave(item);
    session.subscriptions.delete(id);
  }

  #ended(session: Session): void {
    this.#sessions.delete(session.id);
    for (const id of session.subscriptions.keys()) this.#remove(session, id);
    this.#adapters.metadata.notifySessionClose(session.id).catch(() => {});
  }

  #endAll(code: number, message: string): void {
    for (const session of this.#sessions.values()) session.end(code, message, true);
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

/** The number for a request's response; null when it is missing or malformed. */
function requestId(params: Params): string | null {
  const id = params.get('LS_reqId') ?? '';
  return REQUEST_ID.test(id) ? id : null;
}

function acknowledge(params: Params, id: string, answer: (text: string) => void): void {
  if (flag(params, 'LS_ack', true)) answer(line('REQOK', id));
}

function subscriptionOf(session: Session, params: Params): readonly ItemSubscription[] {
  const subscription = session.subscriptions.get(integer(params, 'LS_subId', 0));
  if (subscription === undefined) throw new Refused(19, 'Specified subscription not found');
  return subscription;
}

/** Reads why a session is destroyed: the client's reason, if any. Its codes are 0 and less. */
function causeOf(params: Params): { code: number; message: string } {
  const code = params.get('LS_cause_code');
  if (code === undefined) return { code: 31, message: 'Destroy invoked by client' };
  if (!/^-?\d{1,9}$/.test(code)) throw new MalformedRequest('LS_cause_code must be a whole number');
  const message = params.get('LS_cause_message') ?? 'null';
  return { code: Math.min(Number(code), 0), message: message.slice(0, MOST_CAUSE) };
}
