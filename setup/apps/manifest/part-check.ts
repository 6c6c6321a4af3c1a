/**
 * Asks an app whether the part of its framework that a variable names can be used as it is: what only the app knows of it, such as a
 * version that is too old. Nothing is started for that, and nothing has to be built.
 */
import { execa } from 'execa';
import { toolEnvironment } from '../../tools/environment.ts';
import type { App } from './manifest.ts';

export interface PartVerdict {
  /** The part's own version; null: not known. */
  version: string | null;
  /** The reason why it cannot be used, with a remedy; null: no problem is known. */
  problem: string | null;
}

/** A check looks at files, and at most probes an address. */
const LIMIT_MS = 20_000;

/** Runs `substitute.check` of `app` in its folder. Never rejects; an app without one knows nothing against its part. */
export async function checkPart(
  { dir, requires, toolchains, substitute }: App,
  limitMs = LIMIT_MS,
): Promise<PartVerdict> {
  const [program, ...args] = substitute?.check ?? [];
  if (program === undefined) return { version: null, problem: null };
  const { exitCode, stdout, stderr, timedOut, shortMessage } = await execa(program, args, {
    cwd: dir,
    env: await toolEnvironment(requires, toolchains),
    reject: false,
    stdin: 'ignore',
    timeout: limitMs,
  });
  if (exitCode === 0) return { version: stdout.trim() || null, problem: null };
  const said = stderr.trim().split('\n').at(-1);
  const command = [program, ...args].join(' ');
  return { version: null, problem: timedOut || !said ? `could not be looked at: ${shortMessage ?? command}` : said };
}
