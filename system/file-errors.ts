/** Sentences for what a file system refuses: the fault of a machine or its settings, not of Outcry. */
import { relative, sep } from 'node:path';
import { IS_INSTALLED, ROOT } from './root.ts';

const OWNER = 'is owned by another user or mounted read-only';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: OWNER,
  EPERM: OWNER,
  EROFS: OWNER,
  ENOSPC: 'is on a disk that is full; make room and start again',
  EDQUOT: 'is on a disk whose quota is used up; make room and start again',
};

/** Returns what was refused and what to do; null for any other error. */
export function fileRefusal(error: unknown): string | null {
  const { code = '', path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  const reason = REASONS[code];
  const file = dest ?? path;
  if (reason === undefined || syscall === undefined || file === undefined) return null;
  const isInCheckout = !relative(ROOT, file).startsWith(`..${sep}`);
  const advice = isInCheckout
    ? `use a ${IS_INSTALLED ? 'cache (XDG_CACHE_HOME)' : 'clone'} of your own, or chown ${ROOT}`
    : 'name another place, or change its rights';
  return `${file} ${reason}${reason === OWNER ? ` (${code}); ${advice}` : ''}`;
}
