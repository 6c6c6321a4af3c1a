/** Samples on a fixed rhythm: the server and the machine's CPU ten times a second, the swarm and the rest of the machine once. */
import { monotonicMs } from '../../system/monotonic.ts';
import { CpuWait } from './cpu-wait.ts';
import { MachineMeter } from './machine-meter.ts';
import type { MonitorSamples, TreeSamples } from './monitor-samples.ts';
import type { StoppedWatch } from './stopped-processes.ts';
import { Surroundings } from './surroundings.ts';
import type { Reading, TreeMeter } from './tree-meter.ts';

export const SERVER_INTERVAL_MS = 100;
/** A swarm may be some 180 processes, and looking at them disturbs what it measures. */
export const SWARM_INTERVAL_MS = 1000;
const SWARM_EVERY = SWARM_INTERVAL_MS / SERVER_INTERVAL_MS;
/** Servers start processes in the middle of a run rarely, browsers more rarely still. In samples of each. */
const REFRESH_SERVER_EVERY = 10;
const REFRESH_SWARM_EVERY = 10;

const percent = (seconds: number, ms: number): number => (seconds * 100_000) / ms;

/** Growth of something over the time between two samples, as % of a core. */
class Rate {
  #at: number;
  #seconds: number;

  constructor(at: number, seconds: number) {
    this.#at = at;
    this.#seconds = seconds;
  }

  next(at: number, seconds: number): number {
    const grown = percent(seconds - this.#seconds, at - this.#at);
    this.#at = at;
    this.#seconds = seconds;
    return grown;
  }
}

/** One tree: its meter, and what was sampled of it. */
class Tree {
  readonly samples: TreeSamples;
  /** CPU time since it was begun, as of when it was read last, seconds. */
  cpuSeconds = 0;
  #rate = new Rate(0, 0);
  #atFirst = 0;

  constructor(
    private readonly meter: TreeMeter,
    intervalMs: number,
    private readonly refreshEvery: number,
  ) {
    this.samples = { intervalMs, at: [], cpuPercent: [], memoryBytes: [] };
  }

  /** Samples from now on; what was sampled before is dropped. */
  begin(): void {
    const { samples } = this;
    for (const values of [samples.at, samples.cpuPercent, samples.memoryBytes]) values.length = 0;
    this.cpuSeconds = 0;
    this.#atFirst = this.meter.read().cpuSeconds;
    this.#rate = new Rate(monotonicMs(), this.#atFirst);
  }

  /** Reads how much CPU time there was, out of the rhythm. */
  update(): Reading {
    const reading = this.meter.read();
    this.cpuSeconds = reading.cpuSeconds - this.#atFirst;
    return reading;
  }

  sample(at: number): void {
    const { samples } = this;
    if (samples.at.length % this.refreshEvery === this.refreshEvery - 1) this.meter.refresh();
    const { cpuSeconds, memoryBytes } = this.update();
    samples.at.push(at);
    samples.cpuPercent.push(this.#rate.next(at, cpuSeconds));
    samples.memoryBytes.push(memoryBytes);
  }

  adopt(): void {
    this.meter.adopt();
  }

  close(): void {
    this.meter.close();
  }
}

export interface Sampled {
  /** Null when another answers for the server. */
  server: TreeMeter | null;
  /** The processes before the server, which are a part of the bench too; default: none. */
  front?: TreeMeter | null;
  /** Null when the swarm does not run on this machine. */
  swarm: TreeMeter | null;
  /** CPUs that the swarm is kept to; none: it may use any. */
  swarmCpus: readonly number[];
  /** All else of this Outcry, and the process that started it. */
  bench: TreeMeter;
  /** The processes that started all of it: this Outcry's own, and what runs a server beside it. */
  ours: readonly number[];
  /** Of the server, looked at as often as it is sampled; and of everything else, as often as the swarm is. */
  watches: { server: StoppedWatch | null; others: readonly StoppedWatch[] };
}

export class Sampling {
  readonly #server: Tree | null;
  readonly #front: Tree | null;
  readonly #swarm: Tree | null;
  readonly #machine = new MachineMeter();
  readonly #surroundings: Surroundings;
  readonly #watches: Sampled['watches'];
  readonly #watched: Sampled;
  #machineRate = new Rate(0, 0);
  #serverWait: CpuWait | null = null;
  #frontWait: CpuWait | null = null;
  /** Looked at before the first and after the last sample only: a swarm has thousands of threads. */
  readonly #swarmWait: CpuWait | null;
  readonly #machineSamples: MonitorSamples['machine'] = { intervalMs: SERVER_INTERVAL_MS, at: [], cpuPercent: [] };
  /** Of the CPUs that the swarm is kept to; null: it is kept to none, or one of them was switched off, and what it had used is lost. */
  #swarmCpus: { cpus: readonly number[]; rate: Rate; cpuPercent: number[] } | null = null;
  #start = 0;
  readonly #made = monotonicMs();
  readonly #ownCpu = process.cpuUsage();
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #gaps = 0;

