/** Counts the WebSocket frames in one direction of a connection (RFC 6455, 5.2), however the bytes were cut. */

/** The longest header: two bytes, eight of length, four of mask. */
const HEADER_LIMIT = 14;

export class FrameCounter {
  frames = 0;
  readonly #header = Buffer.alloc(HEADER_LIMIT);
  #read = 0;
  #payloadLeft = 0;

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#payloadLeft > 0) {
        const taken = Math.min(this.#payloadLeft, bytes.length - at);
        this.#payloadLeft -= taken;
        at += taken;
        continue;
      }
      this.#header[this.#read++] = bytes[at++]!;
      if (this.#read >= 2 && this.#read === this.#headerBytes()) this.#frame();
    }
  }

  #headerBytes(): number {
    const second = this.#header[1]!;
    const length = second & 0x7f;
    return 2 + (length === 127 ? 8 : length === 126 ? 2 : 0) + (second & 0x80 ? 4 : 0);
  }

  #frame(): void {
    this.frames++;
    this.#read = 0;
    const length = this.#header[1]! & 0x7f;
    if (length === 127) this.#payloadLeft = Number(this.#header.readBigUInt64BE(2));
    else this.#payloadLeft = length === 126 ? this.#header.readUInt16BE(2) : length;
  }
}
