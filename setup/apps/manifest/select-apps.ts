/** Chooses apps by the names that people write: `<id>`, or `<id>@<version>`. */
import { noSuch } from '../../../system/did-you-mean.ts';
import { atVersion } from '../versions/app-versions.ts';
import type { App } from './manifest.ts';

/**
 * The apps named in `names` (all when undefined), each once, in the order asked for.
 * @throws OutcryError (wrong use) that lists what there is, or says why there is no such version
 */
export function selectApps(apps: App[], names: string[] | undefined): App[] {
  if (names === undefined) return apps;
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
