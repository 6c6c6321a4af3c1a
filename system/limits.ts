/** Open files and memory that this machine has for Outcry. */
import { readFileSync } from 'node:fs';
import { memoryLeft } from './control-group-limits.ts';
import { readOr } from './read-or.ts';

const read = (path: string): string => readOr(() => readFileSync(path, 'utf8'), '');

/** The open files that each process may have: now, and at most without more rights. Null where the kernel does not say. */
export function openFiles(limits = read('/proc/self/limits')): { soft: number; hard: number } | null {
  const [, ...found] = /^Max open files\s+(\S+)\s+(\S+)/m.exec(limits) ?? [];
  const [soft, hard] = found.map((text) => (text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text)));
  return soft === undefined || hard === undefined ? null : { soft, hard };
}

/** Bytes that can be used without swapping or running into a limit of a control group; null where the kernel does not say. */
export function availableMemory(meminfo = read('/proc/meminfo'), left = memoryLeft()): number | null {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(meminfo)?.[1];
  return kilobytes === undefined ? null : Math.min(Number(kilobytes) * 1_024, left);
}
