/** How much memory a server takes, now and after a rest. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree } from '../../system/processes.ts';

/** Resident set sizes of `pid` and everything below it, bytes. */
export function memoryOf(pid: number): number {
  let bytes = 0;
  for (const member of processTree(pid)) {
    try {
      bytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // Ended meanwhile.
    }
  }
  return bytes;
}

const REST_SAMPLES = 10;
const BETWEEN_MS = 1_000;

/** Samples of the memory of `pid`, bytes, a second apart, while nothing is asked of it and its garbage may be collected. */
export async function memoryAtRest(pid: number): Promise<number[]> {
  const samples: number[] = [];
  while (samples.length < REST_SAMPLES) {
    await sleep(BETWEEN_MS);
    samples.push(memoryOf(pid));
  }
  return samples;
}
