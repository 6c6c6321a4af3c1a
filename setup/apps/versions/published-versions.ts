import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { App } from '../manifest/manifest.ts';
import { MANAGERS } from './managers/managers.ts';

const NUMBERS = /^(\d+)\.(\d+)\.(\d+)$/;

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/**
 * The newest patch of each minor version that all packages have, oldest first; no previews.
 * @param published the versions of each package
 * @param from the first, such as `4.0`, `4.0.1` or `4`
 */
export function newestPatches(published: readonly string[][], from: string): string[] {
  const [first = [], ...others] = published;
  const all = first.filter((version) => NUMBERS.test(version) && others.every((each) => each.includes(version)));
  const newest = new Map<string, string>();
  for (const version of all.sort(byNumber)) {
    if (byNumber(version, from) >= 0) newest.set(version.slice(0, version.lastIndexOf('.')), version);
  }
  return [...newest.values()];
}

/**
 * The versions of `app` from `from` on: the newest patch of each minor version that all its packages have, where package managers can
 * list them, else those that `app.json` lists.
 * @throws OutcryError (wrong use) when there are none, with the package manager's words when it does not answer
 */
export async function versionsFrom(app: App, from: string): Promise<string[]> {
  const { versions = {}, dir } = app;
  const named = MANAGERS.flatMap(({ key, published }) => (versions[key] ?? []).map((name) => ({ name, published })));
  const listed = Object.keys(versions.sets ?? {}).filter((version) => byNumber(version, from) >= 0);
  const canList = named.length > 0 && named.every(({ published }) => published !== undefined);
  const found = canList
    ? newestPatches(await Promise.all(named.map(({ name, published }) => published!(name, dir))), from)
    : listed.sort(byNumber);
  if (found.length < 2) {
    throw new OutcryError(
      `${app.id} has ${found.length === 1 ? 'one version' : 'no versions'} from ${from} on; a history needs two`,
      EXIT.usage,
    );
  }
  return found;
}
