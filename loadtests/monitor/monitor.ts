/** Samples CPU and memory of a server, a swarm and the machine from a process beside them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SurroundingsSamples } from '../../protocol/surroundings.ts';
import type { EngineReading, EngineSampling, ServerMeter } from '../../setup/apps/places/place.ts';
import { HelperProcess } from '../helper-process.ts';
import type { CpuWaitSamples } from './cpu-wait.ts';
import type { PreflightSamples } from './machine-sample.ts';
import { ONE_BY_ONE } from './one-by-one.ts';
import { RemoteMonitor, type SamplesElsewhere } from './remote-monitor.ts';

/** The meter of a server whose processes are on this machine. */
export type ProcessesMeter = Extract<ServerMeter, { pid: number }>;

export type MonitorCommand =
  /**
   * `server`: null where another answers for it; `swarmCpus`: those that the swarm is kept to, none where it may use any; `launcher`: this
   * Outcry's own process, null: the one that started the monitor.
   */
  | {
      do: 'begin';
      server: ProcessesMeter | null;
      /** Root of what stands before the server and is measured apart; null: nothing does. */
      front: number | null;
      swarmPids: number[];
      swarmCpus: number[];
      launcher: number | null;
    }
  | { do: 'end' }
  | { do: 'preflight'; seconds: number; launcher: number };

/** Arrays have one entry per sample. */
export interface TreeSamples {
  intervalMs: number;
  /** The times of the samples, ms by the host's monotonic clock, which servers on it have too. */
  at: number[];
  /** % of one core, since the sample before. */
  cpuPercent: number[];
  /** Resident set sizes added up, bytes. */
  memoryBytes: number[];
}

export interface MonitorSamples {
  /** Null when what answers for a server elsewhere said nothing. */
  server: TreeSamples | null;
  /** Null when the swarm does not run on this machine. */
  swarm: TreeSamples | null;
  machine: Omit<TreeSamples, 'memoryBytes'>;
  /** The server's are an engine's, and not read from the kernel of its machine. Absent: they are. */
  byEngine?: true;
  /** What the machine of a server elsewhere did besides, by its own monitor. Absent: the server runs here. Null: that monitor gave nothing. */
  elsewhere?: Pick<SamplesElsewhere, 'host' | 'surroundings'> | null;
  /** The CPUs that the swarm was kept to, used by any process, % of one core; samples as of the machine. Absent: it was kept to none. */
  swarmCpus?: { count: number; cpuPercent: number[] };
  /** The wait of the server's threads for a CPU, once a second; null: it cannot be read here. */
  serverWait: CpuWaitSamples | null;
  /** Samples of the processes before the server, and of their threads' wait for a CPU; absent: there were none. */
  front?: TreeSamples;
  frontWait?: CpuWaitSamples | null;
  /** The same of the swarm, over the whole test: one sample. */
  swarmWait: CpuWaitSamples | null;
  /** Other work of the machine, and the programs that did it. */
  surroundings: SurroundingsSamples;
  /** Samples of the server that should have been taken and were not. */
  gaps: number;
  /** True if CPU was read from control groups; false if it was read process by process. */
  groups: boolean;
  /** The CPU that the monitor itself took, % of one core. */
  ownCpuPercent: number;
}

/** Null where there is none. */
function samplesOf(readings: readonly EngineReading[], intervalMs: number): TreeSamples | null {
  if (readings.length === 0) return null;
  return {
    intervalMs,
    at: readings.map(({ at }) => at),
    cpuPercent: readings.map(({ cpuPercent }) => cpuPercent),
    memoryBytes: readings.map(({ memoryBytes }) => memoryBytes),
  };
}

/** The reason why this machine cannot be monitored, or null when it can. */
export function monitorUnavailable(): string | null {
  return existsSync('/proc/self/stat') ? null : 'CPU and memory are read from /proc, which this system does not have';
}

export class Monitor {
  /** Of a server that an engine answers for, while it is sampled. */
  #engine: { intervalMs: number; sampling: EngineSampling } | null = null;

  /** The monitor on the machine of servers elsewhere, from the first of them on. */
  #elsewhere: RemoteMonitor | null = null;
  /** The server that is sampled is one of those. */
  #isElsewhere = false;

  private constructor(private readonly helper: HelperProcess) {}

  /**
   * Starts the monitor's process; it samples nothing yet.
   * @param groups false: looks at processes one by one even where there could be control groups
   */
  static async start({ groups = true } = {}): Promise<Monitor> {
    const script = join(import.meta.dirname, 'monitor-process.ts');
    const args = groups ? [] : [ONE_BY_ONE];
    return new Monitor(await HelperProcess.start(script, 'monitor', { label: 'monitor', role: 'observer', args }));
  }

  /**
   * Begins sampling a server and the process trees below the swarm's pids; resolves when it has begun, or the monitor has died.
   * @param swarmCpus those that the swarm is kept to; default: it is kept to none
   * @param front root of what stands before the server and is measured apart; default: nothing does
   */
  async begin(
    server: ServerMeter,
    swarmPids: number[],
    swarmCpus: number[] = [],
    front: number | null = null,
  ): Promise<void> {
    const here = 'machine' in server || server.by === 'engine' ? null : server;
    await this.#ask({ do: 'begin', server: here, front, swarmPids, swarmCpus, launcher: process.pid });
    this.#isElsewhere = server.by === 'machine';
    if (server.by === 'machine') await this.#beginElsewhere(server);
    if (server.by === 'engine') this.#engine = { intervalMs: server.intervalMs, sampling: await server.begin() };
  }

  /** Ends sampling and gives what was sampled; null when the monitor has died. */
  async end(): Promise<MonitorSamples | null> {
    const samples = await this.#ask<MonitorSamples>({ do: 'end' });
    if (this.#isElsewhere) return samples && (await this.#withElsewhere(samples));
    if (this.#engine === null) return samples;
    const { intervalMs, sampling } = this.#engine;
    this.#engine = null;
    const readings = sampling.end();
    return samples && { ...samples, server: samplesOf(readings, intervalMs), byEngine: true };
  }

  /** A server whose machine cannot be monitored any more is measured without. */
  async #beginElsewhere({ pid, machine }: Extract<ServerMeter, { by: 'machine' }>): Promise<void> {
    if (this.#elsewhere?.machine !== machine || !this.#elsewhere.running) {
      this.#elsewhere = await RemoteMonitor.start(machine).catch(() => null);
    }
    await this.#elsewhere?.begin(pid);
  }

  async #withElsewhere(samples: MonitorSamples): Promise<MonitorSamples> {
    const there = (await this.#elsewhere?.end()) ?? null;
    if (there === null) return { ...samples, elsewhere: null };
    const { host, surroundings, server, serverWait, gaps, groups } = there;
    return { ...samples, server, serverWait, gaps, groups, elsewhere: { host, surroundings } };
  }

  /** The reason why it gives null, as a sentence. People have already read what its process wrote to stderr. */
  get died(): string {
    return `the monitor's process ended${this.helper.end}`;
  }

  /** Looks at the machine for a while, when nothing is to be measured; null when the monitor has died. */
  preflight(seconds: number): Promise<PreflightSamples | null> {
    return this.#ask({ do: 'preflight', seconds, launcher: process.pid });
  }

  #ask<Answer>(command: MonitorCommand): Promise<Answer | null> {
    return this.helper.ask(command);
  }

  stop(): Promise<void> {
    return Promise.all([this.helper.stop(2_000), this.#elsewhere?.stop()]).then(() => {});
  }
}
