/**
 * The room: all connections of a server, and the verbs they have. It knows no transport, no clock but the one it is given, and
 * nothing of what is measured. `protocol/README.md` is its specification.
 */
import type { Counts as Counted } from '../../protocol/control.ts';
import type { Reply } from '../../protocol/socket.ts';
import type { Relayed } from '../../protocol/verbs.ts';
import { bodyAskedFor, checkBody } from './bodies.ts';
import { now as clock } from './clock.ts';
import { Counts } from './counts.ts';
import { checkInteger, Fault, fieldsOf, parseJson } from './fault.ts';
import { Names } from './names.ts';

/** A longer event name is not repeated to whoever sent it. */
const EVENT_NAME_LIMIT = 100;
const BUCKET_MS = { least: 10, most: 3_600_000 };

/** How the room reaches the connections. `broadcast` reaches every connection that the room has been told of. */
export interface RoomOutputs<Connection> {
  send(connection: Connection, event: string, data: unknown): void;
  broadcast(event: string, data: unknown): void;
  /** How much was handed over for a connection and has not gone out, about, bytes. Without it no feed is slowed down. */
  waiting?(connection: Connection): number;
}

export class Room<Connection> {
  /** The server's clock, ms with fractions, never going back. */
  readonly now: () => number;
  readonly #outputs: RoomOutputs<Connection>;
  readonly #open = new Set<Connection>();
  readonly #names = new Names<Connection>();
  /** Names of connections that are gone, of which not all have been told yet. */
  readonly #left: string[] = [];
  #isTellingLeft = false;
  #counts = new Counts(0);
  #greeting: { body: unknown } | null = null;

  constructor(outputs: RoomOutputs<Connection>, now: () => number = clock) {
    this.#outputs = outputs;
    this.now = now;
  }

  connect(connection: Connection): void {
    this.#open.add(connection);
    if (this.#greeting === null) return;
    const received = this.now();
    this.#counts.add('greet', received, 0, 1);
    this.#outputs.send(connection, 'greet', this.#relayed(this.#greeting.body, received));
  }

  disconnect(connection: Connection): void {
    if (!this.#open.delete(connection)) return;
    const name = this.#names.take(connection);
    if (name !== undefined) this.#tellLeft(name, this.now(), 0);
  }

  /** Takes an event that a client sent; what cannot be taken is refused. */
  receive(connection: Connection, event: string, body: unknown): void {
    const received = this.now();
    // What was still on its way when a connection ended comes from nobody.
    if (!this.#open.has(connection)) return;
    try {
      this.#take(connection, event, body, received);
    } catch (error) {
      this.#refuse(connection, event.length <= EVENT_NAME_LIMIT ? event : null, Fault.of(error));
    }
  }

  /** Refuses what never became an event, such as text that is not JSON. */
  unreadable(connection: Connection): void {
    if (!this.#open.has(connection)) return;
    this.#refuse(connection, null, new Fault('bad-json', 'not a JSON envelope with the name of an event'));
  }

  /** The reply to a request; null where the connection has ended, and nobody waits for one. */
  request(connection: Connection, request: string, data: unknown): Reply | null {
    const received = this.now();
    if (!this.#open.has(connection)) return null;
    try {
      return this.#answer(connection, request, data, received);
    } catch (error) {
      const { code, message } = Fault.of(error);
      this.#counts.addRefused();
      return { ok: false, code, reason: message };
    }
  }

  /** Forgets what was counted and counts anew, as `POST /outcry/begin` asks. @throws Fault when it asks for what cannot be */
  begin(asked: unknown): void {
    const { bucketMs, greet = null } = fieldsOf(asked, 'begin');
    const width = checkInteger(bucketMs, 'bucketMs', BUCKET_MS.least, BUCKET_MS.most);
    this.#greeting = greet === null ? null : { body: bodyAskedFor(greet, 'greet') };
    this.#counts = new Counts(width);
  }

  /** What `GET /outcry/counts` answers. */
  get counts(): Counted {
    return { clock: this.now(), connections: this.#open.size, ...this.#counts.all };
  }

  /** Sends a line of a feed to all, or to who has the name `to`: how many that were. @throws Fault when it cannot be sent */
  feed(line: string, to: string | null): number {
    const received = this.now();
    const holder = to === null ? null : this.#names.holderOf(to);
    const body = parseJson(line);
    checkBody(body);
    const sent = holder === null ? this.#open.size : 1;
    this.#counts.add('feed', received, 1, sent);
    if (holder === null) this.#outputs.broadcast('feed', this.#relayed(body, received));
    else this.#outputs.send(holder, 'feed', this.#relayed(body, received));
    return sent;
  }

  /**
   * What waits to go out to who has the name `to`, or in the room to the connection that is furthest behind, bytes.
   * @throws Fault when nobody has the name
   */
  waiting(to: string | null): number {
    let most = 0;
    for (const connection of to === null ? this.#open : [this.#names.holderOf(to)]) {
      most = Math.max(most, this.#outputs.waiting?.(connection) ?? 0);
    }
    return most;
  }

  #take(connection: Connection, event: string, body: unknown, received: number): void {
    if (event !== 'echo' && event !== 'publish' && event !== 'sink') throw unknown('event');
    checkBody(body);
    if (event === 'sink') this.#counts.add(event, received, 1, 0);
    else if (event === 'echo') {
      this.#counts.add(event, received, 1, 1);
      this.#outputs.send(connection, event, this.#relayed(body, received));
    } else {
      this.#counts.add(event, received, 1, this.#open.size);
      this.#outputs.broadcast(event, this.#relayed(body, received));
    }
  }

  #answer(connection: Connection, request: string, data: unknown, received: number): Reply {
    switch (request) {
      case 'request': {
        const body = bodyAskedFor(data, 'data');
        this.#counts.add('request', received, 1, 1);
        return { ok: true, body, hops: [received, this.now()] };
      }
      case 'join': {
        const name = this.#names.give(fieldsOf(data, 'data').name, connection);
        this.#counts.add('join', received, 1, this.#open.size);
        this.#outputs.broadcast('joined', { name });
        return { ok: true, names: this.#names.all };
      }
      case 'leave': {
        const name = this.#names.take(connection);
        if (name === undefined) throw new Fault('wrong-state', 'this connection has not joined');
        this.#tellLeft(name, received, 1);
        return { ok: true };
      }
      default:
        throw unknown('request');
    }
  }

  #tellLeft(name: string, at: number, received: number): void {
    this.#counts.add('leave', at, received, this.#open.size);
    this.#left.push(name);
    // A connection may end because it is told of another one's end: then that is told next, and not in the middle.
    if (this.#isTellingLeft) return;
    this.#isTellingLeft = true;
    try {
      while (this.#left.length > 0) this.#outputs.broadcast('left', { name: this.#left.shift() });
    } finally {
      this.#isTellingLeft = false;
    }
  }

  #refuse(connection: Connection, event: string | null, { code, message }: Fault): void {
    this.#counts.addRefused();
    this.#outputs.send(connection, 'refused', { event, code, reason: message });
  }

  #relayed(body: unknown, received: number): Relayed {
    return { body, hops: [received, this.now()] };
  }
}

function unknown(kind: 'event' | 'request'): Fault {
  return new Fault('unknown-event', `no such ${kind}; names are exact, and an event is no request`);
}
