/** TLCP over HTTP: a POST per request; the response of a create or bind request is the stream connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { type Broker, connectionErrorLine, errorLine } from './broker.ts';
import { contentLength, PADDING } from './head.ts';
import { line } from './lines.ts';
import { linesOf, MalformedRequest, minorOf, type Params, parseParams } from './params.ts';
import type { Session } from './session.ts';
import type { Stream } from './stream.ts';

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

type Name = 'create_session' | 'bind_session' | 'control' | 'msg' | 'heartbeat';

export class HttpFront {
  readonly #broker: Broker;
  readonly #compresses: boolean;

  /** @param compresses whether the streams of clients that accept gzip are compressed */
  constructor(broker: Broker, compresses: boolean) {
    this.#broker = broker;
    this.#compresses = compresses;
  }

  /** Answers a request to the broker; false when its path is not one of the broker's. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? '';
    if (!url.startsWith(ROOT)) return false;
    const query = url.indexOf('?');
    const path = url.slice(ROOT.length, query < 0 ? undefined : query);
    const name = /^(create_session|bind_session|control|msg|heartbeat)\.txt$/.exec(path)?.[1] as Name | undefined;
    if (name === undefined)
      response.writeHead(200, HEADERS).end(errorLine(null, new MalformedRequest('no such request')));
    else if (request.method !== 'POST' && request.method !== 'GET')
      response.writeHead(405, { ...HEADERS, allow: 'GET, POST' }).end('requests are POSTs, or GETs\n');
    else {
      this.#read(request, response, (body) => {
        void this.#carryOut(name, query < 0 ? '' : url.slice(query + 1), body, request, response).catch((error) => {
          console.error(error);
          response.destroy();
        });
      });
    }
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
    name: Name,
    query: string,
    body: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const isSession = name === 'create_session' || name === 'bind_session';
    try {
      const common = parseParams(query);
      const minor = minorOf(common.get('LS_protocol') ?? '');
      if (minor === null) {
        response.writeHead(400, HEADERS).end('LS_protocol must be TLCP-2.5.0 or older\n');
        return;
      }
      if (minor === 'unsupported') throw new MalformedRequest('LS_protocol must be TLCP-2.5.0 or older');
      const lines = linesOf(body);
      if (isSession) await this.#stream(name, merge(common, lines[0] ?? ''), minor, request, response);
      else if (name === 'heartbeat') {
        this.#broker.heartbeat(merge(common, lines[0] ?? ''), null);
        response.writeHead(200, HEADERS).end(line('REQOK'));
      } else await this.#control(name, common, lines, response);
    } catch (error) {
      if (!response.headersSent) response.writeHead(200, HEADERS);
      response.end(isSession ? connectionErrorLine(error) : errorLine(null, error));
    }
  }

  async #stream(
    name: Name,
    params: Params,
    minor: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const address = request.socket.remoteAddress ?? '';
    let session: Session | null = null;
    // The padding is not part of what the client has asked for.
    const room = contentLength(params, this.#broker.limits) + PADDING.length;
    const isCompressed = this.#compresses && /\bgzip\b/.test(String(request.headers['accept-encoding']));
    const stream = new ResponseStream(response, address, room, isCompressed);
    response.on('close', () => session?.dropped(stream));
    if (name === 'bind_session') session = this.#broker.bind(params, stream, null);
    else {
      const headers = headersOf(request);
      session = await this.#broker.create(params, headers, minor, () => (response.destroyed ? null : stream));
    }
    if (response.destroyed) session.dropped(stream);
  }

  /** Each line is a request of its own. */
  async #control(name: Name, common: Params, lines: string[], response: ServerResponse): Promise<void> {
    if (lines.length > MOST_LINES) throw new MalformedRequest(`more than ${MOST_LINES} requests at once`);
    const answers: Promise<string>[] = [];
    for (const text of lines) {
      let params: Params;
      try {
        params = merge(common, text);
      } catch (error) {
        answers.push(Promise.resolve(errorLine(null, error)));
        continue;
      }
      if (name === 'msg') {
        await this.#room(params);
        answers.push(Promise.resolve(this.#broker.message(params, null, false)));
      } else answers.push(this.#broker.control(params, null, false));
    }
    const text = (await Promise.all(answers)).join('');
    response.writeHead(200, HEADERS).end(text);
  }

  /** Waits while the client has more messages under way than allowed. */
  async #room(params: Params): Promise<void> {
    const session = this.#broker.find(params, null);
    while (session && !session.hasEnded && session.messages.pending >= this.#broker.limits.messages) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

function merge(common: Params, text: string): Params {
  return new Map([...common, ...parseParams(text)]);
}

/** The headers of a request, for the metadata adapter. */
export function headersOf(request: IncomingMessage): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  headers.set('remote-address', request.socket.remoteAddress ?? '');
  return headers;
}

class ResponseStream implements Stream {
  readonly mayBeHeldBack = true;
  onDrain: (() => void) | null = null;
  #congested = false;
  /** Null before the first line. */
  #out: Writable | null = null;

  constructor(
    private readonly response: ServerResponse,
    readonly address: string,
    /** Of text, compressed or not. */
    public room: number,
    private readonly isCompressed: boolean,
  ) {}

  get congested(): boolean {
    return this.#congested;
  }

  write(text: string): void {
    this.#out ??= this.#begin();
    this.room -= Buffer.byteLength(text);
    if (!this.#out.write(text)) this.#congested = true;
  }

  end(): void {
    (this.#out ?? this.response).end();
  }

  #begin(): Writable {
    this.response.writeHead(200, this.isCompressed ? { ...HEADERS, 'content-encoding': 'gzip' } : HEADERS);
    const out = this.isCompressed ? gzipInto(this.response) : this.response;
    return out.on('drain', () => {
      this.#congested = false;
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
