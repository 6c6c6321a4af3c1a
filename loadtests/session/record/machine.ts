/** Describes the machine and the software of a run. */
import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { RunMachine } from '../../../protocol/run-record.ts';
import { cpuQuota } from '../../../system/control-group-limits.ts';
import { readableEnvironment } from '../../../system/environment.ts';
import { IS_INSTALLED, ROOT } from '../../../system/root.ts';

export function thisMachine(): RunMachine {
  const processors = cpus();
  const quota = cpuQuota();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    ...(quota === null ? {} : { cpuQuota: quota }),
    memoryBytes: totalmem(),
    kernel: `${type()} ${release()}`,
  };
}

/** The checkout's commit, with `-dirty` when the work tree has changes; null outside a git checkout. An installed package's own version. */
export async function outcryVersion(): Promise<string | null> {
  // A cache may lie in a git checkout of something else.
  if (IS_INSTALLED) return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version;
  const options = { cwd: ROOT, reject: false, env: readableEnvironment(), extendEnv: false };
  const git = (...args: string[]): ReturnType<typeof execa> => execa('git', args, options);
  const commit = await git('rev-parse', '--short=12', 'HEAD');
  if (commit.failed) return null;
  const status = await git('status', '--porcelain', '--untracked-files=no');
  return `${String(commit.stdout).trim()}${String(status.stdout).trim() === '' ? '' : '-dirty'}`;
}
