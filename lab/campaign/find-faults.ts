/** Finds the faults: every file under `faults/` is some of a kind. Nothing registers them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fault } from './fault.ts';

const FOLDER = join(import.meta.dirname, 'faults');

/** All faults, in the order of their files, so that a seed gives the same ones. */
export async function findFaults(): Promise<Fault[]> {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const faults: Fault[] = [];
  for (const file of files) {
    const module = (await import(pathToFileURL(join(FOLDER, file)).href)) as { default: Fault[] };
    faults.push(...module.default);
  }
  return faults;
}
