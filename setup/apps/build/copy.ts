/**
 * Apps that are not built where they are kept: those with other versions of their packages, and those from a folder elsewhere. Each
 * has a folder of its own under `.outcry/apps/`, in which its files find what they would find in `apps/`: the apps that they import
 * from beside them, the kits and the protocol above them. Nothing is written where it is kept.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../../../system/root.ts';
import { importedDirs, KITS_DIR } from '../manifest/kits.ts';
import type { App } from '../manifest/manifest.ts';
import { isLeftByBuild } from './sources.ts';

const COPIES = join(ROOT, '.outcry', 'apps');

/** Folders of the root that apps' files name by their relative paths. */
const ABOVE = ['kits', 'metrics', 'protocol', 'shared-ui', 'member', 'setup', 'system'];

/** Returns the folder of the app's copy: by its name, and by its place if that is not `apps/`. */
export function copyDir({
  id,
  version,
  source,
  elsewhere,
}: Pick<App, 'id' | 'version' | 'source' | 'elsewhere'>): string {
  const place = elsewhere ? `-${createHash('sha256').update(source!).digest('hex').slice(0, 8)}` : '';
  const name = version === undefined ? '' : `_${version.toLowerCase()}`;
  return join(COPIES, `${id}${place}${name}`, 'apps', id);
}

/** The folder that holds nothing but one copy and what belongs to it. */
export const copyRoot = ({ dir }: Pick<App, 'dir'>): string => dirname(dirname(dir));

function link(target: string, path: string): void {
  if (existsSync(path) && lstatSync(path).isSymbolicLink() && readlinkSync(path) === target) return;
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path, 'dir');
}

/** Brings the copy up to date with the app. Results of builds in it stay. */
export function refreshCopy(app: App): void {
  const { dir, source } = app;
  mkdirSync(dir, { recursive: true });
  for (const name of ABOVE) link(join(ROOT, name), join(copyRoot({ dir }), name));
  const apps = importedDirs(app).filter((imported) => dirname(imported) !== KITS_DIR);
  for (const imported of apps) link(imported, join(dirname(dir), basename(imported)));
  for (const entry of readdirSync(dir)) {
    if (!isLeftByBuild(join(dir, entry))) rmSync(join(dir, entry), { recursive: true, force: true });
  }
  cpSync(source!, dir, {
    recursive: true,
    filter: (path) => path === source || !isLeftByBuild(path),
  });
}
