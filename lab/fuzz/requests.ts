/** HTTP requests as they are on the wire, found in what a client sends. */

export interface RawRequest {
  /** Request line and header fields, without the empty line after them. */
  head: string;
  body: string;
}

const BREAK = '\r\n';
const END_OF_HEAD = '\r\n\r\n';

/** The field called `name` (small letters) of `head`; null when there is none. */
export function fieldOf(head: string, name: string): string | null {
  const line = head.split(BREAK).find((text) => text.toLowerCase().startsWith(`${name}:`));
  return line === undefined ? null : line.slice(name.length + 1).trim();
}

export const isUpgrade = ({ head }: RawRequest): boolean => fieldOf(head, 'upgrade')?.toLowerCase() === 'websocket';

/** The bytes of a request whose body is as long as it says. */
export function encodeRequest({ head, body }: RawRequest): Buffer {
  const fields = head.split(BREAK).filter((line) => !/^(content-length|transfer-encoding):/i.test(line));
  if (body !== '' || !/^(GET|HEAD) /.test(head)) fields.push(`content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(fields.join(BREAK) + END_OF_HEAD + body);
}

/** Finds requests in bytes that come in pieces. Bytes after an upgrade are no request any more: `rest` is called with them. */
export class RequestReader {
  #bytes: Buffer = Buffer.alloc(0);
  #upgraded = false;

  constructor(
    private readonly found: (request: RawRequest) => void,
    private readonly rest: (bytes: Buffer) => void,
  ) {}

  push(chunk: Buffer): void {
    if (this.#upgraded) {
      this.rest(chunk);
      return;
    }
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    while (this.#next());
  }

  #next(): boolean {
    const end = this.#bytes.indexOf(END_OF_HEAD);
    if (end < 0) return false;
    const head = this.#bytes.subarray(0, end).toString('latin1');
    const from = end + END_OF_HEAD.length;
    const length = bodyLength(head, this.#bytes.subarray(from));
    if (length === null || this.#bytes.length < from + length) return false;
    const raw = this.#bytes.subarray(from, from + length).toString();
    const request = { head, body: isChunked(head) ? unchunked(raw) : raw };
    const after = this.#bytes.subarray(from + length);
    this.#bytes = after;
    this.found(request);
    this.#upgraded = isUpgrade(request);
    if (this.#upgraded && after.length > 0) this.rest(after);
    return !this.#upgraded && after.length > 0;
  }
}

const isChunked = (head: string): boolean => /chunked/i.test(fieldOf(head, 'transfer-encoding') ?? '');

/** The length of the body in bytes; null while that cannot be known. */
function bodyLength(head: string, bytes: Buffer): number | null {
  if (!isChunked(head)) return Number(fieldOf(head, 'content-length') ?? 0);
  if (bytes.indexOf('0\r\n\r\n') === 0) return 5;
  const end = bytes.indexOf('\r\n0\r\n\r\n');
  return end < 0 ? null : end + 7;
}

function unchunked(text: string): string {
  let body = '';
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(BREAK, at);
    const size = Number.parseInt(text.slice(at, end), 16);
    if (!(size > 0)) break;
    body += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
  return body;
}
