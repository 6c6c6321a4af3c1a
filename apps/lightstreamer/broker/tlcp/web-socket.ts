/** TLCP over a WebSocket: a request per message, answers and notifications on the same connection. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Broker, connectionErrorLine, errorLine } from './broker.ts';
import { Refused } from './errors.ts';
import { HttpFront, headersOf } from './http.ts';
import { line } from './lines.ts';
import { linesOf, messageRequests, minorOf, type Params, parseParams } from './params.ts';
import type { Session, Stream } from './session.ts';

const PATH = /^\/lightstreamer\/?(\?|$)/;
const SUFFIX = '.lightstreamer.com';
/** Bytes that may wait in a socket before the client counts as slow. */
const CONGESTED_BYTES = 262_144;
/** Messages that may wait for those before them until reading stops. */
const MOST_WAITING = 100;
/** Interval of the checks whether a client reads its answers, ms. */
const WAIT_MS = 10;

/**
 * A server for the broker's clients, over HTTP and WebSockets.
 * @param otherwise gets the requests that are not for the broker
 * @param compresses true if the streams of clients over HTTP are compressed where these accept it
 */
export function serveClients(broker: Broker, otherwise: RequestListener, compresses = false): Server {
  const front = new HttpFront(broker, compresses);
  const http = createServer((request, response) => {
    if (!front.answer(request, response)) otherwise(request, response);
  });
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: broker.limits.request,
    perMessageDeflate: false,
    handleProtocols: (offered) => [...offered].find((each) => versionIn(each) !== null) ?? false,
  });
  http.on('upgrade', (request, socket, head) => {
    if (!PATH.test(request.url ?? '')) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const minor = versionIn(webSocket.protocol);
      if (minor === null) webSocket.close(1002, 'the subprotocol must be TLCP-2.5.0.lightstreamer.com or older');
      else new SocketConnection(webSocket, request, minor, broker);
    });
  });
  return http;
}

/** The version that a subprotocol names, as {@link minorOf} gives it. */
function versionIn(subprotocol: string): number | null {
  return subprotocol.endsWith(SUFFIX) ? minorOf(subprotocol.slice(0, -SUFFIX.length)) : null;
}

class SocketConnection implements Stream {
  readonly address: string;
  readonly room = Number.POSITIVE_INFINITY;
  readonly mayBeHeldBack = false;
  onDrain: (() => void) | null = null;
  congested = false;
  readonly #socket: WebSocket;
  readonly #request: IncomingMessage;
  readonly #minor: number;
  readonly #broker: Broker;
  /** The session that was bound last. */
  #session: Session | null = null;
  /** Messages that wait for those before them, and the end of the last one. */
  #waiting = 0;
  #lastEnd: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, request: IncomingMessage, minor: number, broker: Broker) {
    this.#socket = socket;
    this.#request = request;
    this.#minor = minor;
    this.#broker = broker;
    this.address = request.socket.remoteAddress ?? '';
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(1003, 'requests are text');
      else this.#takeInTurn(String(data));
    });
    socket.on('close', () => this.#session?.dropped(this));
    socket.on('error', () => {});
  }

  write(text: string): void {
    if (!this.#isOpen) return;
    this.#socket.send(text, () => {
      if (!this.congested || this.#socket.bufferedAmount > CONGESTED_BYTES / 2) return;
      this.congested = false;
      this.onDrain?.();
    });
    if (this.#socket.bufferedAmount > CONGESTED_BYTES) this.congested = true;
  }

  /** The session leaves; the connection stays for the next one. */
  end(close: boolean): void {
    if (close) this.#socket.close(1000);
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Takes a message after those before it. Stops reading while the client sends faster than they are carried out. */
  #takeInTurn(message: string): void {
    this.#waiting += 1;
    if (this.#waiting > MOST_WAITING) this.#socket.pause();
    this.#lastEnd = this.#lastEnd.then(async () => {
      // A client that reads no answers gets no more of them.
      while (this.#isOpen && this.#socket.bufferedAmount > 4 * CONGESTED_BYTES) await wait(WAIT_MS);
      await this.#take(message);
      this.#waiting -= 1;
      if (this.#socket.isPaused && this.#waiting <= MOST_WAITING) this.#socket.resume();
    });
  }

  async #take(message: string): Promise<void> {
    const at = message.indexOf('\n');
    const name = (at < 0 ? message : message.slice(0, at)).trimEnd();
    const body = at < 0 ? '' : message.slice(at + 1);
    switch (name) {
      case 'wsok':
        return this.write(line('WSOK'));
      case 'create_session':
      case 'bind_session':
        return this.#bindOrCreate(name, linesOf(body)[0] ?? '');
      case 'control':
        return this.#control(
          'control',
          linesOf(body).map((text) => () => parseParams(text)),
        );
      case 'msg':
        return this.#control('message', messageRequests(body));
      case 'heartbeat':
        return;
      default:
        this.#socket.close(1011, 'no such request');
    }
  }

  async #bindOrCreate(name: string, text: string): Promise<void> {
    try {
      if (this.#session?.isBoundTo(this)) throw new Refused(69, 'A session is bound to this WebSocket');
      const params = parseParams(text);
      const stream = () => (this.#isOpen ? this : null);
      this.#session =
        name === 'bind_session'
          ? this.#broker.bind(params, this, this.#session)
          : await this.#broker.create(params, headersOf(this.#request), this.#minor, stream);
      if (!this.#isOpen) this.#session.dropped(this);
    } catch (error) {
      this.write(connectionErrorLine(error));
    }
  }

  async #control(kind: 'control' | 'message', requests: Iterable<() => Params>): Promise<void> {
    const answer = (text: string) => this.write(text);
    for (const read of requests) {
      let params: Params;
      try {
        params = read();
      } catch (error) {
        answer(errorLine(null, error));
        continue;
      }
      await this.#broker[kind](params, this.#session, answer);
    }
  }
}
