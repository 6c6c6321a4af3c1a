/**
 * A WebDriver server for one Firefox: what geckodriver is, for machines where that cannot be had without compiling it. It hands each
 * command on to Firefox's own remote control, which knows them all by nearly the same names.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import pLimit from 'p-limit';
import type { MarionetteConnection } from './command-connection.ts';
import { commandFor } from './commands.ts';
import { DrivenFirefox, type FirefoxOptions } from './firefox.ts';
import { WebDriverError } from './web-driver-error.ts';

export const DRIVER_NAME = "Outcry's own, Marionette 3";

type Json = Record<string, unknown>;

interface Session {
  id: string;
  firefox: DrivenFirefox;
  marionette: MarionetteConnection;
}

/** The capabilities of a new session: those that must match, with the first alternative. */
function wantedFrom(body: Json): Json {
  const { alwaysMatch, firstMatch } = (body.capabilities ?? {}) as { alwaysMatch?: Json; firstMatch?: Json[] };
  return { ...alwaysMatch, ...firstMatch?.[0] };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new WebDriverError('invalid argument', `the request's body is not JSON: ${(error as Error).message}`);
  }
}

export class FirefoxDriver {
  #session: Session | null = null;
  /** Commands are done one after the other, as the specification wants it. */
  readonly #inTurn = pLimit(1);

  /** A server that is not listening yet. */
  server(): Server {
    const server = createServer((request, response) => void this.#serve(request, response));
    // A command may take as long as it takes, and so may the pause before the next.
    server.requestTimeout = 0;
    server.keepAliveTimeout = 0;
    return server;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let status = 200;
    let value: unknown;
    try {
      const body = await bodyOf(request);
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      value = await this.#inTurn(() => this.#do(request.method ?? 'GET', path, body));
    } catch (error) {
      const known = error instanceof WebDriverError ? error : new WebDriverError('unknown error', String(error));
      status = known.status;
      value = known.value;
    }
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' });
    response.end(JSON.stringify({ value: value ?? null }));
  }

  async #do(method: string, path: string, body: Json): Promise<unknown> {
    if (path === '/status') return { ready: this.#session === null, message: '' };
    if (path === '/session' && method === 'POST') return this.#begin(wantedFrom(body));
    const [, id, rest] = /^\/session\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (id === undefined) throw new WebDriverError('unknown command', `${method} ${path}`);
    const session = this.#session;
    if (session === null || session.id !== id)
      throw new WebDriverError('invalid session id', `there is no session ${id}`);
    if (rest === undefined && method === 'DELETE') return this.#end(session);
    const command = commandFor(method, rest ?? '', body);
    const value = command.valueOf(await session.marionette.send(command.name, command.parameters));
    // With its last window Firefox is over.
    if (command.name === 'WebDriver:CloseWindow' && Array.isArray(value) && value.length === 0)
      await this.#end(session);
    return value;
  }

  async #begin(wanted: Json): Promise<object> {
    if (this.#session !== null) throw new WebDriverError('session not created', 'this driver has its session already');
    const options = (wanted['moz:firefoxOptions'] ?? {}) as FirefoxOptions;
    const asked = Object.fromEntries(Object.entries(wanted).filter(([name]) => !name.startsWith('moz:')));
    const [firefox, marionette] = await DrivenFirefox.start(options, wanted.webSocketUrl === true);
    try {
      const begun = (await marionette.send('WebDriver:NewSession', asked)) as { sessionId: string; capabilities: Json };
      this.#session = { id: begun.sessionId, firefox, marionette };
      return { ...begun, capabilities: { ...begun.capabilities, 'outcry:driver': DRIVER_NAME } };
    } catch (error) {
      marionette.close();
      await firefox.end(0);
      throw error;
    }
  }

  async #end({ firefox, marionette }: Session): Promise<null> {
    this.#session = null;
    // It may be gone before it has answered.
    await marionette.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
    marionette.close();
    await firefox.end();
    return null;
  }
}
