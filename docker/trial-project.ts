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

/** The kinds of things in a project, in the order of their removal: how each is listed and removed. */
const KINDS = [
  ['container', 'ls --all', 'rm --force --volumes'],
  ['network', 'ls', 'rm'],
  ['volume', 'ls', 'rm'],
] as const;

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
  for (const [kind, list, remove] of KINDS) {
    const there = await listed(kind, ...list.split(' '));
    if (there.length > 0) await docker(kind, ...remove.split(' '), ...there);
  }
}

/** The same as one command, for use after this process has ended. */
export function trialLeftover(): Leftover {
  const end = KINDS.map(
    ([kind, list, remove]) => `docker ${kind} ${list} --quiet --filter "$1" | xargs -r docker ${kind} ${remove}`,
  );
  return {
    label: 'the containers of a test',
    argv: ['sh', '-c', end.join('; '), 'sh', LABEL],
    env: new Docker(null).settings(),
  };
}
