/** TLCP over a WebSocket: a request per message, answers and notifications on the same connection. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Broker, connectionErrorLine, errorLine } from './broker.ts';
import { Refused } from './errors.ts';
import { HttpFront, headersOf } from './http.ts';
import { line } from './lines.ts';
import { linesOf, MalformedRequest, minorOf, type Params, parseParams } from './params.ts';
import type { Session } from './session.ts';
import type { Stream } from './stream.ts';
import { messageRequests } from './unquoted.ts';

const PATH = /^\/lightstreamer\/?(\?|$)/;
const SUFFIX = '.lightstreamer.com';
/** Bytes that may wait in a socket before the client counts as slow. */
const CONGESTED_BYTES = 262_144;
/** Requests that may wait for a session to be made. */
const MOST_AFTERWARDS = 100;
/** Interval of the checks whether the adapters have caught up, ms. */
const WAIT_MS = 10;

/**
 * A server for the broker's clients, over HTTP and WebSockets.
 * @param otherwise gets the requests that are not for the broker
 * @param compresses whether the streams of clients over HTTP are compressed where these accept it
 */
export function serveClients(broker: Broker, otherwise: RequestListener, compresses = false): Server {
  const front = new HttpFront(broker, compresses);
  const http = createServer((request, response) => {
    if (!front.answer(request, response)) otherwise(request, response);
  });
  acceptWebSockets(http, broker);
  return http;
}

/** Accepts WebSockets for the broker and refuses other upgrades. */
function acceptWebSockets(http: Server, broker: Broker): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: broker.limits.request,
    perMessageDeflate: false,
    // A version that this broker does not speak is accepted too; the first request gets the error.
    handleProtocols: (offered) => [...offered].find((each) => versionIn(each) !== null) ?? false,
  });
  http.on('upgrade', (request, socket, head) => {
    if (!PATH.test(request.url ?? '')) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => {
      if (webSocket.protocol === '')
        webSocket.close(1002, 'the subprotocol must be TLCP-2.5.0.lightstreamer.com or older');
      else new SocketConnection(webSocket, request, broker);
    });
  });
}

/** The version that a subprotocol names, as {@link minorOf} gives it. */
function versionIn(subprotocol: string): number | 'unsupported' | null {
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
  readonly #broker: Broker;
  readonly #minor: number | 'unsupported';
  /** The session bound last, or the one being made. */
  #session: Session | null = null;
  #isMaking = false;
  /** Requests that came while a session is being made. */
  readonly #afterwards: (() => void)[] = [];

  constructor(socket: WebSocket, request: IncomingMessage, broker: Broker) {
    this.#socket = socket;
    this.#request = request;
    this.#broker = broker;
    this.#minor = versionIn(socket.protocol) ?? 'unsupported';
    this.address = request.socket.remoteAddress ?? '';
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(1003, 'requests are text');
      else this.#take(String(data));
    });
    socket.on('close', () => this.#session?.dropped(this));
    socket.on('error', () => {});
  }

  write(text: string): void {
    const { readyState, OPEN } = this.#socket;
    if (readyState !== OPEN) return;
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

  #take(message: string): void {
    const at = message.indexOf('\n');
    const name = (at < 0 ? message : message.slice(0, at)).trimEnd();
    const body = at < 0 ? '' : message.slice(at + 1);
    switch (name) {
      case 'wsok':
        this.write(line('WSOK'));
        break;
      case 'create_session':
      case 'bind_session':
        this.#startSession(name, body);
        break;
      case 'control':
      case 'msg':
        this.#whenMade(() => this.#control(name, body));
        this.#holdBack();
        break;
      case 'heartbeat':
        this.#whenMade(() => this.#heartbeat(linesOf(body)[0] ?? ''));
        break;
      default:
        this.#socket.close(1011, 'no such request');
    }
  }

  /** Requests that come after one that makes or binds a session wait for that session. */
  #whenMade(then: () => void): void {
    if (this.#isMaking) this.#afterwards.push(then);
    else then();
  }

  #startSession(name: string, body: string): void {
    this.#whenMade(() => {
      this.#isMaking = true;
      void this.#bindOrCreate(name, linesOf(body)[0] ?? '').finally(() => {
        this.#isMaking = false;
        while (!this.#isMaking && this.#afterwards.length > 0) this.#afterwards.shift()!();
      });
    });
    this.#holdBack();
  }

  async #bindOrCreate(name: string, text: string): Promise<void> {
    const isOpen = () => (this.#socket.readyState === this.#socket.OPEN ? this : null);
    try {
      if (this.#session?.isBoundTo(this)) throw new Refused(69, 'A session is bound to this WebSocket');
      if (this.#minor === 'unsupported') throw new MalformedRequest('the protocol must be TLCP-2.5.0 or older');
      const params = parseParams(text);
      if (name === 'bind_session') this.#session = this.#broker.bind(params, this, this.#session);
      else {
        this.#session = await this.#broker.create(params, headersOf(this.#request), this.#minor, isOpen);
      }
      if (isOpen() === null) this.#session.dropped(this);
    } catch (error) {
      this.write(connectionErrorLine(error));
    }
  }

  #control(name: 'control' | 'msg', body: string): void {
    const requests = name === 'msg' ? messageRequests(body) : linesOf(body).map((text) => () => parseParams(text));
    for (const read of requests) {
      let params: Params;
      try {
        params = read();
      } catch (error) {
        this.write(errorLine(null, error));
        continue;
      }
      if (name === 'msg') this.#answer(this.#broker.message(params, this.#session, true));
      else void this.#broker.control(params, this.#session, true).then((answer) => this.#answer(answer));
    }
    this.#holdBack();
  }

  #answer(text: string): void {
    if (text !== '') this.write(text);
  }

  #heartbeat(text: string): void {
    try {
      this.#broker.heartbeat(parseParams(text), this.#session);
    } catch (error) {
      this.write(errorLine(null, error));
    }
  }

  /** Stops reading while the client sends more than the adapters take, or reads no answers. */
  #holdBack(): void {
    if (this.#socket.isPaused || !this.#isAhead()) return;
    this.#socket.pause();
    const timer = setInterval(() => {
      if (this.#isAhead() && this.#socket.readyState === this.#socket.OPEN) return;
      clearInterval(timer);
      this.#socket.resume();
    }, WAIT_MS);
  }

  #isAhead(): boolean {
    if (this.#socket.bufferedAmount > 4 * CONGESTED_BYTES || this.#afterwards.length > MOST_AFTERWARDS) return true;
    return (
      this.#session !== null &&
      !this.#session.hasEnded &&
      this.#session.messages.pending >= this.#broker.limits.messages
    );
  }
}
