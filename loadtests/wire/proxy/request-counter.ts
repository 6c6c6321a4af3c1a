/**
 * Counts the HTTP/1.1 requests in what one client sends over one connection, and knows where bodies end, so that a body
 * that looks like a request is not counted as one. After an upgrade (a WebSocket) nothing more is counted.
 */

const CR = 13;
const LF = 10;
/** A head longer than this is no request that any of the servers takes. */
const HEAD_LIMIT = 64 * 1024;

type State =
  | { in: 'head' }
  | { in: 'body'; left: number }
  | { in: 'chunk-size' }
  | { in: 'chunk'; left: number }
  | { in: 'trailer' }
  | { in: 'raw' };

export class RequestCounter {
  requests = 0;
  /** True after a request that asked for a WebSocket: what follows is no HTTP. */
  upgraded = false;
  #state: State = { in: 'head' };
  /** The line or head read so far. */
  #text = '';

  /** @param saw receives the first line of each request */
  constructor(private readonly saw: (requestLine: string) => void = () => {}) {}

  /**
   * Takes the next bytes the client sent, however they were cut.
   * @returns how many of them were HTTP: all, but for what follows an upgrade
   */
  push(data: Uint8Array): number {
    let at = 0;
    while (at < data.length) {
      const state = this.#state;
      if (state.in === 'raw') return this.upgraded ? at : data.length;
      if (state.in === 'body' || state.in === 'chunk') {
        const taken = Math.min(state.left, data.length - at);
        at += taken;
        state.left -= taken;
        if (state.left === 0) this.#state = { in: state.in === 'body' ? 'head' : 'chunk-size' };
        continue;
      }
      at = this.#readLines(data, at);
    }
    return data.length;
  }

  /** Reads on in a head, a chunk's size or a trailer; returns where it stopped. */
  #readLines(data: Uint8Array, from: number): number {
    for (let at = from; at < data.length; at += 1) {
      const byte = data[at]!;
      if (byte !== CR) this.#text += String.fromCharCode(byte);
      if (byte === LF && this.#lineEnds()) return at + 1;
      if (this.#text.length > HEAD_LIMIT) {
        this.#state = { in: 'raw' };
        return data.length;
      }
    }
    return data.length;
  }

  /** Tells whether the line that has just ended changes the state. */
  #lineEnds(): boolean {
    const state = this.#state.in;
    if (state === 'head') {
      if (this.#text === '\n') this.#text = ''; // an empty line before a request is allowed (RFC 9112, 2.2)
      if (!this.#text.endsWith('\n\n')) return false;
      this.#headEnds(this.#text);
    } else if (state === 'chunk-size') {
      if (this.#text === '\n') {
        this.#text = ''; // the end of the chunk before
        return false;
      }
      const size = Number.parseInt(this.#text, 16);
      if (Number.isNaN(size)) this.#state = { in: 'raw' };
      else this.#state = size === 0 ? { in: 'trailer' } : { in: 'chunk', left: size };
    } else {
      const last = this.#text === '\n';
      this.#text = '';
      if (!last) return false;
      this.#state = { in: 'head' };
      return true;
    }
    this.#text = '';
    return true;
  }

  #headEnds(head: string): void {
    this.requests += 1;
    this.saw(head.slice(0, head.indexOf('\n')));
    const header = (name: string): string | undefined =>
      head
        .match(new RegExp(`\\n${name}:[ \\t]*([^\\n]*)\\n`, 'i'))?.[1]
        ?.trim()
        .toLowerCase();
    const length = Number(header('content-length') ?? 0);
    if (header('upgrade') === 'websocket') {
      this.upgraded = true;
      this.#state = { in: 'raw' };
    } else if (header('transfer-encoding')?.endsWith('chunked')) this.#state = { in: 'chunk-size' };
    else if (length > 0) this.#state = { in: 'body', left: length };
  }
}
