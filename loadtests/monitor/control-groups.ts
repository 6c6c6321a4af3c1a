/**
 * Control groups (cgroups(7)) for what is monitored, where this process may make some: one number then answers for a whole
 * process tree, exact to the microsecond, and processes that come later are in it by themselves.
 *
 * Both versions do. Of version 2 `cpu.stat` is there in every group, whichever controllers are switched on; of version 1 it takes a
 * hierarchy of `cpuacct`. Nothing is limited, and no scheduling changes: a group only counts.
 */
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ControlGroup, countingGroups, pidsIn } from '../../system/control-group-reader.ts';
import { processTree } from '../../system/process-tree.ts';
import { ProcFile } from './proc-file.ts';
import { ProcessFiles } from './process-files.ts';
import { PAGE_BYTES, type Reading, type TreeMeter } from './tree-meter.ts';

const PREFIX = 'outcry-';
/** The number of attempts to remove a group that is still busy, and the time between them. */
const MOST_TRIES = 50;
const TRY_AGAIN_MS = 20;

/** The file that counts CPU time, by version, and how its text gives seconds: microseconds in version 2, nanoseconds in version 1. */
const CPU_FILES: Record<1 | 2, { name: string; seconds(text: string): number }> = {
  1: { name: 'cpuacct.usage', seconds: (text) => Number(text) / 1e9 },
  2: { name: 'cpu.stat', seconds: (text) => Number(/^usage_usec (\d+)$/m.exec(text)![1]) / 1e6 },
};

/** The group of `version` that a process is in. */
const groupOf = (pid: number, version: 1 | 2): string | undefined =>
  countingGroups(pid).find((group) => group.version === version)?.folder;

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
    for (const pid of pidsIn(folder)) move(pid, into);
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
  readonly #folders = new Map<string, string>();

  private constructor(private readonly version: 1 | 2) {}

  /** Null where this process may not make groups: then processes are looked at one by one. */
  static make(): ControlGroups | null {
    for (const { version, folder } of countingGroups('self')) {
      try {
        removeAbandoned(folder);
        const trial = join(folder, `${PREFIX}${process.pid}-trial`);
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
    const inside = new Set(pidsIn(folder));
    // A process may start others while its siblings are being moved, and they are outside: look until all are in.
    for (let round = 0; round < 5; round += 1) {
      const outside = processTree(...roots).filter((pid) => isRunning(pid) && !inside.has(pid));
      if (outside.length === 0) break;
      for (const pid of outside) {
        move(pid, folder);
        inside.add(pid);
      }
    }
    return new GroupMeter(folder, this.version);
  }

  #make(name: string, roots: readonly number[]): string {
    const parent = roots.map((pid) => groupOf(pid, this.version)).find((group) => group !== undefined);
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
  const [group] = countingGroups(pid);
  return group === undefined ? null : new GroupMeter(group.folder, group.version);
}

/** {@link refresh} reads one file, the group's list of processes. */
class GroupMeter implements TreeMeter {
  readonly #cpu: ProcFile;
  readonly #seconds: (text: string) => number;
  readonly #start: number;
  /** statm (proc(5)) costs the kernel a fraction of what stat does; its second field is the resident set in pages. */
  readonly #memory = new ProcessFiles('statm');

  constructor(
    private readonly folder: string,
    version: ControlGroup['version'],
  ) {
    const { name, seconds } = CPU_FILES[version];
    this.#cpu = new ProcFile(join(folder, name));
    this.#seconds = seconds;
    this.#start = seconds(this.#cpu.read()!);
    this.refresh();
  }

  refresh(): void {
    this.#memory.keep(this.pids());
  }

  /** A group counts the time of a process from when it is in it. */
  adopt(): void {
    this.refresh();
  }

  pids(): number[] {
    return pidsIn(this.folder);
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
