/** A server's control paths, for the runner: `protocol/README.md` is the specification. */
import { Agent, request } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { type Begin, CONTROL_PATHS, type Counts, type Fed } from '../../../protocol/control.ts';
import { OutcryError } from '../../../system/errors.ts';
import type { Told } from '../../scenarios/backend-script.ts';

/** A server that is asked between runs has nothing else to do; over a minute of load its answer may wait in a queue. */
const PATIENCE_MS = 60_000;
/** A body that is posted by itself is taken at once, unless the server hangs or has gone. */
const POST_MS = 1_000;
/** Answers of what stands between, which has lost the server's (RFC 9110, 15.6.3 and 15.6.5). */
const HANDED_ON: readonly number[] = [502, 504];

export class ControlClient {
  readonly #agent = new Agent({ keepAlive: true });
  #url = '';
  #token = '';

  constructor(control: { url: string; token: string }) {
    this.turnTo(control);
  }

  /** Asks another server from here on. */
  turnTo({ url, token }: { url: string; token: string }): void {
    this.#url = url;
    this.#token = token;
  }

  /** Forgets all counts and counts anew. @returns the server's clock, ms */
  async begin(begin: Begin): Promise<number> {
    const answer = await this.#ask(CONTROL_PATHS.begin, { method: 'POST', body: JSON.stringify(begin) });
    return (answer as { clock: number }).clock;
  }

  async counts(): Promise<Counts> {
    return (await this.#ask(CONTROL_PATHS.counts, {})) as Counts;
  }

  /** The server's clock while it answered, ms. */
  async clock(): Promise<number> {
    return ((await this.#ask(CONTROL_PATHS.clock, {})) as { clock: number }).clock;
  }

  /**
   * Streams bodies for the whole room into the server, one line each, as fast as it takes them; resolves when the lines have ended.
   * @param lines JSON texts without line breaks
   * @param limitMs longest that the feed may take
   * @param waits the server reads only as fast as clients take what was fed
   */
  async feed(lines: AsyncIterable<string>, limitMs: number, waits = true): Promise<Fed> {
    const body = ReadableStream.from(withEnds(lines)) as unknown as BodyInit;
    // Node's fetch sends a stream only as `half`; the types of the DOM do not know the field.
    const streamed = { method: 'POST', body, duplex: 'half' } as RequestInit;
    return (await this.#ask(`${CONTROL_PATHS.feed}${waits ? '' : '?wait=no'}`, streamed, limitMs)) as Fed;
  }

  /** Hands one body for the whole room to the server, in a request of its own that waits for no client. */
  async post(body: unknown): Promise<Told> {
    let status: number;
    try {
      status = await this.#post(`${CONTROL_PATHS.feed}?wait=no`, `${JSON.stringify(body)}\n`);
    } catch (error) {
      // Without an answer, only a connection that was never made says that the server has nothing.
      return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : 'unknown';
    }
    if (status >= 200 && status < 300) return 'taken';
    return HANDED_ON.includes(status) ? 'unknown' : 'refused';
  }

  /**
   * Posts a text over a connection that stays open. Not by `fetch`, which takes more CPU, and takes it from the server.
   * @returns the status of an answer that has come whole
   */
  #post(path: string, text: string): Promise<number> {
    const headers = { ...this.#headers, 'content-length': Buffer.byteLength(text) };
    const signal = AbortSignal.timeout(POST_MS);
    return new Promise((resolve, reject) => {
      const posting = request(new URL(path, this.#url), { method: 'POST', agent: this.#agent, headers, signal });
      posting.once('error', reject);
      posting.once('response', (response) => {
        response.once('error', reject).once('end', () => resolve(response.statusCode!));
        response.resume();
      });
      posting.end(text);
    });
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
  }

  /** A plain HTTP request, which every server answers. Rejects when it does not. */
  async ping(): Promise<void> {
    const response = await fetch(new URL('/healthz', this.#url), { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.text();
    if (!response.ok) throw new OutcryError(`the server answered /healthz with ${response.status}`);
  }

  /** @throws OutcryError with what the server answered, or that it did not */
  async #ask(path: string, init: RequestInit, limitMs = PATIENCE_MS): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(new URL(path, this.#url), {
        ...init,
        headers: this.#headers,
        signal: AbortSignal.timeout(limitMs),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      throw new OutcryError(`the server answered ${path} with ${response.status}: ${text.slice(0, 300)}`);
    } catch (error) {
      if (error instanceof OutcryError) throw error;
      const { message, cause } = error as Error;
      const why = cause instanceof Error ? `${message} (${cause.message})` : message;
      throw new OutcryError(`the server could not be asked ${path}: ${why}`);
    }
  }
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(`${line}\n`);
}
