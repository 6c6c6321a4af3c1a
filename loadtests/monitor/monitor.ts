/** Samples CPU and memory of a server and a swarm from a process beside them, ten times a second. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForNode } from '../../setup/apps/bundle.ts';
import { ROOT } from '../../setup/apps/manifest.ts';
import { killTree, spawnOwned } from '../../system/processes.ts';

export type MonitorCommand = { do: 'begin'; serverPid: number; swarmPids: number[] } | { do: 'end' };

interface TreeSamples {
  /** % of one core, since the sample before. */
  cpuPercent: number[];
  /** Resident set sizes added up, bytes. */
  memoryBytes: number[];
}

/** Arrays have one entry per sample. */
export interface MonitorSamples {
  intervalMs: number;
  /** When, ms since the epoch. */
  at: number[];
  server: TreeSamples;
  /** Null when the swarm does not run on this machine. */
  swarm: TreeSamples | null;
  machineCpuPercent: number[];
  /** Samples that should have been taken and were not. */
  gaps: number;
}

/** Why this machine cannot be monitored, or null when it can. */
export function monitorUnavailable(): string | null {
  return existsSync('/proc/self/stat') ? null : 'CPU and memory are read from /proc, which this system does not have';
}

export class Monitor {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts the monitor's process; it samples nothing yet. */
  static async start(): Promise<Monitor> {
    const bundle = join(ROOT, '.outcry', 'build', 'monitor.mjs');
    await bundleForNode(join(ROOT, 'loadtests', 'monitor', 'process.ts'), bundle);
    const child = spawnOwned([process.execPath, bundle], {
      label: 'monitor',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return new Monitor(child);
  }

  /** Begins sampling the process trees below these pids. */
  begin(serverPid: number, swarmPids: number[]): void {
    this.#send({ do: 'begin', serverPid, swarmPids });
  }

  /** Ends sampling and gives what was sampled; null when the monitor has died. */
  end(): Promise<MonitorSamples | null> {
    return new Promise((resolve) => {
      if (!this.#child.connected) return resolve(null);
      const gone = (): void => resolve(null);
      this.#child.once('exit', gone);
      this.#child.once('message', (samples) => {
        this.#child.off('exit', gone);
        resolve(samples as MonitorSamples);
      });
      this.#send({ do: 'end' });
    });
  }

  #send(command: MonitorCommand): void {
    if (this.#child.connected) this.#child.send(command);
  }

  async stop(): Promise<void> {
    if (this.#child.pid !== undefined) await killTree(this.#child.pid, 500);
  }
}
