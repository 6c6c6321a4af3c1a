/** Reads the load of the whole machine. Figures that cannot be read here are null. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineCounters } from '../../protocol/surroundings.ts';
import { throttledSeconds, throttleStats } from '../../system/control-group-limits.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import {
  asleepSecondsOf,
  busiestDisk,
  busyDisksOf,
  busyTicksOf,
  type CpuTicks,
  cpuTicksOf,
  megahertzOf,
  segmentsOf,
  stalledByPressure,
  swappedPagesOf,
  throttlesOf,
} from './machine-files.ts';
import { openProcFile, ProcFile } from './proc-file.ts';
import { TICKS_PER_SECOND } from './tree-meter.ts';

const CPUS = '/sys/devices/system/cpu';

/** Says `text`, or nothing where there is no such file. */
function textAt(path: string): string {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    return '';
  }
}

/** The files that count how often cores and packages were slowed down, each once: threads of one core all count the same. */
function throttleFiles(): ProcFile[] {
  const folders = existsSync(CPUS) ? readdirSync(CPUS).filter((entry) => /^cpu\d+$/.test(entry)) : [];
  const paths = new Map<string, string>();
  for (const cpu of folders) {
    const of = (name: string): string => textAt(join(CPUS, cpu, 'topology', name));
    const folder = join(CPUS, cpu, 'thermal_throttle');
    const inPackage = of('physical_package_id');
    paths.set(`core ${inPackage} ${of('core_id') || cpu}`, join(folder, 'core_throttle_count'));
    paths.set(`package ${inPackage || cpu}`, join(folder, 'package_throttle_count'));
  }
  return [...paths.values()].flatMap((path) => openProcFile(path) ?? []);
}

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
  readonly #throttles = throttleFiles();
  readonly #snmp = openProcFile('/proc/net/snmp');
  readonly #netstat = openProcFile('/proc/net/netstat');
  readonly #uptime = openProcFile('/proc/uptime');
  readonly #quotas = throttleStats().flatMap((path) => openProcFile(path) ?? []);
  /** Of the last reading, where only the disks tell; and what the busiest of each time has worked since the first. */
  #busyDisks = busyDisksOf(this.#disks?.read() ?? '');
  #diskSeconds = 0;

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
      stalledSeconds: stalledByPressure(this.#pressure?.read() ?? '') ?? this.#byDisks(),
      asleepSeconds: asleepSecondsOf(this.#uptime?.read() ?? '', monotonicMs() / 1000),
      throttledSeconds: throttledSeconds(textsOf(this.#quotas)),
      throttles: throttlesOf(textsOf(this.#throttles)),
      ...segmentsOf(this.#snmp?.read() ?? '', this.#netstat?.read() ?? ''),
      megahertz: megahertzOf(textsOf(this.#frequencies)),
    };
  }

  close(): void {
    const more = [this.#vmstat, this.#pressure, this.#disks, this.#snmp, this.#netstat, this.#uptime].flatMap(
      (file) => file ?? [],
    );
    for (const file of [this.#stat, ...more, ...this.#frequencies, ...this.#throttles, ...this.#quotas]) file.close();
  }

  /** Grows by what the disk that was busiest since the last reading has worked; null where no disk says so. */
  #byDisks(): number | null {
    const now = busyDisksOf(this.#disks?.read() ?? '');
    this.#diskSeconds += busiestDisk(this.#busyDisks, now);
    this.#busyDisks = now;
    return now.size === 0 ? null : this.#diskSeconds;
  }

  #cpu(): CpuTicks {
    return cpuTicksOf(this.#stat.read()!);
  }
}
