/** Control over HTTP, for clients with the token of the server. `protocol/README.md` is its specification. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTROL_PATHS, type Counts, type Fed } from '../../protocol/control.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { Fault, parseJson } from './fault.ts';

/** Begins every path of control. */
export const CONTROL_PREFIX = '/outcry/';
const BEGIN_LIMIT_BYTES = 2 * 1_048_576;
/** A feed waits while a connection that it goes to is this far behind, bytes. */
export const BEHIND_BYTES = 1_048_576;
/** The pause until it looks again whether that is still so, ms. */
export const LOOK_MS = 2;

/** The room that is controlled: all of it, however many processes have it. */
export interface Controlled {
  /** The server's clock, ms. */
  now(): number;
  readonly counts: Counts | Promise<Counts>;
  /** @throws Fault when it asks for what cannot be */
  begin(asked: unknown): void | Promise<void>;
  /** Sends a line to all, or to the connection named `to`; returns the number of receivers. @throws Fault when it cannot be sent */
  feed(line: string, to: string | null): number | Promise<number>;
  /** Bytes that wait to go out to the connection furthest behind of those that `feed` sends to. @throws Fault when no connection has the name */
  waiting(to: string | null): number | Promise<number>;
}

export class Control {
  readonly #room: Controlled;
  readonly #authorization: Buffer | null;
  readonly #passedOn: boolean;

  /**
   * @param token a client with it controls `room`; undefined or empty: no client does
   * @param passedOn another process has the client's connection, and ends it where a body was not read
   */
  constructor(room: Controlled, token: string | undefined, passedOn = false) {
    this.#room = room;
    this.#passedOn = passedOn;
    this.#authorization = token ? digest(`Bearer ${token}`) : null;
  }

  /** Answers a request to a path of control; false when it is to another one. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (!request.url?.startsWith(CONTROL_PREFIX)) return false;
    this.#answer(request)
      .then((answer) => say(response, 200, answer))
      .catch((error) => this.#refuse(response, error))
      .catch((error) => {
        // The request was cut off, or the mistake is ours; either way nobody can be told.
        if (!request.destroyed) console.error(error);
        response.destroy();
      });
    return true;
  }

  async #answer(request: IncomingMessage): Promise<object> {
    if (this.#authorization === null) throw new Fault('not-found', 'this server was started without a token', 404);
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), this.#authorization)) {
      throw new Fault('unauthorized', 'control wants the header "Authorization: Bearer" with the server’s token', 401);
    }
    const { pathname, searchParams } = new URL(request.url!, 'http://server');
    switch (`${request.method} ${pathname}`) {
      case `GET ${CONTROL_PATHS.clock}`:
        return { clock: this.#room.now() };
      case `GET ${CONTROL_PATHS.counts}`:
        return this.#room.counts;
      case `POST ${CONTROL_PATHS.begin}`:
        await this.#room.begin(parseJson(await readAll(request)));
        return { clock: this.#room.now() };
      case `POST ${CONTROL_PATHS.feed}`:
        return this.#feed(request, searchParams.get('to'), searchParams.get('wait') !== 'no');
    }
    if (!Object.values<string>(CONTROL_PATHS).includes(pathname)) throw new Fault('not-found', 'no such path', 404);
    throw new Fault('wrong-method', 'counts and clock are for GET, begin and feed for POST', 405);
  }

  async #feed(request: IncomingMessage, to: string | null, waits: boolean): Promise<Fed> {
    const fed: Fed = { lines: 0, sent: 0 };
    let number = 0;
    const take = async (line: string) => {
      number++;
      if (line === '') return;
      try {
        const sent = await this.#room.feed(line, to);
        fed.sent += sent;
      } catch (error) {
        const { code, message, status } = Fault.of(error);
        throw new Fault(code, `line ${number}: ${message}`, status);
      }
      fed.lines++;
      if (waits) await this.#goneOut(request, to);
    };
    // Before the first line, so that a name that nobody has is known at once.
    if (waits) await this.#goneOut(request, to);
    else await this.#room.waiting(to);
    let rest = '';
    request.setEncoding('utf8');
    for await (const text of request.iterator({ destroyOnReturn: false })) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) await take(line);
      if (rest.length > TRANSPORT_LIMIT_BYTES) throw new Fault('too-large', `line ${number + 1} does not end`);
    }
    await take(rest);
    return fed;
  }

  #refuse(response: ServerResponse, error: unknown): void {
    const { code, message, status } = Fault.of(error);
    // The rest of the request's body is not read.
    if (!this.#passedOn) response.setHeader('connection', 'close');
    say(response, status, { code, reason: message });
  }

  /** Resolves when nobody who gets the feed is too far behind, or `request` was cut off. */
  async #goneOut(request: IncomingMessage, to: string | null): Promise<void> {
    while ((await this.#room.waiting(to)) > BEHIND_BYTES && !request.destroyed) await sleep(LOOK_MS);
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream stays as it is when reading ends early: it is to be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > BEGIN_LIMIT_BYTES) throw new Fault('too-large', `begin may be ${BEGIN_LIMIT_BYTES} bytes`, 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function say(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify(answer)}\n`);
}

/** Texts of any length can be compared in constant time by their digests. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
