/** Has an app's server collect its garbage: a runtime may keep what it has once taken for as long as nobody else wants it. */
import { execa } from 'execa';
import { OutcryError } from '../../../system/errors.ts';
import { toolEnvironment } from '../../tools/environment.ts';
import type { App } from '../manifest/manifest.ts';

/** A heap of a few GB is collected within that, on a slow machine too. */
const LIMIT_MS = 60_000;

/**
 * Runs the app's `collectGarbage` in its folder, with the pid of its server as the last argument; an app without one is left alone.
 * @throws OutcryError when the command fails
 */
export async function collectGarbage(
  { id, dir, requires, toolchains, collectGarbage: argv }: App,
  pid: number,
): Promise<void> {
  const [program, ...args] = argv ?? [];
  if (program === undefined) return;
  const { failed, stderr, shortMessage } = await execa(program, [...args, String(pid)], {
    cwd: dir,
    env: await toolEnvironment(requires, toolchains),
    reject: false,
    stdin: 'ignore',
    timeout: LIMIT_MS,
  });
  if (!failed) return;
  const said = stderr.trim().split('\n').at(-1);
  throw new OutcryError(`${id}: the garbage of its server could not be collected: ${said || shortMessage}`);
}
