/** Samples the whole machine during a test, once a second: the evidence for disturbances by other programs. */
import type { SurroundingsReading, SurroundingsSamples } from '../../protocol/surroundings.ts';
import type { MachineMeter } from './machine-meter.ts';
import { allProcesses, otherPrograms } from './other-processes.ts';
import type { StoppedWatch } from './stopped-processes.ts';
import type { TreeMeter } from './tree-meter.ts';

/** Programs come and go seldom; looking for them is a walk through /proc. In readings. */
const REFRESH_EVERY = 10;

export class Surroundings {
  readonly #before = allProcesses();
  readonly #readings: SurroundingsReading[] = [];
  #serverStarts = false;

  /**
   * @param bench all of this Outcry but server and swarm: the command itself, the monitor, what counts bytes, a backend
   * @param ours the processes that started all of it, and the server
   * @param watches the processes that are checked for having been stopped, whenever the caller asks
   */
  constructor(
    private readonly machine: MachineMeter,
    private readonly bench: TreeMeter,
    private readonly ours: readonly number[],
    private readonly watches: readonly StoppedWatch[] = [],
  ) {}

  /** Reads what there is at the start; readings before it are dropped. */
  begin(at: number): void {
    this.#readings.length = 0;
    this.note(at, 0);
  }

  /** A server is started during the test. Until {@link serverIsUp} its processes are the bench's, and looked for at each reading. */
  serverStarts(): void {
    this.#serverStarts = true;
  }

  /** @param follow makes its processes those of the server, and no longer of the bench */
  serverIsUp(follow: () => void): void {
    this.bench.refresh();
    this.bench.read();
    follow();
    this.bench.refresh();
    this.#serverStarts = false;
  }

  /** @param measuredSeconds CPU time of server and swarm since the start */
  note(at: number, measuredSeconds: number): void {
    const due = this.#readings.length % REFRESH_EVERY === REFRESH_EVERY - 1;
    if (due || this.#serverStarts) this.bench.refresh();
    if (due) for (const watch of this.watches) watch.refresh();
    const ownSeconds = measuredSeconds + this.bench.read().cpuSeconds;
    this.#readings.push({ at, ownSeconds, ...this.machine.counters() });
  }

  end(): SurroundingsSamples {
    this.bench.close();
    for (const watch of this.watches) watch.close();
    const stopped = this.watches.flatMap(({ found }) => found);
    return { readings: this.#readings, stopped, others: otherPrograms(this.#before, allProcesses(), this.ours) };
  }
}
