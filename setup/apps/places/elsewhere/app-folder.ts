/** The folder that a machine elsewhere is sent of a built app: as much of the checkout as its server reads, under the same paths. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../../../system/root.ts';
import { kitsOf } from '../../manifest/kits.ts';
import type { App } from '../../manifest/manifest.ts';
import { fileNameOf } from '../../versions/app-versions.ts';

/** The folder of the auction house's own file: what is in it stays here. */
const DATA = 'data';
/** The file by which a compiler marks a folder that it can make again, such as Cargo's `target`. */
const CACHE = 'CACHEDIR.TAG';
/** Of kits for the servers' use: a kit's sources are in what was built from them. */
const OF_KITS = ['package.json', 'node_modules'];
/** The kit whose files servers read when they run. */
const READ_AS_IT_IS = 'schema';

/** What packages carry for those who build with them: half of their files. */
const FOR_BUILDS = /(^|\/)node_modules\/.*\.([mc]?ts|map|md|c|cc|cpp|h|hpp)$/;

/** Tells whether a server may read the file at `path`, relative to what is sent. */
export const isSent = (path: string): boolean => !FOR_BUILDS.test(path);

/** The folder of the app below what is sent. */
export const appPath = (app: App): string => join('apps', app.id);

/** Makes the folder, mostly of links. @returns its path */
export function appFolder(app: App): string {
  const folder = join(ROOT, '.outcry', 'elsewhere', fileNameOf(app));
  rmSync(folder, { recursive: true, force: true });
  const target = join(folder, appPath(app));
  mkdirSync(join(target, DATA), { recursive: true });
  // A folder without a file would not be sent.
  writeFileSync(join(target, DATA, '.keep'), '');
  const sent = readdirSync(app.dir).filter((name) => name !== DATA && !existsSync(join(app.dir, name, CACHE)));
  for (const name of sent) symlinkSync(join(app.dir, name), join(target, name));
  for (const { dir } of kitsOf(app)) {
    const kit = join(folder, 'kits', basename(dir));
    mkdirSync(kit, { recursive: true });
    if (basename(dir) === READ_AS_IT_IS) cpSync(dir, kit, { recursive: true });
    else for (const name of OF_KITS) if (existsSync(join(dir, name))) symlinkSync(join(dir, name), join(kit, name));
  }
  return folder;
}
