/** Measures what servers use together, outside of a test: those that are up and not loaded, and one that warms up. */

import type { PlacedServer } from '../../setup/apps/places/place.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { processTree } from '../../system/process-tree.ts';
import { ProcessMeter, type Reading } from './tree-meter.ts';

export interface ServersReading extends Reading {
  /** ms by this machine's monotonic clock. */
  at: number;
}

/** The use between two readings. */
export interface ServersUse {
  seconds: number;
  cpuSeconds: number;
  memoryBytes: number;
}

export class ServersMeter {
  readonly #meter: ProcessMeter;

  private constructor(pids: readonly number[]) {
    this.#meter = new ProcessMeter(() => processTree(...pids));
  }

  /** Null where one of them cannot be seen from here. None at all use nothing. */
  static of(servers: readonly Pick<PlacedServer, 'meter'>[]): ServersMeter | null {
    const pids = servers.flatMap(({ meter }) => (meter.by === 'engine' || meter.by === 'machine' ? [] : [meter.pid]));
    return pids.length < servers.length ? null : new ServersMeter(pids);
  }

  read(): ServersReading {
    return { at: monotonicMs(), ...this.#meter.read() };
  }

  close(): void {
    this.#meter.close();
  }
}

export const useBetween = (before: ServersReading, after: ServersReading): ServersUse => ({
  seconds: (after.at - before.at) / 1000,
  cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  memoryBytes: after.memoryBytes,
});
