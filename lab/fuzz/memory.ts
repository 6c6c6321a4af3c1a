/** Measures the memory that a server takes: now, without its garbage, and after a rest. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { collectGarbage } from '../../setup/apps/places/collect-garbage.ts';
import { processTree } from '../../system/process-tree.ts';
import { readOr } from '../../system/read-or.ts';

/** Resident set sizes of `pid` and everything below it, bytes. */
export function memoryOf(pid: number): number {
  return processTree(pid)
    .map((member) => readOr(() => readFileSync(`/proc/${member}/status`, 'utf8'), ''))
    .reduce((sum, status) => sum + Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024, 0);
}

const GIVING_BACK_SAMPLES = 10;
const GIVING_BACK_MS = 200;

/**
 * As {@link memoryOf}, bytes, where the app says how its server collects its garbage without that: the least within two seconds, since
 * memory is given back to the system little by little (G1 since JDK 16, https://bugs.openjdk.org/browse/JDK-8236926).
 * @throws OutcryError when the garbage cannot be collected
 */
export async function memoryWithoutGarbage(app: App, pid: number): Promise<number> {
  await collectGarbage(app, pid);
  let least = memoryOf(pid);
  if (app.collectGarbage === undefined) return least;
  for (let taken = 1; taken < GIVING_BACK_SAMPLES; taken += 1) {
    await sleep(GIVING_BACK_MS);
    least = Math.min(least, memoryOf(pid));
  }
  return least;
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
