/** Installs npm packages where their lock file has changed. Few imports: images install packages before they have the rest of the sources. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { cpuSentence, failureText, keepLog } from './build-failure.ts';

/**
 * Runs `npm ci` in `dir` where its lock file has changed since the last time. Nothing happens without a lock file.
 * @param name the folder's name in messages
 */
export async function installPackages(dir: string, name: string, log: (line: string) => void): Promise<void> {
  const lock = join(dir, 'package-lock.json');
  if (!existsSync(lock)) return;
  const stamp = join(dir, 'node_modules', '.outcry-installed');
  const wanted = createHash('sha256').update(readFileSync(lock)).update(process.version).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  log(`${name}: npm ci`);
  // vite sets NODE_ENV to production in this process, which would leave the development packages out.
  await step(dir, ['npm', 'ci', '--include=dev', '--no-audit', '--no-fund'], `installing the packages of ${name}`);
  mkdirSync(join(dir, 'node_modules'), { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * Tells whether `package.json` and lock file of `folder` suffice for an installation. With workspaces they do not: npm silently skips the
 * dependencies of missing folders.
 */
export function needsNoSources(folder: string): boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return true;
  return (JSON.parse(readFileSync(file, 'utf8')) as { workspaces?: unknown }).workspaces === undefined;
}

/**
 * Runs one command.
 * @param doing its purpose, in messages
 * @throws OutcryError with what it said, and the file that has all of it
 */
export async function step(
  cwd: string,
  command: string[],
  doing: string,
  env: Record<string, string> = {},
): Promise<void> {
  const result = await execa(command[0]!, command.slice(1), { cwd, env, all: true, reject: false, stdin: 'ignore' });
  if (!result.failed) return;
  const said = result.all?.trim() ?? '';
  const cpu = cpuSentence(result.signal ?? result.exitCode);
  const failed = { doing, command, output: [said || String(result.shortMessage), cpu].join('\n').trim() };
  throw new OutcryError(failureText(failed, said === '' ? null : keepLog(failed)), EXIT.failed);
}
