/**
 * The present slowness of the machine. Time limits are multiplied by it: a busy machine gets more time, and an idle one reports hanging
 * work soon.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { readOr } from './read-or.ts';

/** The greatest factor: hanging work is reported in the end, on any machine. */
const MOST = 12;

/** Tasks that run or want to, this one excepted, now; 0 where the kernel does not say (Linux: the fourth field of /proc/loadavg). */
export function runnable(text: string): number {
  const found = /^(?:\S+ ){3}(\d+)\//.exec(text);
  return found === null ? 0 : Math.max(0, Number(found[1]) - 1);
}

/** @param load tasks that run or want to; @param cores to run them on */
export const slownessOf = (load: number, cores: number): number => Math.min(MOST, Math.max(1, load / cores));

/** 1: every task has a core to itself; n: it gets one in n of the time, about. Whichever is more, now or over the last minute. */
export function slowness(): number {
  // Without /proc the mean over the last minute has to do.
  const now = runnable(readOr(() => readFileSync('/proc/loadavg', 'utf8'), ''));
  return slownessOf(Math.max(loadavg()[0]!, now), availableParallelism());
}
