/** The Outcry version of a worker and its runner. Members made from different programs measure different things. */
import { basename } from 'node:path';
import { bundleWorker } from '../worker-bundle.ts';

export interface OutcryVersion {
  /** Hash of the worker's program, which is what measures. */
  program: string;
  /** The checkout's commit; null outside of one. */
  commit: string | null;
}

/** Header of a request to join. */
export const VERSION_HEADER = 'outcry-version';

/** @param commit null outside of a git checkout, as in a container */
export async function thisVersion(commit: string | null): Promise<OutcryVersion> {
  const [, program] = /-([0-9a-f]+)\.mjs$/.exec(basename(await bundleWorker()))!;
  return { program: program!, commit };
}

export const headerOf = ({ program, commit }: OutcryVersion): string => `${program} ${commit ?? '-'}`;

/** @returns null when it is none */
export function readVersion(header: string | undefined): OutcryVersion | null {
  const [, program, commit] = /^([0-9a-f]{6,64}) ([\w.-]{1,60})$/.exec(header ?? '') ?? [];
  return program === undefined ? null : { program, commit: commit === '-' ? null : commit! };
}

export const versionText = ({ program, commit }: OutcryVersion): string =>
  `Outcry ${commit ?? 'of an unknown commit'} (worker program ${program})`;
