/**
 * `./outcry test nodes`: the unit and integration tests, and the conformance suite on the apps that run on Node.js, on the newest version of each line that is
 * maintained (https://nodejs.org/en/about/previous-releases). Each has a copy of this checkout, with packages of its own.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { cacheFolder } from '../../setup/tools/locate.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { onExit, ownerEnvironment } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import type { SkippedTest } from './skipped.ts';

export const NODE_LINES = [22, 24, 26];

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Those that were skipped, where they are known by name. */
  skippedTests?: SkippedTest[];
}

/** The last `12 passed, 3 failed, 1 skipped` in a command's output; null when there is none. */
export function countsIn(output: string): Counts | null {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (last === undefined) return null;
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}

/** The folder with the newest `node` of `line`, from the npm package of that name. */
async function nodeOf(line: number): Promise<string> {
  const folder = join(cacheFolder(), 'node', String(line));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const argv = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${line}`];
  const { failed, stderr } = await execa('npm', argv, { cwd: folder, reject: false, stdin: 'ignore' });
  if (failed) throw new OutcryError(`npm cannot install Node.js ${line}: ${stderr.slice(-500)}`, EXIT.missing);
  return join(folder, 'node_modules', '.bin');
}

/** Copies this checkout with its uncommitted files into `folder`. */
async function copyCheckout(folder: string): Promise<void> {
  const listed = await execa('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    reject: false,
  });
  if (listed.failed) throw new OutcryError(`${ROOT} is no git checkout, so its files are unknown`, EXIT.missing);
  for (const file of new Set(listed.stdout.split('\0'))) {
    if (file === '' || !existsSync(join(ROOT, file))) continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file), { verbatimSymlinks: true });
  }
}

/** Runs `./outcry` of the copy on the Node.js in `bin`; its output is shown. */
async function outcryIn(folder: string, bin: string, argv: string[]): Promise<Counts> {
  const running = execa(join(folder, 'outcry'), argv, {
    cwd: folder,
    reject: false,
    stdin: 'ignore',
    stderr: 'inherit',
    env: { PATH: [bin, process.env.PATH ?? ''].join(delimiter), ...ownerEnvironment() },
  });
  const { stdout, exitCode } = await running;
  const counts = countsIn(stdout) ?? { passed: 0, failed: 1, skipped: 0 };
  // It may have failed for skipped tests, which its own output names.
  return exitCode === EXIT.failed ? { ...counts, failed: Math.max(1, counts.failed) } : counts;
}

/** @param say receives each tested version and its counts */
export async function runNodeLines(apps: App[], pattern: string | null, say: (line: string) => void): Promise<Counts> {
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  const onNode = apps.filter(({ start }) => start[0] === 'node').map(({ id }) => id);
  for (const line of NODE_LINES) {
    const bin = await nodeOf(line);
    const { stdout: version } = await execa(join(bin, 'node'), ['--version']);
    const folder = mkdtempSync(join(tmpdir(), `outcry-node-${line}-`));
    const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    const forget = onExit(remove);
    try {
      await copyCheckout(folder);
      const only = ['--framework', onNode.join(','), ...(pattern === null ? [] : ['--pattern', pattern])];
      for (const argv of [
        ['test', 'unit', ...only],
        ['test', 'integration', ...only],
        ['verify', ...onNode],
      ]) {
        say(`-- Node.js ${version}: ./outcry ${argv.join(' ')}`);
        const counts = await outcryIn(folder, bin, argv);
        say(`-- Node.js ${version}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
        sum.passed += counts.passed;
        sum.failed += counts.failed;
        sum.skipped += counts.skipped;
      }
    } finally {
      forget();
      remove();
    }
  }
  return sum;
}
