/** The conditions there are: each folder beside this file that has a `condition.ts`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Condition, PreparedCondition, PreparedConditions } from './condition.ts';

/** In the order of their names. */
export async function findConditions(folder = import.meta.dirname): Promise<Condition[]> {
  const files = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name, 'condition.ts'))
    .filter((file) => existsSync(file));
  return Promise.all(files.map(async (file) => (await import(pathToFileURL(file).href)).default as Condition));
}

/**
 * Puts conditions in force, one after the other. If one fails, those before it are ended.
 * @param options what the user asked for, by the keys of the conditions' options
 */
export async function prepareConditions(
  conditions: readonly Condition[],
  options: Readonly<Record<string, unknown>>,
): Promise<PreparedConditions> {
  const prepared = new Map<string, PreparedCondition>();
  try {
    for (const { name, option, prepare } of conditions) {
      const one = await prepare(options[option.key] ?? option.fallback);
      if (one !== null) prepared.set(name, one);
    }
    return prepared;
  } catch (error) {
    await endConditions(prepared);
    throw error;
  }
}

/** Ends them, the last first. */
export async function endConditions(prepared: PreparedConditions): Promise<void> {
  for (const one of [...prepared.values()].reverse()) await one.end();
}
