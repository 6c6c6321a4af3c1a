/** Has Node's HTTP server answer a request that came to another one, in the terms of the web: `Request` in, `Response` out. */
import type { Server } from 'node:http';
import { PassThrough, Readable } from 'node:stream';

type Headers = Record<string, string | number>;

/** The request as listeners of Node's servers get it, as far as those here look at it. */
function incoming({ url, method, headers, body }: Request): Readable {
  const stream = body === null ? Readable.from([]) : Readable.fromWeb(body as never);
  // The path as it was sent: a URL's would have lost the way out of the folder that must be refused.
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  return Object.assign(stream, { url: path, method, headers: Object.fromEntries(headers) });
}

/** The answer that such a listener writes: a head, then the stream's own text. */
class Outgoing extends PassThrough {
  readonly #headers: Headers = {};
  readonly #answer: (response: Response) => void;
  readonly #isRead: boolean;

  constructor(method: string, answer: (response: Response) => void) {
    super();
    this.#isRead = method !== 'HEAD';
    this.#answer = answer;
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  writeHead(status: number, headers: Headers = {}): this {
    const all = Object.entries({ ...this.#headers, ...headers }).map(([name, value]) => [name, `${value}`]);
    const body = this.#isRead ? (Readable.toWeb(this) as unknown as BodyInit) : null;
    this.#answer(new Response(body, { status, headers: all as [string, string][] }));
    return this;
  }
}

/** Returns the answer of `http`; it stays open for as long as that. */
export function answerBy(http: Server, request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = new Outgoing(request.method, resolve);
    // An answer that is cut off before its head.
    outgoing.once('close', () => reject(new Error('not answered')));
    outgoing.on('error', reject);
    http.emit('request', incoming(request), outgoing);
  });
}
