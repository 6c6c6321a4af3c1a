/**
 * The transports over plain HTTP. Down: a stream or polls. Up: POSTs of envelopes, one per line.
 *
 *     GET  /bare/sse, /bare/http-streaming        opens a session; the response is the stream
 *     POST /bare/long-polling, /bare/polling      opens a session: {"session": id}
 *     GET  /bare/sessions/<id>?after=<number>     a poll
 *     POST /bare/sessions/<id>                    events
 *     POST /bare/sessions/<id>/close              the client leaves
 *
 * A session that has ended is answered 410 with the reason for a while, then 404 as one that never was.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { receiveText } from '../../kits/node/envelope.ts';
import type { House } from '../../kits/node/house.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { type Connection, type Registry, write } from './client-connection.ts';
import { PollConnection } from './polls.ts';
import { readBody } from './read-body.ts';
import { IN_LINES, SERVER_SENT_EVENTS, StreamConnection } from './streams.ts';

const PREFIX = '/bare/';
const SESSION = /^sessions\/([\w-]{24})(\/close)?$/;
/** The time for which the reason for a session's end is kept, ms. */
const REASON_MS = 30_000;

export class HttpSessions {
  readonly #house: House<Connection>;
  readonly #registry: Registry;
  readonly #open = new Map<string, StreamConnection | PollConnection>();
  readonly #ended = new Map<string, string>();

  constructor(house: House<Connection>, registry: Registry) {
    this.#house = house;
    this.#registry = registry;
  }

  /** Answers a request to one of the paths above; false when it is to none of them. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (!request.url?.startsWith(PREFIX)) return false;
    const [path, query] = request.url.slice(PREFIX.length).split('?', 2) as [string, string | undefined];
    const session = SESSION.exec(path);
    if (session) this.#inSession(request, response, session[1]!, session[2] !== undefined, query);
    else this.#opening(`${request.method} ${path}`, response);
    return true;
  }

  #opening(route: string, response: ServerResponse): void {
    const id = randomBytes(18).toString('base64url');
    const connection = open(route, response, id, (reason) => this.#close(id, reason));
    if (connection === null) {
      answer(response, 404, 'no such path\n');
      return;
    }
    this.#open.set(id, connection);
    this.#registry.opened(connection, response.req.socket.remoteAddress);
    if (connection instanceof PollConnection) answer(response, 200, JSON.stringify({ session: id }));
  }

  #close(id: string, reason: string): void {
    const connection = this.#open.get(id);
    if (connection === undefined) return;
    this.#open.delete(id);
    this.#ended.set(id, reason);
    setTimeout(() => this.#ended.delete(id), REASON_MS).unref();
    this.#registry.ended(connection);
  }

  #inSession(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    isClose: boolean,
    query: string | undefined,
  ): void {
    const connection = this.#open.get(id);
    if (connection === undefined) {
      const reason = this.#ended.get(id);
      if (reason === undefined) answer(response, 404, 'no such session\n');
      else answer(response, 410, reason);
    } else if (request.method === 'GET' && !isClose && connection instanceof PollConnection) {
      connection.poll(Number(new URLSearchParams(query).get('after') ?? Number.NaN), response);
    } else if (request.method === 'POST' && isClose) {
      connection.end('closed by the client');
      answer(response, 204);
    } else if (request.method === 'POST') void this.#receive(request, response, connection);
    else answer(response, 405, 'not a method for this path\n');
  }

  /** Reads a body of envelopes, one per line, and hands them over in order. */
  async #receive(
    request: IncomingMessage,
    response: ServerResponse,
    connection: StreamConnection | PollConnection,
  ): Promise<void> {
    const body = await readBody(request);
    if (body === null) {
      const reason = `sent more than ${TRANSPORT_LIMIT_BYTES} bytes at once`;
      response.setHeader('connection', 'close');
      answer(response, 413, reason);
      connection.end(reason);
      return;
    }
    for (const line of body.split('\n')) {
      if (line !== '') receiveText(this.#house, connection, line, write);
    }
    answer(response, 204);
  }
}

function open(route: string, response: ServerResponse, id: string, ended: (reason: string) => void) {
  switch (route) {
    case 'GET sse':
      return new StreamConnection(response, SERVER_SENT_EVENTS, id, ended);
    case 'GET http-streaming':
      return new StreamConnection(response, IN_LINES, id, ended);
    case 'POST long-polling':
      return new PollConnection(true, ended);
    case 'POST polling':
      return new PollConnection(false, ended);
    default:
      return null;
  }
}

function answer(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, { 'cache-control': 'no-store' }).end(body);
}
