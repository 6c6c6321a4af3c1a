/** Modules that are found in folders and imported by their path. */
import { pathToFileURL } from 'node:url';

/** The modules that the running code was bundled with, by absolute path (`cli/ready-code.mjs`): a second copy of one would share nothing with the first. */
const BUNDLED = Symbol.for('outcry.modules');

/** Imports the module at `path`, which is absolute. */
export function importModule(path: string): Promise<Record<string, unknown>> {
  const bundled = (globalThis as { [BUNDLED]?: Map<string, () => Promise<Record<string, unknown>>> })[BUNDLED];
  return bundled?.get(path)?.() ?? import(pathToFileURL(path).href);
}
