/** Run by the app's build: builds the Meteor project where there is a Meteor tool. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildProject, meteorCommand } from './meteor-tool.ts';

const DIST = fileURLToPath(new URL('.', import.meta.url));
const PROJECT = fileURLToPath(new URL('../project', import.meta.url));

try {
  const command = meteorCommand();
  if (command !== null) buildProject(command, PROJECT, DIST);
  // A bundle of another day would be started by mistake.
  else rmSync(`${DIST}/meteor`, { recursive: true, force: true });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
