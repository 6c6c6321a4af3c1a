/** Chooses apps by the names that people write: `<id>`, or `<id>@<version>`. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { App } from './manifest.ts';
import { atVersion } from './versions.ts';

/**
 * The apps named in `names` (all when undefined), each once, in the order asked for.
 * @throws OutcryError (wrong use) that lists what there is, or says why there is no such version
 */
export function selectApps(apps: App[], names: string[] | undefined): App[] {
  if (names === undefined) return apps;
  return [...new Set(names)].map((name) => {
    const [id, ...rest] = name.split('@');
    const app = apps.find((candidate) => candidate.id === id);
    if (!app) throw new OutcryError(`no framework "${id}"; there is: ${apps.map((a) => a.id).join(', ')}`, EXIT.usage);
    return rest.length === 0 ? app : atVersion(app, rest.join('@'));
  });
}
