/** The data notifications that were sent last, so that a client whose connection broke can have them again. */
export class RecoveryLog {
  readonly #most: number;
  #texts: string[] = [];
  #sizes = 0;
  /** Data notifications of the session up to now: the progressive of the last one sent. */
  progressive = 0;

  /** @param most UTF-16 code units kept */
  constructor(most: number) {
    this.#most = most;
  }

  sent(text: string): void {
    this.progressive += 1;
    this.#texts.push(text);
    this.#sizes += text.length;
    // Half at a time: taking single texts from the front of a long array would cost its length each time.
    if (this.#sizes > this.#most) this.#forgetHalf();
  }

  /** What was sent after `progressive`; null when that is not kept any more, or never was. */
  after(progressive: number): string[] | null {
    const missed = this.progressive - progressive;
    if (missed < 0 || missed > this.#texts.length) return null;
    return this.#texts.slice(this.#texts.length - missed);
  }

  #forgetHalf(): void {
    let at = 0;
    let size = this.#sizes;
    while (at < this.#texts.length - 1 && size > this.#most / 2) size -= this.#texts[at++]!.length;
    this.#texts = this.#texts.slice(at);
    this.#sizes = size;
  }
}
