/** Runs `./outcry` as a user would, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesWith } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Outcry {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves when `pattern` has appeared on stderr; rejects when the command ends first. */
  says(pattern: RegExp): Promise<void>;
}

/** Every Outcry of a test carries this in its environment, and so does all that it starts. */
const TRACE = 'OUTCRY_TEST_TRACE';

/** The environment by which all that a process starts can be found again. */
export const traced = (trace: string): NodeJS.ProcessEnv => ({ ...process.env, [TRACE]: trace });

export function outcry(args: string[], trace: string, env: Record<string, string> = {}): Outcry {
  const child = spawn(join(ROOT, 'outcry'), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...traced(trace), ...env },
  });
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  child.stdout!.on('data', (data) => {
    stdout += data;
  });
  child.stderr!.on('data', (data) => {
    stderr += data;
    for (const watcher of watchers) watcher();
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  const says = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(stderr)) resolve();
      };
      watchers.add(look);
      look();
      void ended.then(() => reject(new Error(`outcry ended and never said ${pattern}:\n${stderr}`)));
    });
  return { child, ended, says };
}

/** Runs `./outcry` to its end with `env` besides its environment. */
export const running =
  (env: Record<string, string> = {}) =>
  (...args: string[]): Promise<Ended> =>
    outcry(args, randomUUID(), env).ended;

/** Command lines of the running processes that an Outcry with this trace started. */
export function leftRunning(trace: string): { pid: number; command: string }[] {
  return processesWith(TRACE, trace).flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return command === '' ? [] : [{ pid, command }];
    } catch {
      return []; // ended meanwhile
    }
  });
}

/** Waits until nothing with this trace runs any more. */
export async function nothingLeft(trace: string): Promise<void> {
  while (leftRunning(trace).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
