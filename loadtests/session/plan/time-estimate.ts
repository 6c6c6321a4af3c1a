/** Estimates how long a job with several parts takes; parts may overlap. Pure, except for the given clock. */

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

export class TimeEstimate {
  readonly #parts = new Map<string, Part>();
  readonly #begunAt: number;
  readonly #now: () => number;

  /** @param now ms, on any clock that goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#begunAt = now();
  }

  /** Adds a future part of about `seconds`; a second call corrects the first. */
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

  /** Remaining seconds. A part that takes longer than expected counts as about to end. */
  get left(): number {
    return [...this.#parts.values()].reduce((sum, { seconds, begunAt, done }) => {
      if (done) return sum;
      return sum + (begunAt === null ? seconds : Math.max(0, seconds - (this.#now() - begunAt) / 1000));
    }, 0);
  }

  /** The finished share, 0 to 1. */
  get share(): number {
    const { elapsed, left } = this;
    return left === 0 ? 1 : elapsed / (elapsed + left);
  }
}
