/** Chooses apps by the names that people write: `<id>`, `<id>@<version>`, or `all`. */
import { noSuch } from '../../../system/did-you-mean.ts';
import { atVersion } from '../versions/app-versions.ts';
import type { App } from './manifest.ts';

/** The word for all apps. */
const ALL = 'all';

/** Tells whether `names` are those of certain apps: one that cannot run is then an error. */
export const namesSome = (names: readonly string[] | undefined): boolean => names !== undefined && !names.includes(ALL);

/**
 * The apps named in `names` (all when undefined, or among them), each once, in the order asked for.
 * @throws OutcryError (wrong use) that lists what there is, or says why there is no such version
 */
export function selectApps(apps: App[], names: string[] | undefined): App[] {
  if (names === undefined || !namesSome(names)) return apps;
  return [...new Set(names)].map((name) => {
    const [id, ...rest] = name.split('@');
    const app = apps.find((candidate) => candidate.id === id);
    if (!app)
      throw noSuch(
        'framework',
        id!,
        apps.map((each) => each.id),
      );
    return rest.length === 0 ? app : atVersion(app, rest.join('@'));
  });
}
