import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { App } from '../manifest/manifest.ts';
import { MANAGERS } from './managers/managers.ts';

const NUMBERS = /^(\d+)\.(\d+)\.(\d+)$/;

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** The most patches of one minor version that are walked: a session with all of them would take too long. */
const MOST_PATCHES = 8;

/** At most `most` of `all`, as far apart as can be, the first and the last among them. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.round((index * (all.length - 1)) / (most - 1))]!);
}

/**
 * The newest patch of each minor version that all packages have, oldest first; no previews. Where there is one minor version alone, its
 * patches, at most {@link MOST_PATCHES} of them.
 * @param published the versions of each package
 * @param from the first, such as `4.0`, `4.0.1` or `4`
 */
export function newestPatches(published: readonly string[][], from: string): string[] {
  const [first = [], ...others] = published;
  const all = first.filter((version) => NUMBERS.test(version) && others.every((each) => each.includes(version)));
  const wanted = all.filter((version) => byNumber(version, from) >= 0).sort(byNumber);
  const newest = new Map(wanted.map((version) => [version.slice(0, version.lastIndexOf('.')), version]));
  return newest.size === 1 ? spread(wanted, MOST_PATCHES) : [...newest.values()];
}

/**
 * The versions of `app` from `from` on: {@link newestPatches}, where package managers can list them, else those that `app.json` lists.
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
