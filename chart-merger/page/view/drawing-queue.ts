/** Charts wait for their turn: all of them drawn in one go would keep everything else from being shown for seconds. */
import ko from 'knockout';

type Turn = () => Promise<void>;

const nextTask: Turn = () => new Promise((resolve) => setTimeout(resolve));

export class DrawingQueue {
  readonly #waiting = new Map<object, () => void>();
  /** True while anything is still to be drawn. */
  readonly busy = ko.observable(false);

  /** @param turn resolves when the browser has had time for other things */
  constructor(private readonly turn: Turn = nextTask) {}

  /** Has `draw` called when it is its turn. An earlier drawing of `owner` that still waits is dropped. */
  add(owner: object, draw: () => void): void {
    this.#waiting.set(owner, draw);
    // Drawing runs in a computed, which must not depend on this.
    if (!this.busy.peek()) void this.#drawAll();
  }

  drop(owner: object): void {
    this.#waiting.delete(owner);
  }

  async #drawAll(): Promise<void> {
    this.busy(true);
    for (let next = await this.#next(); next !== null; next = await this.#next()) {
      try {
        next();
      } catch (error) {
        // One chart that cannot be drawn is in the console, and not in the way of the others.
        console.error(error);
      }
    }
    this.busy(false);
  }

  async #next(): Promise<(() => void) | null> {
    await this.turn();
    const [first] = this.#waiting;
    if (first === undefined) return null;
    const [owner, draw] = first;
    this.#waiting.delete(owner);
    return draw;
  }
}
