/** Marks that go the way of what is broadcast: one that has been heard everywhere says that all before it was handed on. */

export class Marks {
  /** Marks on their way: the times that each has yet to be heard, and the call after that. */
  readonly #awaited = new Map<number, { left: number; resolve: (everywhere: boolean) => void }>();
  #last = 0;

  /** Makes a new mark; `heard` resolves with true when it has been heard `times`, with false when it no longer can be. */
  next(times: number): [mark: number, heard: Promise<boolean>] {
    const mark = ++this.#last;
    const heard = new Promise<boolean>((resolve) => this.#awaited.set(mark, { left: times, resolve }));
    return [mark, heard];
  }

  heard(mark: number): void {
    const awaited = this.#awaited.get(mark);
    if (awaited === undefined || --awaited.left > 0) return;
    this.#awaited.delete(mark);
    awaited.resolve(true);
  }

  /** One of those who should hear the marks on their way has gone. */
  giveUp(): void {
    for (const { resolve } of this.#awaited.values()) resolve(false);
    this.#awaited.clear();
  }
}
