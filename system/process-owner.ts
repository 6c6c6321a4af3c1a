/** The mark of the Outcry start that something belongs to: it tells whether that start still runs. */
import { readFileSync, readlinkSync } from 'node:fs';
import { allPids, statOf } from './process-tree.ts';
import { readOr } from './read-or.ts';

/** Of /proc, on every machine that Node.js runs on. */
const TICKS_PER_SECOND = 100;

/** Clock ticks that a time namespace adds to boot time, from its /proc/self/timens_offsets (time_namespaces(7)). */
export function addedTicks(offsets: string): number {
  const [, seconds = '0', nanoseconds = '0'] = /^boottime\s+(-?\d+)\s+(\d+)/m.exec(offsets) ?? [];
  return Math.floor((Number(seconds) + Number(nanoseconds) / 1e9) * TICKS_PER_SECOND);
}

const ADDED_TICKS = addedTicks(readOr(() => readFileSync('/proc/self/timens_offsets', 'utf8'), ''));

/** The namespace that this process's pids are of, such as `4026531836`; empty where the system does not say. */
const PID_NAMESPACE = readOr(() => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '', '');

/** Start time of `pid` in clock ticks since boot, the same in every time namespace; null when there is no such process (or no /proc). */
export function startTicks(pid: number): string | null {
  const ticks = statOf(pid)?.[19];
  return ticks === undefined ? null : `${Number(ticks) - ADDED_TICKS}`;
}

/** Tells whether there is a process `pid` of any user, a zombie included. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Tells whether process `pid` runs. A process that has ended, but whose parent has not collected it (a zombie), does not. */
export function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false;
  const state = statOf(pid)?.[0];
  return state === undefined ? process.platform !== 'linux' : !'ZX'.includes(state);
}

/** Process id, start time and pid namespace of a start of Outcry: no other process has the same. */
export const markOf = (pid: number): string => `${pid}-${startTicks(pid) ?? '0'}-${PID_NAMESPACE}`;

export const OWN_MARK = markOf(process.pid);

/** The first pid namespace of every machine, from which all processes of the others are seen too (PROC_PID_INIT_INO of the kernel). */
const FIRST_NAMESPACE = '4026531836';

/** Tells whether a pid namespace has a process left. Counts as so where not every process can be seen and asked. */
function namespaceLives(namespace: string): boolean {
  if (PID_NAMESPACE !== FIRST_NAMESPACE) return true;
  const namespaceOf = (pid: number): string | null =>
    readOr(() => readlinkSync(`/proc/${pid}/ns/pid`), isRunning(pid) ? null : '');
  return allPids().some((pid) => namespaceOf(pid)?.includes(namespace) ?? true);
}

/** The mark in fewer characters, for names of folders, and back. */
export const shortMark = (mark: string): string =>
  mark
    .split('-')
    .map((part) => Number(part).toString(36))
    .join('-');
export const longMark = (short: string): string =>
  short
    .split('-')
    .map((part) => Number.parseInt(part, 36))
    .join('-');

/**
 * Tells whether the start with this mark still runs. In another pid namespace, such as a container's, its pid means another process; it
 * counts as running for as long as the namespace may.
 */
export function ownerLives(mark: string): boolean {
  const [pid, ticks, namespace = PID_NAMESPACE] = mark.split('-');
  if (namespace !== PID_NAMESPACE) return namespaceLives(namespace);
  return isAlive(Number(pid)) && (startTicks(Number(pid)) ?? '0') === ticks;
}
