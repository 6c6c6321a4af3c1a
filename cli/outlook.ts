/** About how long something takes that has several parts, some at the same time. Pure, but for the clock that it is given. */

interface Part {
  seconds: number;
  begunAt: number | null;
  done: boolean;
}

/** `1:05` for 65 s. */
export function minutes(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export class Outlook {
  readonly #parts = new Map<string, Part>();
  readonly #begunAt: number;
  readonly #now: () => number;

  /** @param now ms, on any clock that goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#begunAt = now();
  }

  /** A part that is still to come takes about so many `seconds`; said again, it is corrected. */
  expect(part: string, seconds: number): void {
    const known = this.#parts.get(part);
    if (known === undefined) this.#parts.set(part, { seconds, begunAt: null, done: false });
    else known.seconds = seconds;
  }

  begin(part: string): void {
    const known = this.#parts.get(part);
    if (known !== undefined) known.begunAt ??= this.#now();
  }

  end(part: string): void {
    const known = this.#parts.get(part);
    if (known !== undefined) known.done = true;
  }

  /** Seconds since it was made. */
  get elapsed(): number {
    return (this.#now() - this.#begunAt) / 1000;
  }

  /** Seconds that are left. A part that takes longer than expected is expected to end at any moment. */
  get left(): number {
    return [...this.#parts.values()].reduce((sum, { seconds, begunAt, done }) => {
      if (done) return sum;
      return sum + (begunAt === null ? seconds : Math.max(0, seconds - (this.#now() - begunAt) / 1000));
    }, 0);
  }

  /** How much of it is over, 0 to 1. */
  get share(): number {
    const { elapsed, left } = this;
    return left === 0 ? 1 : elapsed / (elapsed + left);
  }
}
