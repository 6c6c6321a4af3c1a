/**
 * A room's work for each connection alone: it accepts connections, takes or refuses what they send, and answers the verbs `echo`,
 * `sink` and `request`, which concern only their sender. A single process has a `Room`; if several processes share one, each has a
 * `WorkerRoom` (`kits/cluster`). `protocol/README.md` is the specification.
 */
import type { Reply } from '../../protocol/socket.ts';
import type { Counted, Relayed } from '../../protocol/verbs.ts';
import { bodyAskedFor, checkBody } from './bodies.ts';
import { checkInteger, Fault, fieldsOf } from './fault.ts';
import { now as clock } from './server-clock.ts';

/** A longer event name is not repeated to its sender. */
const EVENT_NAME_LIMIT = 100;
const BUCKET_MS = { least: 10, most: 3_600_000 };

/** The room's ways to the connections. `broadcast` reaches every connection that the room has been told of. */
export interface RoomOutputs<Connection> {
  send(connection: Connection, event: string, data: unknown): void;
  broadcast(event: string, data: unknown): void;
  /** The bytes that were handed over for a connection and have not gone out, about. Without it no feed is slowed down. */
  waiting?(connection: Connection): number;
}

/** Counts of what was received and sent. */
export interface Tally {
  /** Counts what was `received` at `at` (ms), and `sent` for it. */
  add(verb: Counted, at: number, received: number, sent: number): void;
  /** Counts what was refused at `at`, ms. */
  addRefused(at: number): void;
}

/** The message that every new connection gets; null: none. */
export type Greeting = { body: unknown } | null;

export abstract class BaseRoom<Connection> {
  /** The server's clock, ms with fractions, never going back. */
  readonly now: () => number;
  protected readonly outputs: RoomOutputs<Connection>;
  protected readonly open = new Set<Connection>();
  protected greeting: Greeting = null;
  /** The counts since the last `begin`. */
  protected abstract tally: Tally;

  constructor(outputs: RoomOutputs<Connection>, now: () => number = clock) {
    this.outputs = outputs;
    this.now = now;
  }

  connect(connection: Connection): void {
    this.open.add(connection);
    if (this.greeting === null) return;
    const received = this.now();
    this.tally.add('greet', received, 0, 1);
    this.outputs.send(connection, 'greet', this.relayed(this.greeting.body, received));
  }

  /** Takes an event that a client sent; what cannot be taken is refused. */
  receive(connection: Connection, event: string, body: unknown): void {
    const received = this.now();
    // Messages that arrive after their connection has ended have no sender.
    if (!this.open.has(connection)) return;
    try {
      this.#take(connection, event, body, received);
    } catch (error) {
      this.#refuse(connection, event.length <= EVENT_NAME_LIMIT ? event : null, Fault.of(error), received);
    }
  }

  /** Refuses what never became an event, such as text that is not JSON. */
  unreadable(connection: Connection): void {
    if (!this.open.has(connection)) return;
    const fault = new Fault('bad-json', 'not a JSON envelope with the name of an event');
    this.#refuse(connection, null, fault, this.now());
  }

  /** Counts a body that is published, and says it to everybody. */
  protected abstract publish(body: unknown, received: number): void;

  /** The reply to the verb `request`, counted. @throws Fault */
  protected bodyReply(data: unknown, received: number): Reply {
    const body = bodyAskedFor(data, 'data');
    this.tally.add('request', received, 1, 1);
    return { ok: true, body, hops: [received, this.now()] };
  }

  /** The reply that says what fault `error` is, counted. @throws `error` itself when it is none */
  protected refusal(error: unknown, received: number): Reply {
    const { code, message } = Fault.of(error);
    this.tally.addRefused(received);
    return { ok: false, code, reason: message };
  }

  protected relayed(body: unknown, received: number): Relayed {
    return { body, hops: [received, this.now()] };
  }

  #take(connection: Connection, event: string, body: unknown, received: number): void {
    if (event !== 'echo' && event !== 'publish' && event !== 'sink') throw unknown('event');
    checkBody(body);
    if (event === 'sink') this.tally.add(event, received, 1, 0);
    else if (event === 'echo') {
      this.tally.add(event, received, 1, 1);
      this.outputs.send(connection, event, this.relayed(body, received));
    } else this.publish(body, received);
  }

  #refuse(connection: Connection, event: string | null, { code, message }: Fault, at: number): void {
    this.tally.addRefused(at);
    this.outputs.send(connection, 'refused', { event, code, reason: message });
  }
}

export function unknown(kind: 'event' | 'request'): Fault {
  return new Fault('unknown-event', `no such ${kind}; names are exact, and an event is no request`);
}

/** Reads the body of `POST /outcry/begin`. @throws Fault when it asks for what cannot be */
export function readBegin(asked: unknown): { bucketMs: number; greeting: Greeting } {
  const { bucketMs, greet = null } = fieldsOf(asked, 'begin');
  const width = checkInteger(bucketMs, 'bucketMs', BUCKET_MS.least, BUCKET_MS.most);
  return { bucketMs: width, greeting: greet === null ? null : { body: bodyAskedFor(greet, 'greet') } };
}
