/**
 * Folders for what browsers write (profiles, temporary files): one per browser, gone when it is closed, and when
 * Outcry was killed, removed by its reaper, or else by the next start.
 */
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { noteLeftover } from '../../system/leftovers.ts';
import { longMark, OWN_MARK, ownerLives, shortMark } from '../../system/process-owner.ts';
import { namesIn, readOr } from '../../system/read-or.ts';
import { ROOT } from '../../system/root.ts';

/** Chromium keeps a socket some 50 characters below this folder, and a socket's path has at most 107. */
const LONGEST = 55;

function places(): string[] {
  return [join(ROOT, '.outcry', 'tmp'), join(tmpdir(), `outcry-${process.getuid?.() ?? 0}`)];
}

/** The functions that withdraw the note about a folder of this process, by its path. */
const noted = new Map<string, () => void>();

/** A new, empty folder of this process. */
export function temporaryFolder(): string {
  const own = places().map((place) => join(place, shortMark(OWN_MARK)));
  const folder = own.find((path) => path.length <= LONGEST - '/b-XXXXXX'.length) ?? own[1]!;
  if (!noted.has(folder)) {
    noted.set(folder, noteLeftover({ label: 'what browsers wrote', argv: ['rm', '-rf', '--', folder], env: {} }));
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return mkdtempSync(join(folder, 'b-'));
}

/** Removes a folder that `temporaryFolder` made, and with the last one what held them. */
export function removeTemporaryFolder(folder: string): void {
  removeFolder(folder);
  const own = dirname(folder);
  readOr(() => rmdirSync(own), null); // other browsers may have theirs in it
  if (existsSync(own)) return;
  noted.get(own)?.();
  noted.delete(own);
}

/** Removes `folder`, after a dying browser's last writes. A file written meanwhile may stay: the reaper of this process takes it. */
const removeFolder = (folder: string): void =>
  readOr(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }), undefined);

/** Removes the folders of processes that are no more. */
export function cleanUpTemporaryFolders(): void {
  for (const place of places()) {
    for (const owner of namesIn(place)) if (!ownerLives(longMark(owner))) removeFolder(join(place, owner));
  }
}
