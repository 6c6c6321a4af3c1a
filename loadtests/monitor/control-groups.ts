/**
 * Control groups (cgroups(7)) for what is monitored, where this process may make some: one number then answers for a whole
 * process tree, exact to the microsecond, and processes that come later are in it by themselves.
 *
 * Both versions do. Of version 2 `cpu.stat` is there in every group, whichever controllers are switched on; of version 1 it takes a
 * hierarchy of `cpuacct`. Nothing is limited, and no scheduling changes: a group only counts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { processTree } from '../../system/process-tree.ts';
import { ProcFile } from './proc-file.ts';
import { ProcessFiles } from './process-files.ts';
import { PAGE_BYTES, type Reading, type TreeMeter } from './tree-meter.ts';

const PREFIX = 'outcry-';
/** How often, and how far apart, a group that is still busy is tried to be taken away. */
const MOST_TRIES = 50;
const TRY_AGAIN_MS = 20;

interface Version {
  mounted(type: string, options: string): boolean;
  member(controllers: string): boolean;
  cpuFile: string;
  /** CPU seconds from the text of `cpuFile`. */
  seconds(text: string): number;
}

/** `usage_usec` of cpu.stat (version 2), and cpuacct.usage in nanoseconds (version 1). */
const VERSIONS: readonly Version[] = [
  {
    mounted: (type) => type === 'cgroup2',
    member: (controllers) => controllers === '',
    cpuFile: 'cpu.stat',
    seconds: (text) => Number(/^usage_usec (\d+)$/m.exec(text)![1]) / 1e6,
  },
  {
    mounted: (type, options) => type === 'cgroup' && options.split(',').includes('cpuacct'),
    member: (controllers) => controllers.split(',').includes('cpuacct'),
    cpuFile: 'cpuacct.usage',
    seconds: (text) => Number(text) / 1e9,
  },
];

/**
 * The folder of the group that a process is in, from /proc/self/mountinfo and its /proc/PID/cgroup (proc(5), cgroups(7)); null where there is
 * no such hierarchy, or no such process.
 */
function groupOf(process: number | 'self', { mounted, member }: Version): string | null {
  try {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n');
    const groups = readFileSync(`/proc/${process}/cgroup`, 'utf8').trim().split('\n');
    const mount = mounts
      .map((line) => ({ point: line.split(' ')[4]!, end: line.slice(line.indexOf(' - ') + 3).split(' ') }))
      .find(({ end }) => mounted(end[0]!, end[2] ?? ''));
    const path = groups.map((line) => line.split(':')).find(([, controllers]) => member(controllers!))?.[2];
    if (mount === undefined || path === undefined) return null;
    const group = join(mount.point, path);
    return existsSync(join(group, 'cgroup.procs')) ? group : null;
  } catch {
    return null;
  }
}

const pidsOf = (folder: string): number[] =>
  readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);

function move(pid: number, folder: string): void {
  try {
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has ended meanwhile
  }
}

/** Moves what is in a group one up and takes the group away; what is below it first. */
function dissolve(folder: string, into: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) dissolve(join(folder, entry.name), into);
  }
  for (let tries = 1; ; tries += 1) {
    for (const pid of pidsOf(folder)) move(pid, into);
    try {
      rmdirSync(folder);
      return;
    } catch (error) {
      // A process that was killed keeps its group busy until the kernel is done with it.
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || tries === MOST_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN_MS);
    }
  }
}

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`);

/** Groups below those that the measured processes are in, so that they keep their priority; all of them go with {@link close}. */
export class ControlGroups {
  readonly #version: Version;
  readonly #folders = new Map<string, string>();

  private constructor(version: Version) {
    this.#version = version;
  }

  /** Null where this process may not make groups: then processes are looked at one by one. */
  static make(): ControlGroups | null {
    for (const version of VERSIONS) {
      const own = groupOf('self', version);
      if (own === null) continue;
      try {
        removeAbandoned(own);
        const trial = join(own, `${PREFIX}${process.pid}-trial`);
        mkdirSync(trial);
        rmdirSync(trial);
        return new ControlGroups(version);
      } catch {
        // Not allowed here; the next hierarchy may be.
      }
    }
    return null;
  }

  /**
   * Moves the trees below `roots` into a group called `name`, which is made where there is none, and gives a meter of it.
   * @throws Error where the kernel does not let it
   */
  meter(name: string, roots: readonly number[]): TreeMeter {
    const folder = this.#folders.get(name) ?? this.#make(name, roots);
    const inside = new Set(pidsOf(folder));
    // What a process starts while its siblings are being moved is still outside: look until all are in.
    for (let round = 0; round < 5; round += 1) {
      const outside = processTree(...roots).filter((pid) => isRunning(pid) && !inside.has(pid));
      if (outside.length === 0) break;
      for (const pid of outside) {
        move(pid, folder);
        inside.add(pid);
      }
    }
    return new GroupMeter(folder, this.#version);
  }

  #make(name: string, roots: readonly number[]): string {
    const parent = roots.map((pid) => groupOf(pid, this.#version)).find((group) => group !== null);
    if (parent === undefined) throw new Error(`none of the processes of ${name} runs`);
    const folder = join(parent, `${PREFIX}${process.pid}-${name}`);
    mkdirSync(folder, { recursive: true });
    this.#folders.set(name, folder);
    return folder;
  }

  /** Takes a group away; what still runs in it goes back to where it came from. */
  remove(name: string): void {
    const folder = this.#folders.get(name);
    this.#folders.delete(name);
    if (folder !== undefined && existsSync(folder)) dissolve(folder, dirname(folder));
  }

  close(): void {
    for (const name of [...this.#folders.keys()]) this.remove(name);
  }
}

/** Groups of a monitor that was killed before it could take them away. */
function removeAbandoned(own: string): void {
  for (const name of readdirSync(own)) {
    const [, pid] = /^outcry-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) dissolve(join(own, name), own);
  }
}

/**
 * A meter of the group that a process is in, which somebody else has made for it and all that it starts, such as an engine for a container.
 * @returns null where the group cannot be read from here
 */
export function groupMeterOf(pid: number): TreeMeter | null {
  for (const version of VERSIONS) {
    const group = groupOf(pid, version);
    if (group !== null) return new GroupMeter(group, version);
  }
  return null;
}

/** {@link refresh} reads one file, the group's list of processes. */
class GroupMeter implements TreeMeter {
  readonly #folder: string;
  readonly #cpu: ProcFile;
  readonly #seconds: Version['seconds'];
  readonly #start: number;
  /** statm (proc(5)) costs the kernel a fraction of what stat does; its second field is the resident set in pages. */
  readonly #memory = new ProcessFiles('statm');

  constructor(folder: string, { cpuFile, seconds }: Version) {
    this.#folder = folder;
    this.#cpu = new ProcFile(join(folder, cpuFile));
    this.#seconds = seconds;
    this.#start = seconds(this.#cpu.read()!);
    this.refresh();
  }

  refresh(): void {
    this.#memory.keep(this.pids());
  }

  pids(): number[] {
    return pidsOf(this.#folder);
  }

  read(): Reading {
    const cpuSeconds = this.#seconds(this.#cpu.read()!) - this.#start;
    let pages = 0;
    for (const [, text] of this.#memory.read()) {
      const from = text.indexOf(' ') + 1;
      pages += Number(text.slice(from, text.indexOf(' ', from)));
    }
    return { cpuSeconds, memoryBytes: pages * PAGE_BYTES };
  }

  close(): void {
    this.#cpu.close();
    this.#memory.close();
  }
}
