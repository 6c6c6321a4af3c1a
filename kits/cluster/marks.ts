/** Marks that go the way of what is broadcast: one that has been heard everywhere says that all before it was handed on. */

export class Marks {
  /** Marks on their way: the times that each has yet to be heard, and the call after that. */
  readonly #awaited = new Map<number, { left: number; resolve: () => void }>();
  #last = 0;

  /** Makes a new mark; `heard` resolves when it has been heard `times`. */
  next(times: number): [mark: number, heard: Promise<void>] {
    const mark = ++this.#last;
    const heard = new Promise<void>((resolve) => this.#awaited.set(mark, { left: times, resolve }));
    return [mark, heard];
  }

  heard(mark: number): void {
    const awaited = this.#awaited.get(mark);
    if (awaited === undefined || --awaited.left > 0) return;
    this.#awaited.delete(mark);
    awaited.resolve();
  }
}
