/** A Node app's server process: HOST, PORT, CONTROL_TOKEN and STATIC_DIR in, the ready line out, SIGTERM ends it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Auction, House, type Outputs } from './house.ts';
import { followClock } from './server-clock.ts';
import { serveStatic } from './static-files.ts';

/** Accepts the connections of clients. */
export interface Listener {
  /** @returns the port. @throws when it cannot listen there */
  listen(place: { host: string; port: number; backlog: number }): Promise<number>;
  /** Accepts no more, and calls `closed` when no connection is left. */
  close(closed: () => void): void;
}

/** An app's framework, attached to the HTTP server. */
export interface Attached<Connection> extends Outputs<Connection> {
  /**
   * The framework's own HTTP server in the place of Node's. What it does not answer itself it emits as `request` of the latter, whose
   * listeners answer it: control, pages, `/healthz`.
   */
  listener?: Listener;
  /** Answers the requests of the app's own transports; false when a request is none of them. */
  handle?(request: IncomingMessage, response: ServerResponse): boolean;
  /** Ends all connections the way the framework does, so that clients are told: the server is about to stop. */
  endAll(): void;
}

/** A runtime that runs Node's programs and is another. */
export interface Runtime {
  /** Its name and version, for the ready line. */
  version: string;
  /** The host's monotonic clock, ms (`CLOCK_MONOTONIC` on Linux); absent: `process.hrtime` reads it, as Node.js does. */
  hostNow?(): number;
}

export interface ServerApp<Connection> {
  /** Version of the framework, for the ready line. */
  framework: string;
  /** The runtime; absent: Node.js. */
  runtime?: Runtime;
  /** The substitute for a part of the framework, a sentence for people; absent: the framework is complete. */
  substitute?: string;
  /** The auction house, if the app has one: `auctionIn()` of `auction/auction-house.ts`. */
  auction?: Auction;
  /** Attaches the framework to `http` and its connections to `house`. */
  attach(http: Server, house: House<Connection>): Attached<Connection>;
}

/** The time after SIGTERM at which connections that have not ended by themselves are cut, ms. */
export const STOP_MS = 1_000;
/**
 * Connections that wait until the process gets round to them: what Linux allows a server by default (`net.core.somaxconn`). Node would let 511
 * wait, and has the others tried again by the kernel, seconds later and ever more rarely.
 */
export const BACKLOG = 4_096;
/** Longer than any client waits between two requests, so that the server never closes a connection being reused. */
const KEEP_ALIVE_MS = 75_000;

/** Serves `app` until SIGTERM. A client cannot end the process; not being able to listen does (exit code 1). */
export function runServer<Connection>(app: ServerApp<Connection>): void {
  const { version: runtime, hostNow }: Runtime = app.runtime ?? { version: `node ${process.versions.node}` };
  if (hostNow !== undefined) followClock(hostNow);
  const http = createServer((request, response) => {
    if (house.control(request, response)) return;
    if (request.url === '/healthz' || !attached.handle?.(request, response)) answerCommon(request, response);
  });
  keepConnectionsOpen(http);
  // The house and the app need each other; nothing is sent before both are there.
  const outputs: Outputs<Connection> = {
    send: (connection, event, data) => attached.send(connection, event, data),
    broadcast: (event, data) => attached.broadcast(event, data),
    waiting: (connection) => attached.waiting?.(connection) ?? 0,
    addressOf: (connection) => attached.addressOf?.(connection),
  };
  const house = new House(outputs, { auction: app.auction });
  const attached = app.attach(http, house);

  const host = process.env.HOST || '127.0.0.1';
  const port = readPort(process.env.PORT);
  const listener = attached.listener ?? listenerOf(http);
  listener.listen({ port, host, backlog: BACKLOG }).then(
    (port) => {
      surviveErrors(http);
      const versions = { framework: app.framework, runtime };
      process.stdout.write(`${JSON.stringify({ ready: true, port, versions, substitute: app.substitute })}\n`);
    },
    (error: Error) => {
      console.error(`cannot listen on ${host}:${port}: ${error.message}`);
      process.exit(1);
    },
  );
  let isStopping = false;
  // Not `once`: it may come twice, to the process and to its group, and one that nobody listens for ends the process before its clients are told.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!isStopping) stop(listener, house, attached);
      isStopping = true;
    });
  }
}

/** Answers what every app's server is asked besides its own, to read: /healthz, and the pages in STATIC_DIR. */
export function answerCommon(request: IncomingMessage, response: ServerResponse): void {
  const root = process.env.STATIC_DIR;
  const isHealth = request.url === '/healthz';
  if (!isHealth && !root) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found: STATIC_DIR is not set\n');
  } else if (request.method !== 'GET' && request.method !== 'HEAD')
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
  else if (isHealth) response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
  else void serveStatic(root!, request, response);
}

/** Clients may use a connection again for as long as they think, and a feed is one request for as long as it has something to say. */
export function keepConnectionsOpen(http: Server): void {
  http.requestTimeout = 0;
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  http.headersTimeout = KEEP_ALIVE_MS + 5_000;
}

/** PORT, 0 for any; a process with a PORT that cannot be ends with the reason. */
export function readPort(text: string | undefined): number {
  const port = Number(text || 0);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  console.error(`PORT is "${text}"; it must be a number from 0 to 65535`);
  process.exit(1);
}

/** Has errors that were not foreseen logged, from here on: none ends the process. */
export function surviveErrors(http?: Server): void {
  const log = (error: unknown) => console.error(error);
  http?.on('error', log);
  process.on('uncaughtException', log);
  process.on('unhandledRejection', log);
}

function listenerOf(http: Server): Listener {
  return {
    listen: (place) =>
      new Promise((resolve, reject) => {
        http.once('error', reject);
        http.listen(place, () => {
          http.off('error', reject);
          resolve((http.address() as AddressInfo).port);
        });
      }),
    close(closed) {
      http.close(closed);
      http.closeIdleConnections();
    },
  };
}

function stop<Connection>(listener: Listener, house: House<Connection>, attached: Attached<Connection>): void {
  house.stop();
  attached.endAll();
  listener.close(() => process.exit(0));
  setTimeout(() => process.exit(0), STOP_MS).unref();
}
