/** The compose project of the test of the containers, and its removal. */
import { createHash } from 'node:crypto';
import { Docker } from '../setup/apps/places/docker/docker.ts';
import { ask } from '../setup/tools/locate.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import type { Leftover } from '../system/leftovers.ts';
import { ROOT } from '../system/root.ts';

/** Its name, one per checkout: no user's stack has it, and a later start finds it again. */
export const TRIAL_PROJECT = `outcry-test-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`;

/** The label that both compose programs put on everything they make. */
const LABEL = `label=com.docker.compose.project=${TRIAL_PROJECT}`;

/** Time for a busy engine to end a dozen containers, ms. */
const LIMIT_MS = 300_000;

/** @throws OutcryError (failed) with docker's message */
export const docker = async (...argv: string[]): Promise<string> => {
  const { code, text } = await ask(['docker', ...argv], LIMIT_MS);
  if (code === 0) return text;
  throw new OutcryError(`docker ${argv.join(' ')} ended with ${code ?? 'no answer'}: ${text.trim()}`, EXIT.failed);
};

/** Everything of one kind that belongs to the project, by id or name. @param list such as `network ls` */
export const listed = async (...list: string[]): Promise<string[]> =>
  (await docker(...list, '--quiet', '--filter', LABEL)).split('\n').filter((id) => id !== '');

/**
 * Ends and removes all containers, networks and volumes of the project, also those of earlier starts. Images stay, so that the next
 * start is quick.
 * @throws OutcryError (failed) with the engine's message
 */
export async function endTrial(): Promise<void> {
  const containers = await listed('container', 'ls', '--all');
  if (containers.length > 0) await docker('container', 'rm', '--force', '--volumes', ...containers);
  const networks = await listed('network', 'ls');
  if (networks.length > 0) await docker('network', 'rm', ...networks);
  const volumes = await listed('volume', 'ls');
  if (volumes.length > 0) await docker('volume', 'rm', ...volumes);
}

/** The same as one command, for use after this process has ended. */
export function trialLeftover(): Leftover {
  const kinds = [
    ['container', 'ls --all', 'rm --force --volumes'],
    ['network', 'ls', 'rm'],
    ['volume', 'ls', 'rm'],
  ];
  const end = ([kind, list, remove]: string[]) =>
    `docker ${kind} ${list} --quiet --filter "$1" | xargs -r docker ${kind} ${remove}`;
  return {
    label: 'the containers of a test',
    argv: ['sh', '-c', kinds.map(end).join('; '), 'sh', LABEL],
    env: new Docker(null).settings(),
  };
}
