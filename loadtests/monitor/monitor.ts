/** Samples CPU and memory of a server, a swarm and the machine from a process beside them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineReading, EngineSampling, ServerMeter } from '../../setup/apps/places/place.ts';
import type { RemoteMachine } from '../../system/elsewhere/remote-machine.ts';
import { hostId } from '../../system/host-id.ts';
import { HelperElsewhere } from '../helper-elsewhere.ts';
import { type Helper, HelperProcess } from '../helper-process.ts';
import type { PreflightSamples } from './machine-sample.ts';
import type { MonitorSamples, TreeSamples } from './monitor-samples.ts';
import { ONE_BY_ONE } from './one-by-one.ts';
import { clockOffset, serverSamples, withServer } from './samples-elsewhere.ts';

/** The meter of a server whose processes are on this machine. */
export type ProcessesMeter = Extract<ServerMeter, { pid: number }>;

export type MonitorCommand =
  /**
   * `server`: null where another answers for it; `swarmCpus`: those that the swarm is kept to, none where it may use any; `launcher`: this
   * Outcry's own process.
   */
  | {
      do: 'begin';
      server: ProcessesMeter | null;
      /** Root of what stands before the server and is measured apart; null: nothing does. */
      front: number | null;
      swarmPids: number[];
      swarmCpus: number[];
      launcher: number;
    }
  /** What is sampled counts from now on. */
  | { do: 'restart' }
  /** A process that is to come in the place of the server's is about to be started. */
  | { do: 'starting' }
  /** A process that has come in the place of the server's, on this machine. */
  | { do: 'follow'; pid: number }
  | { do: 'end' }
  | { do: 'preflight'; seconds: number; launcher: number };

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

const SCRIPT = join(import.meta.dirname, 'monitor-process.ts');

export class Monitor {
  /** Of a server that an engine answers for, while it is sampled. */
  #engine: { intervalMs: number; sampling: EngineSampling } | null = null;
  /** The machine of servers elsewhere with its monitor, from the first of them on; null where there is none. */
  #elsewhere: { machine: RemoteMachine; monitor: Monitor; offsetMs: number } | null = null;
  /** True while a server elsewhere is sampled. */
  #isElsewhere = false;

  private constructor(
    private readonly helper: Helper,
    /** The process whose tree is this Outcry, where the monitor is. */
    private readonly launcher: number,
  ) {}

  /**
   * Starts the monitor's process; it samples nothing yet.
   * @param groups false: looks at processes one by one even where there could be control groups
   */
  static async start({ groups = true } = {}): Promise<Monitor> {
    const args = groups ? [] : [ONE_BY_ONE];
    const helper = await HelperProcess.start(SCRIPT, 'monitor', { label: 'monitor', role: 'observer', args });
    return new Monitor(helper, process.pid);
  }

  /**
   * Starts it on another machine, whose pids it is told. What it answers is not checked. It makes no control groups, which would stay there
   * after it was killed.
   * @throws Error when it cannot be started
   */
  static async startOn(machine: RemoteMachine): Promise<Monitor> {
    return new Monitor(await HelperElsewhere.start(SCRIPT, 'monitor', machine, [ONE_BY_ONE]), machine.about.pid);
  }

  /**
   * Begins sampling a server and the process trees below the swarm's pids; resolves when it has begun, or the monitor has died.
   * @param server null: there is none to be measured
   * @param swarmCpus those that the swarm is kept to; default: it is kept to none
   * @param front root of what stands before the server and is measured apart; default: nothing does
   */
  async begin(
    server: ServerMeter | null,
    swarmPids: number[],
    swarmCpus: number[] = [],
    front: number | null = null,
  ): Promise<void> {
    const here = server?.by === 'engine' || server?.by === 'machine' ? null : server;
    await this.#ask({ do: 'begin', server: here, front, swarmPids, swarmCpus, launcher: this.launcher });
    this.#isElsewhere = server?.by === 'machine';
    if (server?.by === 'machine') await this.#beginElsewhere(server);
    if (server?.by === 'engine') this.#engine = { intervalMs: server.intervalMs, sampling: await server.begin() };
  }

  /** Drops what was sampled since {@link begin}, whose first look at a swarm takes a while. An engine's readings stay. */
  async restart(): Promise<void> {
    await this.#ask({ do: 'restart' });
    if (this.#isElsewhere) await this.#elsewhere?.monitor.restart();
  }

  /** Counts what this Outcry is about to start as its own, and not as another program, until it is followed. */
  async starting(): Promise<void> {
    await this.#ask({ do: 'starting' });
  }

  /** Samples one more process, and all below it, as the server; what it used before is not the server's. */
  async follow(pid: number): Promise<void> {
    await this.#ask({ do: 'follow', pid });
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

  /** A server whose machine cannot be monitored is measured without. */
  async #beginElsewhere({ pid, machine }: Extract<ServerMeter, { by: 'machine' }>): Promise<void> {
    try {
      if (this.#elsewhere?.machine !== machine)
        this.#elsewhere = { machine, monitor: await Monitor.startOn(machine), offsetMs: 0 };
      // Again for each test: clocks drift apart.
      this.#elsewhere.offsetMs = await clockOffset(machine);
      await this.#elsewhere.monitor.begin({ by: 'tree', pid }, []);
    } catch {
      this.#elsewhere = null;
    }
  }

  async #withElsewhere(samples: MonitorSamples): Promise<MonitorSamples> {
    const said = (await this.#elsewhere?.monitor.end()) ?? null;
    const there = said === null ? null : serverSamples(said, this.#elsewhere!.offsetMs);
    if (there === null) return { ...samples, elsewhere: null };
    const { name, id } = this.#elsewhere!.machine.about;
    return withServer(samples, there, { host: { name, id }, here: id !== null && id === hostId() });
  }

  /** The reason why it gives null, as a sentence. People have already read what its process wrote to stderr. */
  get died(): string {
    return `the monitor's process ended${this.helper.end}`;
  }

  /** Looks at the machine for a while, when nothing is to be measured; null when the monitor has died. */
  preflight(seconds: number): Promise<PreflightSamples | null> {
    return this.#ask({ do: 'preflight', seconds, launcher: this.launcher });
  }

  #ask<Answer>(command: MonitorCommand): Promise<Answer | null> {
    return this.helper.ask(command);
  }

  async stop(): Promise<void> {
    await Promise.all([this.helper.stop(2_000), this.#elsewhere?.monitor.stop()]);
  }
}
