/** The limits of this machine: open files, ports and memory, checked before thousands of connections reach them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableMemory, openFiles } from '../../system/limits.ts';
import { readOr } from '../../system/read-or.ts';

/** The machine's limits; null when unknown (no /proc). */
export interface Limits {
  openFiles: number | null;
  /** Local ports that are free for connections from one address to another. */
  ports: number | null;
  memoryBytes: number | null;
}

/** State of a socket in /proc/net/tcp whose connection is over: its port is taken for that one peer alone. */
const TIME_WAIT = '06';

const read = (path: string): string => readOr(() => readFileSync(path, 'utf8'), '');

/**
 * Returns the number of local ports from `low` to `high` that open sockets use.
 * @param tables texts of /proc/net/tcp and /proc/net/tcp6
 */
export function portsInUse(tables: readonly string[], low: number, high: number): number {
  const used = new Set<number>();
  for (const table of tables) {
    for (const [, port, state] of table.matchAll(
      /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} ([0-9A-F]{2})/gm,
    )) {
      const number = Number.parseInt(port!, 16);
      if (state !== TIME_WAIT && number >= low && number <= high) used.add(number);
    }
  }
  return used.size;
}

/** TCP sockets that are not over, from texts of /proc/net/sockstat and /proc/net/sockstat6. */
export function socketsInUse(stats: readonly string[]): number {
  return stats.reduce(
    (sum, text) => sum + Number(/^TCP6?: inuse (\d+)/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY),
    0,
  );
}

/** The kernel writes a line for each socket, thousands after a run: they are counted only where their number is not clearly enough. */
function freePorts(plenty: number): number | null {
  const [low, high] = read('/proc/sys/net/ipv4/ip_local_port_range').trim().split(/\s+/).map(Number);
  if (!low || !high) return null;
  const all = high - low + 1;
  const atLeast = all - socketsInUse(['/proc/net/sockstat', '/proc/net/sockstat6'].map(read));
  if (atLeast >= plenty) return atLeast;
  return all - portsInUse(['/proc/net/tcp', '/proc/net/tcp6'].map(read), low, high);
}

/** @param plenty this many free ports are enough: more are not counted; default: all are counted */
export function readLimits(plenty = Number.POSITIVE_INFINITY): Limits {
  return { openFiles: openFiles()?.soft ?? null, ports: freePorts(plenty), memoryBytes: availableMemory() };
}

/**
 * Lets this process, and those it starts from now on, have `files` files open, where the machine lets it: up to the hard limit, and as root
 * past it. Where it does not, nothing changes, and {@link readLimits} says what is allowed.
 */
export function allowOpenFiles(files: number): void {
  const allowed = openFiles();
  if (allowed === null || allowed.soft >= files) return;
  const hard = Math.max(files, allowed.hard);
  const limit = `${files}:${Number.isFinite(hard) ? hard : 'unlimited'}`;
  spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${limit}`]);
}
