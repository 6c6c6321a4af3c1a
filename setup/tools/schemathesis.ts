/** Installing Schemathesis, which tries a web API by its OpenAPI, into a Python environment of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, onPath } from './locate.ts';
import { type Log, run } from './programs.ts';

/** The exact version of it, and of everything that it needs. */
const REQUIREMENTS = join(import.meta.dirname, 'schemathesis.txt');

const version = /^schemathesis==(\S+)$/m.exec(readFileSync(REQUIREMENTS, 'utf8'))![1]!;

/** The environment's folder: another version has another. */
const folder = (): string => join(cacheFolder(), 'schemathesis', version);

/** Returns the path of its program, once it is installed. */
export const cachedSchemathesis = (): string => join(folder(), 'bin', 'st');

/** Its program comes last, after all that it needs. */
export async function installSchemathesis(log: Log): Promise<void> {
  const python = onPath(['python3'])[0];
  if (!python) throw new Error('there is no python3 here');
  log(`installing Schemathesis ${version} into ${folder()}: this takes half a minute, once`);
  await run([python, '-m', 'venv', '--clear', folder()]);
  const pip = [join(folder(), 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check'];
  await run([...pip, '--requirement', REQUIREMENTS]);
}
