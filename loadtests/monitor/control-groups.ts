/**
 * Control groups (cgroups(7)) for what is monitored, where this process may make some: one number then answers for a whole
 * process tree, exact to the microsecond, and processes that come later are in it by themselves.
 *
 * Both versions do. Of version 2 `cpu.stat` is there in every group, whichever controllers are switched on; of version 1 it takes a
 * hierarchy of `cpuacct`. Nothing is limited, and no scheduling changes: a group only counts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processTree } from '../../system/processes.ts';
import { ProcFile } from './proc-file.ts';
import { ProcessFiles } from './process-files.ts';
import { PAGE_BYTES, type Reading, type TreeMeter } from './tree-meter.ts';

const PREFIX = 'outcry-';
/** How often, and how far apart, a group that is still busy is tried to be taken away. */
const MOST_TRIES = 50;
const TRY_AGAIN_MS = 20;

interface Hierarchy {
  /** The folder of the group that the process is in. */
  own: string;
  cpuFile: string;
  /** CPU seconds from the text of `cpuFile`. */
  seconds(text: string): number;
}

/** `usage_usec` of cpu.stat (version 2), and cpuacct.usage in nanoseconds (version 1). */
const VERSIONS = [
  {
    mounted: (type: string) => type === 'cgroup2',
    member: (controllers: string) => controllers === '',
    cpuFile: 'cpu.stat',
    seconds: (text: string) => Number(/^usage_usec (\d+)$/m.exec(text)![1]) / 1e6,
  },
  {
    mounted: (type: string, options: string) => type === 'cgroup' && options.split(',').includes('cpuacct'),
    member: (controllers: string) => controllers.split(',').includes('cpuacct'),
    cpuFile: 'cpuacct.usage',
    seconds: (text: string) => Number(text) / 1e9,
  },
];

/** The hierarchies there are for a process, from /proc/self/mountinfo and its /proc/PID/cgroup (proc(5), cgroups(7)). */
function hierarchies(process: number | 'self' = 'self'): Hierarchy[] {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n');
  const groups = readFileSync(`/proc/${process}/cgroup`, 'utf8').trim().split('\n');
  return VERSIONS.flatMap(({ mounted, member, cpuFile, seconds }) => {
    const mount = mounts
      .map((line) => ({ point: line.split(' ')[4]!, end: line.slice(line.indexOf(' - ') + 3).split(' ') }))
      .find(({ end }) => mounted(end[0]!, end[2] ?? ''));
    const path = groups.map((line) => line.split(':')).find(([, controllers]) => member(controllers!))?.[2];
    if (!mount || path === undefined) return [];
    const own = join(mount.point, path);
    return existsSync(join(own, 'cgroup.procs')) ? [{ own, cpuFile, seconds }] : [];
  });
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

/** Groups below the one that this process is in; all of them go with {@link close}. */
export class ControlGroups {
  readonly #hierarchy: Hierarchy;
  readonly #folder: string;

  private constructor(hierarchy: Hierarchy, folder: string) {
    this.#hierarchy = hierarchy;
    this.#folder = folder;
  }

  /** Null where this process may not make groups: then processes are looked at one by one. */
  static make(): ControlGroups | null {
    for (const hierarchy of hierarchies()) {
      const folder = join(hierarchy.own, `${PREFIX}${process.pid}`);
      try {
        removeAbandoned(hierarchy.own);
        mkdirSync(folder);
        return new ControlGroups(hierarchy, folder);
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
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
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
    return new GroupMeter(folder, this.#hierarchy);
  }

  /** Takes a group away; what still runs in it goes back to where it came from. */
  remove(name: string): void {
    const folder = join(this.#folder, name);
    if (existsSync(folder)) dissolve(folder, this.#hierarchy.own);
  }

  close(): void {
    if (existsSync(this.#folder)) dissolve(this.#folder, this.#hierarchy.own);
  }
}

/** Groups of a monitor that was killed before it could take them away. */
function removeAbandoned(own: string): void {
  for (const name of readdirSync(own)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isRunning(pid)) dissolve(join(own, name), own);
  }
}

/**
 * A meter of the group that a process is in, which somebody else has made for it and all that it starts, such as an engine for a container.
 * @returns null where the group cannot be read from here
 */
export function groupMeterOf(pid: number): TreeMeter | null {
  try {
    const [hierarchy] = hierarchies(pid);
    return hierarchy === undefined ? null : new GroupMeter(hierarchy.own, hierarchy);
  } catch {
    return null;
  }
}

/** {@link refresh} reads one file, the group's list of processes. */
class GroupMeter implements TreeMeter {
  readonly #folder: string;
  readonly #cpu: ProcFile;
  readonly #seconds: Hierarchy['seconds'];
  readonly #start: number;
  /** statm (proc(5)) costs the kernel a fraction of what stat does; its second field is the resident set in pages. */
  readonly #memory = new ProcessFiles('statm');

  constructor(folder: string, { cpuFile, seconds }: Hierarchy) {
    this.#folder = folder;
    this.#cpu = new ProcFile(join(folder, cpuFile));
    this.#seconds = seconds;
    this.#start = seconds(this.#cpu.read()!);
    this.refresh();
  }

  refresh(): void {
    this.#memory.keep(pidsOf(this.#folder));
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
