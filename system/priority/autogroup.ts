/**
 * Priority by autogroups (sched(7)): the kernel gives each session an equal share of CPU time, so that thirty browsers leave a server
 * 1/31. The nice value of a session's group changes that. Anybody may lower the priority of their own sessions.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isInRootGroup } from '../control-group-reader.ts';
import { isRunning } from '../process-owner.ts';
import { processTree } from '../process-tree.ts';
import { readOr } from '../read-or.ts';
import type { PriorityMechanism, Role } from './mechanism.ts';

/** Weight 15, where a session has 1,024 by default. */
const LOAD_NICE = 19;

/** Without CAP_SYS_ADMIN the kernel takes one such change per 100 ms, from the whole machine, and answers EAGAIN to others. */
const TRY_AGAIN_MS = 110;
const MOST_TRIES = 300;

const fileOf = (pid: number): string => `/proc/${pid}/autogroup`;

/** Number and nice value of the group that `pid` is in; null when it has ended. */
function groupOf(pid: number): { id: string; nice: number } | null {
  const text = readOr(() => readFileSync(fileOf(pid), 'utf8'), '');
  const [, id, nice] = /^\/autogroup-(\d+) nice (-?\d+)/.exec(text) ?? [];
  return id === undefined ? null : { id, nice: Number(nice) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

export class AutogroupPriority implements PriorityMechanism {
  readonly name = 'autogroup';
  #problem: string | null = null;
  /** Changes are made one after the other, so that they do not refuse each other. */
  #last: Promise<void> = Promise.resolve();

  /** Null where sessions get no share of their own, or their share means nothing. */
  static make(): AutogroupPriority | null {
    const isOn = readOr(() => readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim(), '') === '1';
    return isOn && groupOf(process.pid) !== null && isInRootGroup() ? new AutogroupPriority() : null;
  }

  assign(pid: number, role: Role): void {
    if (role === 'load') this.#last = this.#last.then(() => this.#lower(pid));
  }

  async reassign(roots: readonly number[], role: Role): Promise<void> {
    if (role !== 'load') return;
    await this.#last;
    const seen = new Set<string>();
    for (const pid of processTree(...roots)) {
      const group = groupOf(pid);
      if (group === null || group.nice === LOAD_NICE || seen.has(group.id)) continue;
      seen.add(group.id);
      await this.#lower(pid);
    }
  }

  problem(): string | null {
    return this.#problem;
  }

  close(): void {}

  /** A session that is this process's own holds the launcher, and a person's shell, too: it stays as it is. */
  async #lower(pid: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const group = groupOf(pid);
      if (group === null || group.nice === LOAD_NICE) return;
      if (group.id === groupOf(process.pid)?.id) {
        this.#problem ??= `process ${pid} has no session of its own`;
        return;
      }
      try {
        writeFileSync(fileOf(pid), String(LOAD_NICE));
        return;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (!isRunning(pid)) return;
        if (code !== 'EAGAIN' || tries === MOST_TRIES) {
          this.#problem ??= `the session of process ${pid} could not be given a lower priority: ${message}`;
          return;
        }
      }
      await pause(TRY_AGAIN_MS);
    }
  }
}
