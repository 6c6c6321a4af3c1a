/** The Meteor tool of this machine, and what it makes of `project/`. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Environment = Record<string, string | undefined>;

/** The command to run: METEOR_COMMAND, else `meteor` on the path; null when there is none. @throws Error when METEOR_COMMAND is no program */
export function meteorCommand(env: Environment = process.env): string | null {
  const named = env.METEOR_COMMAND?.trim();
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`METEOR_COMMAND=${named}: there is no such program; correct it or unset it`);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'meteor')).find(isProgram) ?? null;
}

/** The module that starts the bundle under the folder `dist`. */
export const bundleMain = (dist: string): string => join(dist, 'meteor', 'bundle', 'main.js');

/**
 * Builds the project at `from` into `dist/meteor/bundle`, as it would be for production, and installs what the bundle needs.
 * @throws Error with the command that failed
 */
export function buildProject(command: string, from: string, dist: string): void {
  const copy = join(dist, 'meteor-project');
  const output = join(dist, 'meteor');
  // Meteor keeps what it has made in the project's own folder; that stays out of the sources.
  cpSync(from, copy, { recursive: true });
  rmSync(output, { recursive: true, force: true });
  run(command, ['npm', 'install', '--no-audit', '--no-fund'], copy);
  run(command, ['build', output, '--directory', '--server-only', '--allow-superuser'], copy);
  // For the Node.js that runs it, which is the one of this process.
  run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], join(output, 'bundle', 'programs', 'server'));
}

function run(command: string, args: string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error) throw new Error(`${command} ${args.join(' ')}: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ended with ${status ?? 'a signal'}; see above`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
