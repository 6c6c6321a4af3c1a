/** Lines that wait to be sent, read by one reader as fast as it likes. */
export class LineQueue implements AsyncIterable<string> {
  #lines: string[] = [];
  #ended = false;
  /** The reader has what there was, and waits. */
  #empty = true;
  #wake: () => void = () => {};
  #taken: (() => void)[] = [];

  push(line: string): void {
    if (this.#ended) return;
    this.#lines.push(line);
    this.#empty = false;
    this.#wake();
  }

  /** No line follows those that wait. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Forgets the lines that wait, and ends. */
  cancel(): void {
    this.#lines = [];
    this.end();
  }

  /** Resolves when the reader has taken every line and asks for more, or reads no more. */
  taken(): Promise<void> {
    if (this.#empty) return Promise.resolve();
    return new Promise((resolve) => this.#taken.push(resolve));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    try {
      for (;;) {
        const lines = this.#lines;
        this.#lines = [];
        yield* lines;
        if (this.#lines.length > 0) continue;
        this.#emptied();
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.#emptied();
    }
  }

  #emptied(): void {
    this.#empty = true;
    for (const resolve of this.#taken.splice(0)) resolve();
  }
}
