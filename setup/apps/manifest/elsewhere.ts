/** Apps that people keep outside of this checkout, beside those that are in `apps/`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { copyDir } from '../build/copy.ts';
import { type App, readApp, readApps } from './manifest.ts';

/**
 * The apps in a folder: one, when it is an app's itself, otherwise one in each of its folders that has an `app.json`.
 * @param folder relative to the working directory, or absolute
 * @throws OutcryError (wrong use) when there is none, or one is broken
 */
function appsIn(folder: string): App[] {
  const dir = resolve(folder);
  if (!existsSync(dir)) throw new OutcryError(`there is no folder ${dir} to look for apps in`, EXIT.usage);
  const found = existsSync(join(dir, 'app.json')) ? [readApp(dir)] : readApps(dir);
  if (found.length === 0) {
    throw new OutcryError(`there is no app in ${dir}: it has no app.json, nor has a folder in it`, EXIT.usage);
  }
  return found.map((app) => {
    const there: App = { ...app, source: app.dir, elsewhere: true };
    return { ...there, dir: copyDir(there) };
  });
}

/**
 * All apps, in the order of their ids: those of this checkout, and those in `folders`.
 * @throws OutcryError (wrong use) when two have one id, besides what is wrong with a folder
 */
export function findApps(folders: readonly string[] = []): App[] {
  const apps = [...readApps(), ...folders.flatMap(appsIn)].sort((a, b) => a.id.localeCompare(b.id));
  apps.forEach((app, index) => {
    const before = apps[index - 1];
    if (before?.id !== app.id) return;
    const [one, other] = [before, app].map(({ source, dir }) => source ?? dir);
    throw new OutcryError(
      `two apps are called "${app.id}": ${one} and ${other}; rename the folder and the id of yours`,
      EXIT.usage,
    );
  });
  return apps;
}
