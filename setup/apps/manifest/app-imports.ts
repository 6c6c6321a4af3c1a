/** Apps that import files of other apps: the same framework used another way, with what both have written once. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { KITS_DIR } from './kits.ts';
import { APPS_DIR, type App } from './manifest.ts';

/**
 * The folders of the apps, and of the kits that serve only who names them, whose files `app` imports: beside it where it is kept, in `apps/` or in `kits/`.
 * @throws OutcryError (wrong use) when there is no such folder
 */
export function importedDirs({
  id,
  imports = [],
  dir,
  source,
}: Pick<App, 'id' | 'imports' | 'dir' | 'source'>): string[] {
  return imports.map((name) => {
    const places = [join(dirname(source ?? dir), name), join(APPS_DIR, name), join(KITS_DIR, name)];
    const found = places.find((place) => existsSync(place));
    if (found !== undefined) return found;
    throw new OutcryError(
      `app.json of ${id}: imports: there is no "${name}" beside it, nor in apps/ or kits/`,
      EXIT.usage,
    );
  });
}
