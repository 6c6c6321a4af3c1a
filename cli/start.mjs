/**
 * Starts the command line from code that Node.js loads as it is: TypeScript that a loader translates, module by module, takes several times
 * as long to start. Where there is no such code and none can be made, the loader does it.
 */
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readyCode } from './ready-code.mjs';

/** Folders with scenarios and conditions of the user's own, which a loader has to translate. */
const ELSEWHERE = ['OUTCRY_SCENARIOS', 'OUTCRY_CONDITIONS'];

const ready = ELSEWHERE.some((name) => process.env[name]) ? null : await readyCode(dirname(import.meta.dirname));
if (ready === null) {
  await import('tsx');
  await import('./main.ts');
} else {
  await import(pathToFileURL(ready).href);
}