  /** Samples from now on. */
  constructor(watched: Sampled) {
    const { server, front = null, swarm, bench, ours, watches } = watched;
    this.#watched = watched;
    this.#watches = watches;
    const all = [...(watches.server === null ? [] : [watches.server]), ...watches.others];
    this.#surroundings = new Surroundings(this.#machine, bench, ours, all);
    this.#server = server && new Tree(server, SERVER_INTERVAL_MS, REFRESH_SERVER_EVERY);
    this.#front = front && new Tree(front, SERVER_INTERVAL_MS, REFRESH_SERVER_EVERY);
    this.#swarm = swarm && new Tree(swarm, SWARM_INTERVAL_MS, REFRESH_SWARM_EVERY);
    // Looking at all threads of a swarm takes a while: the rhythm begins after it.
    this.#swarmWait = swarm && new CpuWait(() => swarm.pids(), monotonicMs());
    this.begin();
  }

  /**
   * Samples from now on; what was sampled before is dropped, but how long threads of the swarm waited. A test that waited for the first look at
   * those has done other work meanwhile, which would be in its first samples.
   */
  begin(): void {
    clearTimeout(this.#timer);
    const { server, front = null, swarmCpus } = this.#watched;
    const trees = [this.#server, this.#front, this.#swarm];
    for (const tree of trees) tree?.begin();
    this.#surroundings.begin(monotonicMs());
    this.#frontWait = front && new CpuWait(() => front.pids(), monotonicMs());
    this.#serverWait = server && new CpuWait(() => server.pids(), monotonicMs());
    this.#start = monotonicMs();
    this.#count = 0;
    this.#gaps = 0;
    for (const values of [this.#machineSamples.at, this.#machineSamples.cpuPercent]) values.length = 0;
    this.#machineRate = new Rate(this.#start, this.#machine.cpuSeconds());
    const used = swarmCpus.length === 0 ? null : this.#machine.cpuSecondsOf(swarmCpus);
    this.#swarmCpus = used === null ? null : { cpus: swarmCpus, rate: new Rate(this.#start, used), cpuPercent: [] };
    this.#next();
  }

  /** A server is started during the test. */
  serverStarts(): void {
    this.#surroundings.serverStarts();
  }

  /** It is up. @param join makes its processes those of the server */
  followServer(join: () => void): void {
    this.#surroundings.serverIsUp(() => {
      join();
      this.#server?.adopt();
      this.#watches.server?.refresh();
    });
  }

  end(groups: boolean): MonitorSamples {
    clearTimeout(this.#timer);
    this.#noteEnd(monotonicMs());
    const { user, system } = process.cpuUsage(this.#ownCpu);
    const samples: MonitorSamples = {
      server: this.#server?.samples ?? null,
      swarm: this.#swarm?.samples ?? null,
      machine: this.#machineSamples,
      ...(this.#swarmCpus && {
        swarmCpus: { count: this.#swarmCpus.cpus.length, cpuPercent: this.#swarmCpus.cpuPercent },
      }),
      surroundings: this.#surroundings.end(),
      serverWait: this.#serverWait?.end() ?? null,
      swarmWait: this.#swarmWait?.end() ?? null,
      ...(this.#front && { front: this.#front.samples, frontWait: this.#frontWait!.end() }),
      gaps: this.#gaps,
      groups,
      ownCpuPercent: percent((user + system) / 1e6, monotonicMs() - this.#made),
    };
    this.#server?.close();
    this.#front?.close();
    this.#swarm?.close();
    this.#machine.close();
    return samples;
  }

  #next(): void {
    const due = this.#start + (this.#count + 1) * SERVER_INTERVAL_MS;
    this.#timer = setTimeout(() => this.#sample(), Math.max(0, due - monotonicMs()));
  }

  #sample(): void {
    const at = monotonicMs();
    const before = this.#count;
    this.#count += 1;
    // A sample that comes more than one interval late is missing, not delayed: skip to the rhythm and say so.
    const behind = Math.floor((at - this.#start) / SERVER_INTERVAL_MS) - this.#count;
    if (behind > 0) {
      this.#gaps += behind;
      this.#count += behind;
    }
    this.#server?.sample(at);
    this.#front?.sample(at);
    this.#watches.server?.look(at);
    this.#machineSamples.at.push(at);
    this.#machineSamples.cpuPercent.push(this.#machineRate.next(at, this.#machine.cpuSeconds()));
    if (this.#swarmCpus !== null) {
      const { cpus, rate, cpuPercent } = this.#swarmCpus;
      const used = this.#machine.cpuSecondsOf(cpus);
      if (used === null) this.#swarmCpus = null;
      else cpuPercent.push(rate.next(at, used));
    }
    const seconds = (samples: number): number => Math.floor(samples / SWARM_EVERY);
    if (seconds(this.#count) > seconds(before)) {
      this.#swarm?.sample(at);
      this.#serverWait?.sample(at);
      this.#frontWait?.sample(at);
      for (const watch of this.#watches.others) watch.look(at);
      this.#noteSurroundings(at);
    }
    this.#next();
  }

  /** Samples the time between the last second and the end; a test may be over before there was one. */
  #noteEnd(at: number): void {
    this.#server?.update();
    this.#swarm?.update();
    this.#noteSurroundings(at);
    // The rest of a second would be a sample as good as a whole one; a test that is over before there was one has no other.
    if (this.#count < SWARM_EVERY) {
      this.#serverWait?.sample(at);
      this.#frontWait?.sample(at);
    }
    this.#swarmWait?.sample(at);
  }

  #noteSurroundings(at: number): void {
    this.#surroundings.note(at, (this.#server?.cpuSeconds ?? 0) + (this.#swarm?.cpuSeconds ?? 0));
  }
}
