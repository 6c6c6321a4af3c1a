/**
 * Requests by themselves, over plain HTTP. Each is a connection of its own, for as long as it takes to answer it.
 *
 *     GET  /bare/rest              204: there is a server
 *     POST /bare/rest/<request>    its data as JSON; the answer is the reply, 400 where that is a refusal
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { House } from '../../kits/node/house.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import type { Connection, Registry } from './client-connection.ts';
import { readBody } from './read-body.ts';

const PATH = /^\/bare\/rest(?:\/([^?]+))?$/;

/** Answers a request to one of the paths above; false when it is to none of them. */
export function answerRest(
  house: House<Connection>,
  registry: Registry,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const found = PATH.exec(request.url ?? '');
  if (found === null) return false;
  const name = found[1];
  if (name !== undefined && request.method === 'POST') void reply(house, registry, name, request, response);
  else response.writeHead(name === undefined && request.method === 'GET' ? 204 : 405).end();
  return true;
}

async function reply(
  house: House<Connection>,
  registry: Registry,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (body === null) {
    response.setHeader('connection', 'close');
    say(response, 413, refused('too-large', `sent more than ${TRANSPORT_LIMIT_BYTES} bytes at once`));
    return;
  }
  const guest = new Guest();
  // It is there only now: a client that takes its time to send is no connection yet.
  registry.opened(guest, request.socket.remoteAddress);
  try {
    const read = parse(path, body);
    if (read === null) {
      house.unreadable(guest);
      say(response, 400, refused('bad-json', 'not JSON, or a path that is no name'));
    } else {
      const answer = await house.request(guest, read.name, read.data);
      say(response, answer.ok ? 200 : 400, answer);
    }
  } finally {
    registry.ended(guest);
  }
}

/** A client that asks once. Messages of the house to everybody do not reach it. */
class Guest implements Connection {
  readonly waiting = 0;
  send(): void {}
  end(): void {}
}

function parse(path: string, body: string): { name: string; data: unknown } | null {
  try {
    return { name: decodeURIComponent(path), data: body === '' ? undefined : JSON.parse(body) };
  } catch {
    return null;
  }
}

const refused = (code: string, reason: string) => ({ ok: false, code, reason });

function say(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(answer));
}
