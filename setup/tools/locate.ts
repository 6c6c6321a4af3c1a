/** Finding programs on this machine, and asking them for their version. */
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { readableEnvironment } from '../../system/environment.ts';
import { homeFolder } from '../../system/home-folder.ts';
import { readOr } from '../../system/read-or.ts';
import { slowness } from '../../system/slowness.ts';

type Environment = Record<string, string | undefined>;

/** Returns the folder of the programs that Outcry has installed: `$XDG_CACHE_HOME/outcry`, else `~/.cache/outcry`. */
export function cacheFolder(env: Environment = process.env): string {
  const base = env.XDG_CACHE_HOME;
  // The XDG specification has relative paths ignored.
  return join(base && isAbsolute(base) ? base : join(homeFolder(), '.cache'), 'outcry');
}

export const isProgram = (path: string): boolean => isFile(path, constants.X_OK);

/** Tells whether `path` is a file that this process has the rights `mode` to (access(2)). */
export const isFile = (path: string, mode: number): boolean =>
  readOr(() => accessSync(path, mode) === undefined && statSync(path).isFile(), false);

/** Absolute paths of every program called one of `names` on PATH: names in the order given, then folders in PATH's. */
export function onPath(names: string[], env: Environment = process.env): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)).filter(isProgram));
}

export interface Output {
  /** Null when the program could not be started or did not end in time. */
  code: number | null;
  timedOut: boolean;
  /** Standard output and standard error, one after the other. */
  text: string;
}

/** The time limit for a program that only prints something, ms, on an otherwise idle machine. */
export const ANSWER_MS = 20_000;

/** Runs a program that ends by itself within `timeoutMs` of a machine that has nothing else to do. Never rejects. */
export function ask(argv: string[], timeoutMs = ANSWER_MS, env = readableEnvironment()): Promise<Output> {
  return new Promise((resolve) => {
    execFile(
      argv[0]!,
      argv.slice(1),
      { timeout: Math.ceil(timeoutMs * slowness()), killSignal: 'SIGKILL', env, cwd: '/' },
      (error, stdout, stderr) => {
        const failed = error && typeof error.code !== 'number';
        const code = failed ? null : Number(error?.code ?? 0);
        resolve({ code, timedOut: error?.killed === true, text: `${stdout}${stderr}` });
      },
    );
  });
}
