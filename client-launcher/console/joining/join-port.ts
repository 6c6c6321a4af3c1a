/** The port at which workers join: handles a connection until a worker has identified itself. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { type JoinAddress, urlOf } from './address.ts';
import { readHello } from './check-messages.ts';
import { JoinedWorker } from './joined-worker.ts';
import { CLOSE, MESSAGE_LIMIT } from './messages.ts';
import { sameToken } from './token.ts';
import { type OutcryVersion, readVersion, VERSION_HEADER, versionText } from './version.ts';

export interface JoinPortOptions {
  address: JoinAddress;
  token: string;
  version: OutcryVersion;
  onWorker(worker: JoinedWorker): void;
  /** From connecting to having said all that a request to join says; from then to saying what it is; between two pings. For tests. */
  requestMs?: number;
  helloMs?: number;
  pingMs?: number;
}

/** A worker starts its process between the two, on a machine that may be busy. */
const REQUEST_MS = 10_000;
const HELLO_MS = 60_000;
/** Connections at once, from all senders; requests with a longer head are refused. */
const MOST_CONNECTIONS = 1_000;
const MOST_HEAD_BYTES = 8_192;

const STATUS = { 401: 'Unauthorized', 409: 'Conflict', 426: 'Upgrade Required' } as const;

/** Answers a request that will be no WebSocket, and hangs up. */
function refuse(socket: Duplex, status: keyof typeof STATUS, reason: string): void {
  const body = JSON.stringify({ reason });
  const head = [
    `HTTP/1.1 ${status} ${STATUS[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const tokenIn = ({ headers }: IncomingMessage): string => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

export class JoinPort {
  /** The URL at which workers join. */
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;

  private constructor(server: Server, sockets: WebSocketServer, address: JoinAddress) {
    this.#server = server;
    this.#sockets = sockets;
    this.url = urlOf({ ...address, port: (server.address() as AddressInfo).port });
  }

  /** @throws OutcryError that says why nothing can listen there */
  static async listen(options: JoinPortOptions): Promise<JoinPort> {
    const { address, requestMs = REQUEST_MS } = options;
    const server = createServer({
      maxHeaderSize: MOST_HEAD_BYTES,
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(1_000, requestMs),
    });
    server.maxConnections = MOST_CONNECTIONS;
    const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT, perMessageDeflate: false });
    server.on('request', (_, response) => {
      response.writeHead(426, { connection: 'close', 'content-type': 'application/json' });
      response.end(JSON.stringify({ reason: 'workers join here, over a WebSocket' }));
    });
    server.on('clientError', (_, socket) => socket.destroy());
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => {}); // of a connection that is refused or gone there is nothing to say
      if (admit(request, socket, options)) sockets.handleUpgrade(request, socket, head, (one) => greet(one, options));
    });
    await listening(server, address);
    return new JoinPort(server, sockets, address);
  }

  /** Ends every connection, and listens no more. */
  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Tells whether a request comes from a worker of ours; refuses others. */
function admit(request: IncomingMessage, socket: Duplex, { token, version }: JoinPortOptions): boolean {
  if (!sameToken(tokenIn(request), token)) {
    refuse(socket, 401, 'the join token is another one than that of the runner');
    return false;
  }
  const theirs = readVersion(request.headers[VERSION_HEADER] as string | undefined);
  if (theirs?.program === version.program) return true;
  const worker = theirs === null ? 'one of unknown version' : versionText(theirs);
  refuse(
    socket,
    409,
    `the runner is ${versionText(version)} and the worker is ${worker}: use the same checkout for both`,
  );
  return false;
}

/** Waits for a worker's description. */
function greet(socket: WebSocket, { onWorker, helloMs = HELLO_MS, pingMs }: JoinPortOptions): void {
  const hangUp = (): void => socket.terminate();
  const timer = setTimeout(hangUp, helloMs);
  socket.on('error', () => {}); // ws ends the connection by itself
  socket.once('close', () => clearTimeout(timer));
  socket.once('message', (data, isBinary) => {
    clearTimeout(timer);
    try {
      if (isBinary) throw new Error('it is no text');
      onWorker(new JoinedWorker(socket, readHello(String(data)), pingMs));
    } catch (error) {
      socket.close(CLOSE.policy, `no worker says so: ${(error as Error).message}`.slice(0, 100));
    }
  });
}

async function listening(server: Server, { host, port }: JoinAddress): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === 'EADDRINUSE'
        ? 'the port is taken; choose another'
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
          ? 'that is no address of this machine'
          : message;
    throw new OutcryError(`workers cannot join at ${host}:${port}: ${why}`, EXIT.missing);
  }
}
