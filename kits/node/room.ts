/**
 * The room of a server that is one process: all its connections, and the verbs they have. It knows no transport, no clock but the one it is
 * given, and nothing of what is measured. `protocol/README.md` is its specification.
 */
import type { Counts as Counted } from '../../protocol/control.ts';
import type { Reply } from '../../protocol/socket.ts';
import { BaseRoom, readBegin, unknown } from './base-room.ts';
import { bodyBeside, checkBody } from './bodies.ts';
import { Counts } from './counts.ts';
import { fieldsOf, parseJson } from './fault.ts';
import { Names } from './joined-names.ts';

/** A name that was given back, at `at` (ms). */
interface Left {
  name: string;
  body: unknown;
  at: number;
}

export class Room<Connection> extends BaseRoom<Connection> {
  readonly #names = new Names<Connection>();
  /** Names that were given back, of which not all have been told yet. */
  readonly #left: Left[] = [];
  #isTellingLeft = false;
  protected tally = new Counts(0);

  disconnect(connection: Connection): void {
    if (!this.open.delete(connection)) return;
    const name = this.#names.take(connection);
    if (name !== undefined) this.#tellLeft({ name, body: null, at: this.now() }, 0);
  }

  /** The reply to a request; null where the connection has ended, and nobody waits for one. */
  request(connection: Connection, request: string, data: unknown): Reply | null {
    const received = this.now();
    if (!this.open.has(connection)) return null;
    try {
      return this.#answer(connection, request, data, received);
    } catch (error) {
      return this.refusal(error, received);
    }
  }

  /** Forgets what was counted and counts anew, as `POST /outcry/begin` asks. @throws Fault when it asks for what cannot be */
  begin(asked: unknown): void {
    const { bucketMs, greeting } = readBegin(asked);
    this.greeting = greeting;
    this.tally = new Counts(bucketMs);
  }

  /** The answer to `GET /outcry/counts`. */
  get counts(): Counted {
    return { clock: this.now(), connections: this.open.size, ...this.tally.all };
  }

  /** Sends a line of a feed to all, or to the one named `to`; returns the number of receivers. @throws Fault when it cannot be sent */
  feed(line: string, to: string | null): number {
    const received = this.now();
    const holder = to === null ? null : this.#names.holderOf(to);
    const body = parseJson(line);
    checkBody(body);
    const sent = holder === null ? this.open.size : 1;
    this.tally.add('feed', received, 1, sent);
    if (holder === null) this.outputs.broadcast('feed', this.relayed(body, received));
    else this.outputs.send(holder, 'feed', this.relayed(body, received));
    return sent;
  }

  /**
   * Bytes that wait to go out to the connection named `to`, or to the one in the room that is furthest behind.
   * @throws Fault when no connection has the name
   */
  waiting(to: string | null): number {
    let most = 0;
    for (const connection of to === null ? this.open : [this.#names.holderOf(to)]) {
      most = Math.max(most, this.outputs.waiting?.(connection) ?? 0);
    }
    return most;
  }

  protected publish(body: unknown, received: number): void {
    this.tally.add('publish', received, 1, this.open.size);
    this.outputs.broadcast('publish', this.relayed(body, received));
  }

  #answer(connection: Connection, request: string, data: unknown, received: number): Reply {
    switch (request) {
      case 'request':
        return this.bodyReply(data, received);
      case 'join': {
        const asked = fieldsOf(data, 'data').name;
        const body = bodyBeside(data);
        const name = this.#names.give(asked, connection);
        this.tally.add('join', received, 1, this.open.size);
        this.outputs.broadcast('joined', { name, ...this.relayed(body, received) });
        return { ok: true, names: this.#names.all };
      }
      case 'leave': {
        const body = bodyBeside(data);
        this.#tellLeft({ name: this.#names.leave(connection), body, at: received }, 1);
        return { ok: true };
      }
      default:
        throw unknown('request');
    }
  }

  #tellLeft(left: Left, received: number): void {
    this.tally.add('leave', left.at, received, this.open.size);
    this.#left.push(left);
    // A connection may end because it is told of another one's end: then that is told next, and not in the middle.
    if (this.#isTellingLeft) return;
    this.#isTellingLeft = true;
    try {
      for (let next = this.#left.shift(); next !== undefined; next = this.#left.shift()) {
        const { name, body, at } = next;
        this.outputs.broadcast('left', { name, ...this.relayed(body, at) });
      }
    } finally {
      this.#isTellingLeft = false;
    }
  }
}
