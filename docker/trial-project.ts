/** The compose project that the test of the containers starts, and how all of it ends. */
import { createHash } from 'node:crypto';
import { ask } from '../setup/tools/locate.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { ROOT } from '../system/root.ts';

/** Its name: one for each checkout, so that it is nobody's stack, and is found again by a later start. */
export const TRIAL_PROJECT = `outcry-test-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`;

/** The label that both compose programs put on everything they make. */
const LABEL = `label=com.docker.compose.project=${TRIAL_PROJECT}`;

/** An engine that is busy ending a dozen containers has this long, ms. */
const LIMIT_MS = 300_000;

const docker = async (...argv: string[]): Promise<string> => {
  const { code, text } = await ask(['docker', ...argv], LIMIT_MS);
  if (code === 0) return text;
  throw new OutcryError(`docker ${argv.join(' ')} ended with ${code ?? 'no answer'}: ${text.trim()}`, EXIT.failed);
};

/** Everything of one kind that belongs to the project, by id or name. */
const listed = async (...list: string[]): Promise<string[]> =>
  (await docker(...list, '--quiet', '--filter', LABEL)).split('\n').filter((id) => id !== '');

/** What there is of the project, but for its images: ids of containers and networks, names of volumes. */
export async function trialRemains(): Promise<string[]> {
  const lists = [listed('container', 'ls', '--all'), listed('network', 'ls'), listed('volume', 'ls')];
  return (await Promise.all(lists)).flat();
}

/**
 * Ends all containers of the project and forgets them, their networks and their volumes, whoever has started them. Images stay: with them
 * the next time is quick.
 * @throws OutcryError (failed) with what the engine says when something cannot be ended
 */
export async function endTrial(): Promise<void> {
  const containers = await listed('container', 'ls', '--all');
  if (containers.length > 0) await docker('container', 'rm', '--force', '--volumes', ...containers);
  const networks = await listed('network', 'ls');
  if (networks.length > 0) await docker('network', 'rm', ...networks);
  const volumes = await listed('volume', 'ls');
  if (volumes.length > 0) await docker('volume', 'rm', ...volumes);
}
