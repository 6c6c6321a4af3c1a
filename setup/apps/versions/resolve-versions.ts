/** Writes the versions that were asked for into the copy of an app, and has npm resolve a lock file for them there. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { copyRoot } from '../build/copy.ts';
import type { App } from '../manifest/manifest.ts';
import { nameOf, packagesAt } from './app-versions.ts';

const FILES = ['package.json', 'package-lock.json'];

/** npm's words for a version, or a package, that its registry does not have. */
const NO_SUCH = /\b(ETARGET|E404|notarget)\b/;

/**
 * @param log called with a line for each step
 * @throws OutcryError: wrong use for a version that does not exist, otherwise with npm's output
 */
export async function resolveVersions(app: App, log: (line: string) => void): Promise<void> {
  if (app.version === undefined) return;
  if (app.versions?.property !== undefined) setProperty(app, app.versions.property);
  const packages = packagesAt(app, app.version);
  if (Object.keys(packages).length > 0) await lockPackages(app, packages, log);
}

/**
 * The lock file that npm resolved once is kept beside the copy: the same versions stay the same packages until the app's own
 * `package.json` or lock file changes.
 */
async function lockPackages(app: App, packages: Record<string, string>, log: (line: string) => void): Promise<void> {
  const kept = join(copyRoot(app), 'resolved');
  const stamp = join(kept, 'from');
  const hash = createHash('sha256').update(JSON.stringify(packages));
  for (const file of FILES) if (existsSync(join(app.dir, file))) hash.update(readFileSync(join(app.dir, file)));
  const from = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === from) {
    for (const file of FILES) copyFileSync(join(kept, file), join(app.dir, file));
    return;
  }
  setPackages(app, packages);
  await npmLock(app, packages, log);
  mkdirSync(kept, { recursive: true });
  for (const file of FILES) copyFileSync(join(app.dir, file), join(kept, file));
  writeFileSync(stamp, from);
}

type Dependencies = Record<string, string>;

/** @throws OutcryError (wrong use) when the app does not have one of them */
function setPackages(app: App, packages: Dependencies): void {
  const path = join(app.dir, 'package.json');
  const own = JSON.parse(readFileSync(path, 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Dependencies | undefined
  >;
  for (const [name, version] of Object.entries(packages)) {
    const among = [own.dependencies, own.devDependencies].find((each) => each && Object.hasOwn(each, name));
    if (among === undefined) {
      throw new OutcryError(
        `${nameOf(app)}: app.json names "${name}" under "versions", and package.json does not have it`,
        EXIT.usage,
      );
    }
    among[name] = version;
  }
  writeFileSync(path, `${JSON.stringify(own, null, 2)}\n`);
}

async function npmLock(app: App, packages: Dependencies, log: (line: string) => void): Promise<void> {
  const asked = Object.entries(packages).map((one) => one.join('@'));
  log(`${nameOf(app)}: npm resolves ${asked.join(', ')}`);
  const argv = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = await execa('npm', argv, { cwd: app.dir, all: true, reject: false, stdin: 'ignore' });
  if (!result.failed) return;
  const said = result.all?.trim().split('\n').slice(-30).join('\n') || String(result.shortMessage);
  if (NO_SUCH.test(said)) {
    throw new OutcryError(`${nameOf(app)}: there is no such version; npm says:\n${said}`, EXIT.usage);
  }
  throw new OutcryError(`${nameOf(app)}: npm could not resolve its packages:\n${said}`, EXIT.failed);
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sets an element of an XML file, as Maven's and MSBuild's properties are. @throws OutcryError (wrong use) when it is not there once */
function setProperty(app: App, { file, name }: { file: string; name: string }): void {
  const path = join(app.dir, file);
  const refuse = (what: string) =>
    new OutcryError(
      `${nameOf(app)}: app.json names the property <${name}> of ${file} under "versions", ${what}`,
      EXIT.usage,
    );
  if (!existsSync(path)) throw refuse('and there is no such file');
  const text = readFileSync(path, 'utf8');
  const element = new RegExp(`(<${literally(name)}>)[^<]*(</${literally(name)}>)`, 'g');
  const times = text.match(element)?.length ?? 0;
  if (times !== 1) throw refuse(`which is there ${times} times and has to be there once`);
  writeFileSync(path, text.replace(element, `$1${app.version}$2`));
}
