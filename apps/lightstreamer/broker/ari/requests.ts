/** Requests to one adapter, until their answers come. */
import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import { type LineTokens, writeLine } from './codec.ts';
import type { AriLimits } from './limits.ts';

/** The stream that requests are written to. */
export interface RequestWriter {
  send(line: string): void;
  readonly waitingBytes: number;
}

interface Waiting {
  readonly method: string;
  readonly sinceBeat: number;
  accept(tokens: LineTokens): void;
  fail(error: Error): void;
}

/** The one version that this broker speaks. */
const ARI_VERSION = '1.8.3';
/** 0 and 1 are ids of packets that are no requests; a distance makes ids easier to find in a capture. */
const FIRST_ID = 1000;
const BEATS_PER_LIMIT = 30;

export class Requests {
  /** The adapter's name in messages: `the metadata adapter`. */
  readonly #adapter: string;
  readonly #limits: AriLimits;
  readonly #overdue: (reason: string) => void;
  readonly #beat: NodeJS.Timeout;
  /** Waiting requests by id, the oldest first. */
  readonly #waiting = new Map<string, Waiting>();
  #writer: RequestWriter | null = null;
  #isInitialised = false;
  #isOpen = false;
  #beats = 0;
  #lastId = FIRST_ID;
  #end: AdapterGone | null = null;

  /** @param overdue called when the adapter has not answered a request in time: it is lost */
  constructor(adapter: string, limits: AriLimits, overdue: (reason: string) => void) {
    this.#adapter = adapter;
    this.#limits = limits;
    this.#overdue = overdue;
    // Time is counted in beats of the event loop, between which answers are read: a pause of the broker makes no answer late.
    this.#beat = setInterval(() => this.#countBeat(), Math.max(1, limits.answerMillis / BEATS_PER_LIMIT));
    this.#beat.unref();
  }

  /** The adapter has accepted its initialisation. */
  get isInitialised(): boolean {
    return this.#isInitialised;
  }

  /**
   * Sends the first request: `MPI` to a metadata adapter, `DPI` to a data adapter. Rejects when the adapter does not accept, goes, or speaks
   * another version.
   */
  async initialise(writer: RequestWriter, method: string, parameters: Readonly<Record<string, string>>): Promise<void> {
    this.#writer = writer;
    const own = { 'ARI.version': ARI_VERSION, 'keepalive_hint.millis': String(this.#limits.keepaliveMillis) };
    const entries = Object.entries({ ...parameters, ...own }).flat();
    const version = await this.#send(writer, method, entries, readVersion).answer;
    if (version !== ARI_VERSION) throw new Error(`it speaks ARI ${version}, this broker speaks ${ARI_VERSION}`);
    this.#isInitialised = true;
  }

  /** Takes requests from now on: both adapters are initialised. */
  open(): void {
    this.#isOpen = true;
  }

  /**
   * Sends a request. The answer rejects with AdapterRefusal or AdapterGone. `read` reads the result and is not called for refusals.
   * @param always for requests that give back what others took, which are bounded by those
   * @throws AdapterGone while the adapter is not connected; AdapterRefusal when too many are waiting
   */
  ask<T>(
    method: string,
    values: readonly (string | null)[],
    read: (tokens: LineTokens) => T,
    always = false,
  ): { id: string; answer: Promise<T> } {
    if (this.#end !== null) throw this.#end;
    if (this.#writer === null || !this.#isOpen) throw new AdapterGone(`${this.#adapter} is not connected`);
    const isFull =
      this.#waiting.size >= this.#limits.waitingRequests || this.#writer.waitingBytes >= this.#limits.waitingBytes;
    if (isFull && !always) throw new AdapterRefusal('E', 'too many requests are waiting');
    return this.#send(this.#writer, method, values, read);
  }

  /** @throws AriError when the line is no answer to a request */
  answer(tokens: LineTokens): void {
    const waiting = this.#waiting.get(tokens.id);
    if (waiting === undefined) throw tokens.wrong('it answers no request');
    if (tokens.method !== waiting.method) throw tokens.wrong(`an answer to ${waiting.method} is expected`);
    const refusal = tokens.refusal();
    if (refusal === null) waiting.accept(tokens);
    else waiting.fail(refusal);
    this.#waiting.delete(tokens.id);
  }

  /** The connection ended: all requests are rejected. */
  end(reason: string): void {
    this.#end ??= new AdapterGone(reason);
    clearInterval(this.#beat);
    for (const { fail } of this.#waiting.values()) fail(this.#end);
    this.#waiting.clear();
  }

  #send<T>(
    writer: RequestWriter,
    method: string,
    values: readonly (string | null)[],
    read: (tokens: LineTokens) => T,
  ): { id: string; answer: Promise<T> } {
    this.#lastId += 1;
    const id = String(this.#lastId);
    const answer = new Promise<T>((resolve, reject) => {
      const accept = (tokens: LineTokens) => {
        const result = read(tokens);
        tokens.end();
        resolve(result);
      };
      this.#waiting.set(id, { method, sinceBeat: this.#beats, accept, fail: reject });
    });
    writer.send(writeLine(id, method, values));
    return { id, answer };
  }

  #countBeat(): void {
    this.#beats += 1;
    const [oldest] = this.#waiting.values();
    if (oldest === undefined || this.#beats - oldest.sinceBeat <= BEATS_PER_LIMIT) return;
    const seconds = this.#limits.answerMillis / 1000;
    this.#overdue(`${this.#adapter} did not answer ${oldest.method} within ${seconds} s`);
  }
}

/** Reads the answer of a method without a result. */
export function readNothing(tokens: LineTokens): void {
  tokens.nothing();
}

function readVersion(tokens: LineTokens): string | null {
  const parameters = new Map(tokens.list(() => [tokens.text(), tokens.string()]));
  return parameters.get('ARI.version') ?? null;
}
