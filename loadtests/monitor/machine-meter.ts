/** Reads what the whole machine does. What cannot be read here is null. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineCounters } from '../../protocol/surroundings.ts';
import {
  busyTicksOf,
  type CpuTicks,
  cpuTicksOf,
  megahertzOf,
  stalledByDisks,
  stalledByPressure,
  swappedPagesOf,
  throttlesOf,
} from './machine-files.ts';
import { openProcFile, ProcFile } from './proc-file.ts';
import { TICKS_PER_SECOND } from './tree-meter.ts';

const CPUS = '/sys/devices/system/cpu';

/** The file `name` of each folder in `parent` that matches. */
function filesIn(parent: string, folder: RegExp, name: string): ProcFile[] {
  const folders = existsSync(parent) ? readdirSync(parent).filter((entry) => folder.test(entry)) : [];
  return folders.flatMap((entry) => openProcFile(join(parent, entry, name)) ?? []);
}

const textsOf = (files: readonly ProcFile[]): string[] => files.flatMap((file) => file.read() ?? []);

export class MachineMeter {
  readonly #stat = new ProcFile('/proc/stat');
  readonly #vmstat = openProcFile('/proc/vmstat');
  readonly #pressure = openProcFile('/proc/pressure/io');
  readonly #disks = openProcFile('/proc/diskstats');
  readonly #frequencies = filesIn(join(CPUS, 'cpufreq'), /^policy\d+$/, 'scaling_cur_freq');
  readonly #throttles = filesIn(CPUS, /^cpu\d+$/, 'thermal_throttle/core_throttle_count');

  /** CPU time of everything, interrupts included, all cores added, seconds. */
  cpuSeconds(): number {
    return this.#cpu().busy / TICKS_PER_SECOND;
  }

  /** The same of some cores; null where the kernel does not count them apart. */
  cpuSecondsOf(cpus: readonly number[]): number | null {
    const ticks = busyTicksOf(this.#stat.read()!, cpus);
    return ticks === null ? null : ticks / TICKS_PER_SECOND;
  }

  counters(): MachineCounters {
    const { tasks, stolen } = this.#cpu();
    return {
      taskSeconds: tasks / TICKS_PER_SECOND,
      stolenSeconds: stolen / TICKS_PER_SECOND,
      swappedPages: swappedPagesOf(this.#vmstat?.read() ?? ''),
      stalledSeconds: stalledByPressure(this.#pressure?.read() ?? '') ?? stalledByDisks(this.#disks?.read() ?? ''),
      throttles: throttlesOf(textsOf(this.#throttles)),
      megahertz: megahertzOf(textsOf(this.#frequencies)),
    };
  }

  close(): void {
    const more = [this.#vmstat, this.#pressure, this.#disks].flatMap((file) => file ?? []);
    for (const file of [this.#stat, ...more, ...this.#frequencies, ...this.#throttles]) file.close();
  }

  #cpu(): CpuTicks {
    return cpuTicksOf(this.#stat.read()!);
  }
}
