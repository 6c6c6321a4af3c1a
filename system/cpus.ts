/** CPUs that processes may run on (sched_setaffinity(2)): read from /proc and /sys, set by `taskset` of util-linux. Linux only. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { processTree } from './process-tree.ts';
import { readOr } from './read-or.ts';

const run = promisify(execFile);

/** The numbers in a list as the kernel writes it (`0,2-3`; cpuset(7), "List format"), in order; null when it is none. */
export function cpusIn(list: string): number[] | null {
  const cpus = new Set<number>();
  for (const part of list.trim().split(',')) {
    const match = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part);
    if (match === null) return null;
    const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])];
    if (to < from) return null;
    for (let cpu = from; cpu <= to; cpu += 1) cpus.add(cpu);
  }
  return [...cpus].sort((a, b) => a - b);
}

/** `cpus` as the kernel writes them. */
export function cpuList(cpus: readonly number[]): string {
  const parts: string[] = [];
  for (let from = 0; from < cpus.length; ) {
    let to = from;
    while (cpus[to + 1] === cpus[to]! + 1) to += 1;
    parts.push(from === to ? String(cpus[from]) : `${cpus[from]}-${cpus[to]}`);
    from = to + 1;
  }
  return parts.join(',');
}

/** The CPUs that a process may run on; null where the kernel does not say, or there is no such process. */
export function allowedCpus(pid: number = process.pid): number[] | null {
  const status = readOr(() => readFileSync(`/proc/${pid}/status`, 'utf8'), '');
  return cpusIn(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '');
}

/** The CPUs of the core that `cpu` is one of: more than one where a core runs several threads. */
export function siblingsOf(cpu: number): number[] {
  const list = `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`;
  return cpusIn(readOr(() => readFileSync(list, 'utf8'), '')) ?? [cpu];
}

/** Returns the reason why processes cannot be pinned to CPUs here, with a remedy; null: they can. */
export function pinningUnavailable(): string | null {
  if (process.platform !== 'linux') return 'which CPUs a process may use can be said on Linux only';
  const { error, stdout } = spawnSync('taskset', ['--version'], { encoding: 'utf8' });
  if (error === undefined && stdout.includes('util-linux')) return null;
  return 'the program taskset is missing; install util-linux, which has it';
}

/** `argv` as a command whose process, and all that it starts, runs on `cpus` alone. It has the process id that `argv` would have. */
export function onCpus(cpus: string, argv: readonly string[]): string[] {
  return ['taskset', '--cpu-list', cpus, ...argv];
}

/** Keeps everything that this process has started and will start to `cpus`, itself with all its threads included. */
export async function keepTreeOn(cpus: string): Promise<void> {
  const keep = async (pid: number): Promise<void> => {
    try {
      await run('taskset', ['--all-tasks', '--cpu-list', '--pid', cpus, String(pid)]);
    } catch (error) {
      // One of the tree may have ended meanwhile; that this process itself cannot be kept there must be known.
      if (pid === process.pid) throw error;
    }
  };
  await keep(process.pid);
  const others = processTree(process.pid).filter((pid) => pid !== process.pid);
  await Promise.all(others.map(keep));
}
