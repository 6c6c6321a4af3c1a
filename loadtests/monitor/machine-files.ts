/** Figures of the whole machine from the texts of the kernel's files (proc(5)). Pure. */
import type { MachineCounters } from '../../protocol/surroundings.ts';

/** Time that all cores together have spent since the machine was started, in clock ticks. */
export interface CpuTicks {
  /** Working for somebody, interrupts included. */
  busy: number;
  /** The same without interrupts: what processes and the kernel's threads were charged with. */
  tasks: number;
  /** Ready to work, while the hypervisor gave the core to another machine. */
  stolen: number;
}

/** @param line of /proc/stat, of one core or of all of them added up */
function ticksIn(line: string): CpuTicks {
  const [user, nice, system, , , irq, softirq, stolen = 0] = line.trim().split(/\s+/).slice(1).map(Number);
  const tasks = user! + nice! + system!;
  return { tasks, busy: tasks + irq! + softirq!, stolen };
}

/** @param stat text of /proc/stat, of which the first line adds up all cores */
export const cpuTicksOf = (stat: string): CpuTicks => ticksIn(stat.split('\n', 1)[0]!);

/** Time in which `cpus` worked for somebody, added up; null when one of them is not there. @param stat text of /proc/stat */
export function busyTicksOf(stat: string, cpus: readonly number[]): number | null {
  let busy = 0;
  for (const cpu of cpus) {
    const line = new RegExp(`^cpu${cpu} .*$`, 'm').exec(stat)?.[0];
    if (line === undefined) return null;
    busy += ticksIn(line).busy;
  }
  return busy;
}

/** Pages read from and written to swap since the machine was started. @param vmstat text of /proc/vmstat */
export function swappedPagesOf(vmstat: string): number | null {
  const [read, written] = ['pswpin', 'pswpout'].map((name) => new RegExp(`^${name} (\\d+)$`, 'm').exec(vmstat)?.[1]);
  return read === undefined || written === undefined ? null : Number(read) + Number(written);
}

/**
 * Seconds in which at least one process could not go on for a disk, since the machine was started.
 * @param pressure text of /proc/pressure/io
 */
export function stalledByPressure(pressure: string): number | null {
  const microseconds = /^some .*\btotal=(\d+)/m.exec(pressure)?.[1];
  return microseconds === undefined ? null : Number(microseconds) / 1e6;
}

/**
 * Time in which the machine was suspended, seconds, from some moment on: the clock of /proc/uptime goes on meanwhile, the monotonic one stands
 * still (clock_gettime(2), CLOCK_BOOTTIME).
 */
export function asleepSecondsOf(uptime: string, monotonicSeconds: number): number | null {
  const seconds = /^\d+\.\d+/.exec(uptime)?.[0];
  return seconds === undefined ? null : Number(seconds) - monotonicSeconds;
}

/** Devices in /proc/diskstats that lie on other disks, or in memory: they would count twice, or are no disks. */
const NO_DISK = /^(loop|ram|zram|dm-|md|sr|fd)/;

/**
 * Seconds in which each disk, by its name, had something under way, since the machine was started: the thirteenth column of its line.
 * @param diskstats text of /proc/diskstats
 */
export function busyDisksOf(diskstats: string): Map<string, number> {
  const lines = diskstats
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length >= 13 && !NO_DISK.test(fields[2]!));
  return new Map(lines.map((fields) => [fields[2]!, Number(fields[12]) / 1000]));
}

/** By how much the disk that worked longest between two readings did so, seconds. One that has come meanwhile was not read before. */
export function busiestDisk(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return Math.max(0, ...[...after].map(([disk, seconds]) => seconds - (before.get(disk) ?? seconds)));
}

/**
 * The segments that TCP has sent, and sent again because no confirmation came, since the network was made.
 * @param snmp text of /proc/net/snmp
 * @param netstat text of /proc/net/netstat
 */
export function segmentsOf(
  snmp: string,
  netstat: string,
): Pick<MachineCounters, 'sentSegments' | 'resentSegments' | 'resentBegins' | 'droppedBegins'> {
  return {
    sentSegments: counterOf(snmp, 'Tcp', 'OutSegs'),
    resentSegments: counterOf(snmp, 'Tcp', 'RetransSegs'),
    resentBegins: counterOf(netstat, 'TcpExt', 'TCPSynRetrans'),
    droppedBegins: counterOf(netstat, 'TcpExt', 'ListenDrops'),
  };
}

/** Of files whose lines come in pairs: names, and what they count. */
function counterOf(text: string, group: string, name: string): number | null {
  const [names, values] = text.split('\n').filter((line) => line.startsWith(`${group}: `));
  const index = names?.split(' ').indexOf(name) ?? -1;
  return index < 0 ? null : Number(values!.split(' ')[index]);
}

/** @param kilohertz texts of the files `scaling_cur_freq`, one for each group of cores that share a clock */
export function megahertzOf(kilohertz: readonly string[]): number | null {
  const known = kilohertz.map(Number).filter((value) => value > 0);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length / 1000;
}

/** The number of times that cores were slowed down for their heat. @param counts texts of the files `core_throttle_count` */
export function throttlesOf(counts: readonly string[]): number | null {
  const known = counts.filter((text) => /^\d+\s*$/.test(text)).map(Number);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
