/** One direction of a TCP connection: puts segments in order and hands their bytes on, each byte once. */
import type { TcpSegment } from './ip-packet.ts';

/** The number of segments that may wait for an earlier one; with more, the earlier one was not captured. */
const WAITING_LIMIT = 64;

/** The signed distance from `b` to `a` in sequence numbers, which wrap at 2^32 (RFC 9293, 3.4). */
const distance = (a: number, b: number): number => (a - b) | 0;

export class ByteStream {
  /** The sequence number of the next byte; null before the first segment. */
  #next: number | null = null;
  readonly #waiting: { sequence: number; payload: Buffer }[] = [];
  /** True once bytes are missing: what the stream means from here on cannot be known. */
  broken = false;

  /** @param take called with bytes in the order they were sent; not after the stream is broken */
  constructor(private readonly take: (bytes: Buffer) => void) {}

  push(segment: TcpSegment): void {
    if (segment.syn) {
      this.#next = (segment.sequence + 1) >>> 0;
      return;
    }
    if (segment.payloadBytes === 0 || this.broken) return;
    this.#next ??= segment.sequence;
    if (segment.payload.length < segment.payloadBytes) this.broken = true;
    else if (distance(segment.sequence, this.#next) > 0) this.#keep(segment);
    else {
      this.#hand(segment.sequence, segment.payload);
      this.#handWaiting();
    }
  }

  #keep({ sequence, payload }: TcpSegment): void {
    // The packet's memory is the reader's, and is used again.
    this.#waiting.push({ sequence, payload: Buffer.from(payload) });
    if (this.#waiting.length > WAITING_LIMIT) this.broken = true;
  }

  #handWaiting(): void {
    for (;;) {
      const index = this.#waiting.findIndex(({ sequence }) => distance(sequence, this.#next!) <= 0);
      if (index < 0) return;
      const [{ sequence, payload }] = this.#waiting.splice(index, 1) as [{ sequence: number; payload: Buffer }];
      this.#hand(sequence, payload);
    }
  }

  /** Hands on what is new in a segment that begins at or before the next byte. */
  #hand(sequence: number, payload: Buffer): void {
    const known = distance(this.#next!, sequence);
    if (known >= payload.length) return;
    this.#next = (this.#next! + payload.length - known) >>> 0;
    this.take(payload.subarray(known));
  }
}
