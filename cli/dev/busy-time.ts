/** How long the parts of a long command took, and how busy the processors were: a part that left them idle can run beside another. */
import { type CpuInfo, cpus } from 'node:os';
import { minutes } from '../../loadtests/session/plan/time-estimate.ts';

/** What a machine's processors have done since it started, ms of all of them together. */
interface Work {
  busy: number;
  all: number;
}

interface Part {
  name: string;
  seconds: number;
  /** 0 to 1; null where the system does not say. */
  busy: number | null;
}

export class BusyTime {
  readonly #read: () => Pick<CpuInfo, 'times'>[];
  readonly #now: () => number;
  readonly #parts: Part[] = [];
  #begun: number;
  #work: Work;

  /**
   * The first part begins now.
   * @param read gives the processors' times, as `os.cpus` does
   * @param now a clock, ms
   */
  constructor(read: () => Pick<CpuInfo, 'times'>[] = cpus, now = (): number => performance.now()) {
    this.#read = read;
    this.#now = now;
    this.#begun = now();
    this.#work = workOf(read());
  }

  /** Ends the part that is under way, which is called `name`, and begins the next. */
  end(name: string): void {
    const now = this.#now();
    const work = workOf(this.#read());
    const all = work.all - this.#work.all;
    const busy = all > 0 ? (work.busy - this.#work.busy) / all : null;
    this.#parts.push({ name, seconds: (now - this.#begun) / 1000, busy });
    this.#begun = now;
    this.#work = work;
  }

  /** One line for each part. */
  lines(): string[] {
    const width = Math.max(...this.#parts.map(({ name }) => name.length));
    return this.#parts.map(({ name, seconds, busy }) => {
      const share = busy === null ? '' : `, processors ${Math.round(busy * 100)} % busy`;
      return `${name.padEnd(width)} ${minutes(seconds).padStart(6)}${share}`;
    });
  }
}

function workOf(processors: readonly Pick<CpuInfo, 'times'>[]): Work {
  const all = processors.reduce((sum, { times }) => sum + Object.values(times).reduce((a, b) => a + b, 0), 0);
  return { busy: all - processors.reduce((sum, { times }) => sum + times.idle, 0), all };
}
