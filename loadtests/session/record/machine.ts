/** Describes the machine and the software of a run. */
import { cpus, release, totalmem, type } from 'node:os';
import { execa } from 'execa';
import type { RunMachine } from '../../../protocol/run-record.ts';
import { cpuQuota } from '../../../system/control-group-limits.ts';
import { readableEnvironment } from '../../../system/environment.ts';
import { ROOT } from '../../../system/root.ts';

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

/** The checkout's commit, with `-dirty` when the work tree has changes; null outside a git checkout. */
export async function outcryVersion(): Promise<string | null> {
  const options = { cwd: ROOT, reject: false, env: readableEnvironment(), extendEnv: false };
  const git = (...args: string[]): ReturnType<typeof execa> => execa('git', args, options);
  const commit = await git('rev-parse', '--short=12', 'HEAD');
  if (commit.failed) return null;
  const status = await git('status', '--porcelain', '--untracked-files=no');
  return `${String(commit.stdout).trim()}${String(status.stdout).trim() === '' ? '' : '-dirty'}`;
}
