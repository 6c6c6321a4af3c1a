import { execa } from 'execa';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { App } from '../manifest/manifest.ts';

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
 * The versions of `app` from `from` on: of npm packages the newest patch of each minor version, else those that `app.json` lists.
 * @throws OutcryError (wrong use) when there are none, with npm's words when it does not answer
 */
export async function versionsFrom(app: App, from: string): Promise<string[]> {
  const { packages = [], sets = {} } = app.versions ?? {};
  const listed = Object.keys(sets).filter((version) => byNumber(version, from) >= 0);
  const found =
    packages.length === 0 ? listed.sort(byNumber) : newestPatches(await Promise.all(packages.map(publishedBy)), from);
  if (found.length < 2) {
    throw new OutcryError(
      `${app.id} has ${found.length === 1 ? 'one version' : 'no versions'} from ${from} on; a history needs two`,
      EXIT.usage,
    );
  }
  return found;
}

async function publishedBy(name: string): Promise<string[]> {
  const result = await execa('npm', ['view', name, 'versions', '--json'], { reject: false, stdin: 'ignore' });
  if (result.failed) {
    throw new OutcryError(
      `npm does not say which versions of ${name} there are:\n${result.stderr || result.shortMessage}`,
      EXIT.failed,
    );
  }
  const versions: unknown = JSON.parse(result.stdout);
  return Array.isArray(versions) ? versions.map(String) : [String(versions)];
}
