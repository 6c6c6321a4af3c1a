/** Cuts the output of a program on another machine into messages, and tells them from what its shell prints. Pure. */

/** Most characters of a message: a report of an hour, or a bundle, is a tenth of it. */
export const MESSAGE_LIMIT = 16 * 2 ** 20;
/** Noise is kept for an error: the last lines, none longer than this. */
const NOISE_LINES = 10;
const NOISE_LENGTH = 500;

export class ChannelLines {
  readonly noise: string[] = [];
  readonly #marker: string;
  readonly #onMessage: (text: string) => void;
  readonly #limit: number;
  #parts: string[] = [];
  #length = 0;

  /** @param marker what each message begins with, which nothing else contains */
  constructor(marker: string, onMessage: (text: string) => void, limit = MESSAGE_LIMIT) {
    this.#marker = marker;
    this.#onMessage = onMessage;
    this.#limit = limit;
  }

  /** @throws Error when a line is longer than any message */
  take(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#add(text.slice(from, end));
      from = end + 1;
      const line = this.#parts.join('');
      this.#parts = [];
      this.#length = 0;
      this.#line(line);
    }
    this.#add(text.slice(from));
  }

  #add(part: string): void {
    this.#length += part.length;
    if (this.#length > this.#limit) throw new Error(`a line is longer than ${this.#limit} characters`);
    if (part !== '') this.#parts.push(part);
  }

  /** A shell may have printed something before a message without ending the line. */
  #line(line: string): void {
    const at = line.indexOf(this.#marker);
    const noise = (at < 0 ? line : line.slice(0, at)).trim();
    if (noise !== '') {
      this.noise.push(noise.slice(0, NOISE_LENGTH));
      if (this.noise.length > NOISE_LINES) this.noise.shift();
    }
    if (at >= 0) this.#onMessage(line.slice(at + this.#marker.length));
  }
}
