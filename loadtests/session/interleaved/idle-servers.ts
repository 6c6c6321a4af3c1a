/** Measures what servers use that are up and not loaded. */

import type { PlacedServer } from '../../../setup/apps/places/place.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { processTree } from '../../../system/process-tree.ts';
import { ProcessMeter, type Reading } from '../../monitor/tree-meter.ts';

export interface IdleReading extends Reading {
  /** ms by this machine's monotonic clock. */
  at: number;
}

/** The use between two readings. */
export interface IdleUse {
  seconds: number;
  cpuSeconds: number;
  memoryBytes: number;
}

export class IdleServers {
  readonly #meter: ProcessMeter;

  private constructor(pids: readonly number[]) {
    this.#meter = new ProcessMeter(() => processTree(...pids));
  }

  /** Null where one of them cannot be seen from here. None at all use nothing. */
  static of(servers: readonly Pick<PlacedServer, 'meter'>[]): IdleServers | null {
    const pids = servers.flatMap(({ meter }) => (meter.by === 'engine' || meter.by === 'machine' ? [] : [meter.pid]));
    return pids.length < servers.length ? null : new IdleServers(pids);
  }

  read(): IdleReading {
    return { at: monotonicMs(), ...this.#meter.read() };
  }

  close(): void {
    this.#meter.close();
  }
}

export const idleUse = (before: IdleReading, after: IdleReading): IdleUse => ({
  seconds: (after.at - before.at) / 1000,
  cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  memoryBytes: after.memoryBytes,
});
