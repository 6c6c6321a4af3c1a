/** TLCP over HTTP: a POST per request; the response of a create or bind request is the stream connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { type Broker, connectionErrorLine, errorLine, PADDING } from './broker.ts';
import { MalformedRequest } from './errors.ts';
import { line } from './lines.ts';
import { integer, linesOf, minorOf, type Params, parseParams } from './params.ts';
import type { Session, Stream } from './session.ts';

const ROOT = '/lightstreamer/';
const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store, no-transform, no-cache',
  // Otherwise a browser holds the first bytes back until it can guess their type.
  'x-content-type-options': 'nosniff',
  'x-accel-buffering': 'no',
};
/** Control requests or messages in one body, at most. */
const MOST_LINES = 1_000;

export class HttpFront {
  readonly #broker: Broker;
  readonly #compresses: boolean;

  /** @param compresses true if the streams of clients that accept gzip are compressed */
  constructor(broker: Broker, compresses: boolean) {
    this.#broker = broker;
    this.#compresses = compresses;
  }

  /** Answers a request to the broker; false when its path is not one of the broker's. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? '';
    if (!url.startsWith(ROOT)) return false;
    const [path = '', query = ''] = url.slice(ROOT.length).split('?', 2);
    if (request.method !== 'POST') {
      response.writeHead(405, { ...HEADERS, allow: 'POST' }).end('requests are POSTs\n');
      return true;
    }
    this.#read(request, response, (body) => {
      void this.#carryOut(path, query, body, request, response).catch((error) => {
        console.error(error);
        response.destroy();
      });
    });
    return true;
  }

  #read(request: IncomingMessage, response: ServerResponse, then: (body: string) => void): void {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= this.#broker.limits.request) pieces.push(piece);
      else if (!response.headersSent) {
        response.writeHead(413, { ...HEADERS, connection: 'close' }).end('the request is too long\n');
        request.destroy();
      }
    });
    request.on('end', () => {
      if (size <= this.#broker.limits.request) then(Buffer.concat(pieces).toString('utf8'));
    });
    request.on('error', () => {});
  }

  async #carryOut(
    path: string,
    query: string,
    body: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const isSession = path === 'create_session.txt' || path === 'bind_session.txt';
    try {
      const common = parseParams(query);
      const minor = minorOf(common.get('LS_protocol') ?? '');
      if (minor === null) throw new MalformedRequest('LS_protocol must be TLCP-2.5.0 or older');
      const lines = linesOf(body);
      if (isSession) {
        const params = merge(common, lines[0] ?? '');
        await this.#stream(path === 'bind_session.txt', params, minor, request, response);
      } else if (path === 'heartbeat.txt') response.writeHead(200, HEADERS).end(line('REQOK'));
      else if (path === 'control.txt') await this.#control('control', common, lines, response);
      else if (path === 'msg.txt') await this.#control('message', common, lines, response);
      else throw new MalformedRequest('no such request');
    } catch (error) {
      if (!response.headersSent) response.writeHead(200, HEADERS);
      response.end(isSession ? connectionErrorLine(error) : errorLine(null, error));
    }
  }

  async #stream(
    binds: boolean,
    params: Params,
    minor: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { contentLength, leastContentLength } = this.#broker.limits;
    // The padding is not part of what the client has asked for.
    const most = Math.max(integer(params, 'LS_content_length', contentLength), leastContentLength) + PADDING.length;
    const isCompressed = this.#compresses && /\bgzip\b/.test(String(request.headers['accept-encoding']));
    const stream = new ResponseStream(response, request.socket.remoteAddress ?? '', most, isCompressed);
    let session: Session | null = null;
    response.on('close', () => session?.dropped(stream));
    session = binds
      ? this.#broker.bind(params, stream, null)
      : await this.#broker.create(params, headersOf(request), minor, () => (response.destroyed ? null : stream));
    if (response.destroyed) session.dropped(stream);
  }

  /** Each line is a request of its own. */
  async #control(
    kind: 'control' | 'message',
    common: Params,
    lines: readonly string[],
    response: ServerResponse,
  ): Promise<void> {
    if (lines.length > MOST_LINES) throw new MalformedRequest(`more than ${MOST_LINES} requests at once`);
    let answers = '';
    const answer = (text: string): void => {
      answers += text;
    };
    for (const text of lines) {
      let params: Params;
      try {
        params = new Map([...merge(common, text), ['LS_ack', 'true']]);
      } catch (error) {
        answer(errorLine(null, error));
        continue;
      }
      await this.#broker[kind](params, null, answer);
    }
    response.writeHead(200, HEADERS).end(answers);
  }
}

function merge(common: Params, text: string): Params {
  return new Map([...common, ...parseParams(text)]);
}

/** The headers of a request, for the metadata adapter. */
export function headersOf(request: IncomingMessage): Map<string, string> {
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return headers.set('remote-address', request.socket.remoteAddress ?? '');
}

class ResponseStream implements Stream {
  readonly mayBeHeldBack = true;
  congested = false;
  onDrain: (() => void) | null = null;
  /** Null before the first line. */
  #out: Writable | null = null;

  constructor(
    private readonly response: ServerResponse,
    readonly address: string,
    /** Bytes of text that still fit into the response, before compression. */
    public room: number,
    private readonly isCompressed: boolean,
  ) {}

  write(text: string): void {
    this.#out ??= this.#begin();
    this.room -= Buffer.byteLength(text);
    if (!this.#out.write(text)) this.congested = true;
  }

  end(): void {
    (this.#out ?? this.response).end();
  }

  #begin(): Writable {
    this.response.writeHead(200, this.isCompressed ? { ...HEADERS, 'content-encoding': 'gzip' } : HEADERS);
    const out = this.isCompressed ? gzipInto(this.response) : this.response;
    return out.on('drain', () => {
      this.congested = false;
      this.onDrain?.();
    });
  }
}

/** Each write can be read as soon as it has come. */
function gzipInto(response: ServerResponse): Writable {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  gzip.on('error', () => {}).pipe(response);
  response.on('close', () => gzip.destroy());
  return gzip;
}
