/** Containers of earlier starts of Outcry that were killed, and of which the engine did not hear in time. */
import { hostname } from 'node:os';
import { OWN_MARK, ownerLives } from '../../../../system/process-owner.ts';
import type { Docker } from './docker.ts';

/** The label that says which start of Outcry, on which machine, a container belongs to. */
const OWNER = 'outcry.owner';

export const ownerLabel = (): string => `${OWNER}=${hostname()}/${OWN_MARK}`;

/** Removes containers whose start of Outcry was on this machine and runs no more. @returns how many */
export async function removeAbandoned(docker: Docker): Promise<number> {
  const listed = await docker.ask([
    ...['ps', '--all', '--filter', `label=${OWNER}`],
    ...['--format', `{{.ID}} {{.Label "${OWNER}"}}`],
  ]);
  const abandoned = listed.split('\n').flatMap((line) => {
    const [id, owner = ''] = line.split(' ');
    const slash = owner.lastIndexOf('/');
    const ours = slash > 0 && owner.slice(0, slash) === hostname();
    return ours && !ownerLives(owner.slice(slash + 1)) ? [id!] : [];
  });
  if (abandoned.length > 0) await docker.ask(['rm', '--force', '--volumes', ...abandoned]);
  return abandoned.length;
}
