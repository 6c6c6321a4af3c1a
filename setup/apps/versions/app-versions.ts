/**
 * Apps with other versions of their packages, called `<id>@<version>`. Which packages a version means says the app's `app.json`
 * under `versions`. Such an app is built apart, as a copy (`copy.ts`).
 */
import { VERSION_PATTERN } from '../../../protocol/run-record.ts';
import { noSuch } from '../../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { copyDir } from '../build/copy.ts';
import type { App } from '../manifest/manifest.ts';
import { MANAGERS } from './managers/managers.ts';
import type { PackageManager } from './managers/package-manager.ts';

const VERSION = new RegExp(VERSION_PATTERN);

/** The app's name in commands and messages: its id, and the version that was asked for, if any. */
export function nameOf({ id, version }: Pick<App, 'id' | 'version'>): string {
  return version === undefined ? id : `${id}@${version}`;
}

/** {@link nameOf} as a part of file names and of run ids; no id has a `_` in it. */
export function fileNameOf(app: Pick<App, 'id' | 'version'>): string {
  return nameOf(app).replace('@', '_').toLowerCase();
}

/** Names the app's folder, for messages. */
export function placeOf(app: Pick<App, 'id' | 'version' | 'source' | 'elsewhere'>): string {
  const place = app.elsewhere ? app.source! : `apps/${app.id}`;
  return app.version === undefined ? place : `${place} at ${app.version}`;
}

/**
 * `app` with the packages of `version` in the place of its own. Nothing is built or written yet.
 * @throws OutcryError (wrong use) when the app has no versions, or this cannot be one
 */
export function atVersion(app: App, version: string): App {
  const { id, versions } = app;
  if (versions === undefined) {
    throw new OutcryError(
      `${id}@${version}: ${placeOf(app)}/app.json does not say under "versions" which packages a version means; leave @${version} out, or say it there (docs/adding-a-framework.md)`,
      EXIT.usage,
    );
  }
  if (!VERSION.test(version)) {
    throw new OutcryError(
      `${id}@${version}: "${version}" is no version; write an exact one, such as ${id}@1.2.3`,
      EXIT.usage,
    );
  }
  const packages = packagesAt(app, version);
  const consoleClientVersion = packages[app.consoleClientPackage ?? ''] ?? app.consoleClientVersion;
  return {
    ...app,
    version,
    label: `${app.label} ${version}`,
    source: app.source ?? app.dir,
    dir: copyDir({ ...app, version }),
    clientVersion: packages[app.clientPackage ?? ''] ?? app.clientVersion,
    ...(consoleClientVersion === undefined ? {} : { consoleClientVersion }),
  };
}

/** `pip` and `shout` of `pip:shout`; npm's packages, whose names have no colon, come without. */
function ownerOf(name: string): { key: string; name: string } {
  const colon = name.indexOf(':');
  return colon === -1 ? { key: 'packages', name } : { key: name.slice(0, colon), name: name.slice(colon + 1) };
}

/**
 * The packages of a package manager that `version` means, with the version of each.
 * @param key the package manager's, default: npm's
 * @throws OutcryError (wrong use) when the app knows certain versions alone, and this is none of them
 */
export function packagesAt(
  { id, versions = {} }: App,
  version: string,
  key: PackageManager['key'] = 'packages',
): Record<string, string> {
  const { sets = {}, property } = versions;
  const set = Object.hasOwn(sets, version) ? sets[version] : undefined;
  if (set !== undefined) {
    const named = Object.entries(set).map(([name, number]) => ({ ...ownerOf(name), number }));
    return Object.fromEntries(named.filter((one) => one.key === key).map(({ name, number }) => [name, number]));
  }
  if (property === undefined && MANAGERS.every((manager) => versions[manager.key] === undefined)) {
    throw noSuch(`version of ${id}`, version, Object.keys(sets));
  }
  return Object.fromEntries((versions[key] ?? []).map((name) => [name, version]));
}
