import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT, OutcryError } from '../../../../system/errors.ts';
import { askVersions, type Copy, notThere, type PackageManager, type Packages, resolveBy } from './package-manager.ts';

/** What the app asks for; the lock file has that and what it brings. */
const ASKED = 'requirements.in';
const LOCK = 'requirements.txt';

/** pip's words for a version that its index does not have. Where it knows no version at all, it has reached no index. */
const NO_SUCH = /^(?![\s\S]*from versions: none)[\s\S]*No matching distribution found/;

/** pip's words for packages that do not go together. */
const CONFLICT = /ResolutionImpossible|conflicting dependencies/;

/** A line that requires a package: its name and extras, what is asked of its version, and the rest. */
const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)(\s*\[[^\]]*\])?\s*((?:[=<>!~]=?=?[^;#\\]*)?)(.*)$/;

/** As pip compares names. */
const sameName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

const nameIn = (line: string): string | null => {
  const name = REQUIREMENT.exec(line)?.[1];
  return name === undefined ? null : sameName(name);
};

/** The lines of a requirements file that require a package, without hashes and comments. */
export const requirementLines = (text: string): string[] =>
  text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(/(^|\s)#.*$/, '')
        .replace(/\s--hash=.*$/, '')
        .trim(),
    )
    .filter((line) => nameIn(line) !== null);

/** `lines` with the versions of `packages` in the place of their own. */
export function withVersions(lines: readonly string[], packages: Packages): string[] {
  const wanted = new Map(Object.entries(packages).map(([name, version]) => [sameName(name), version]));
  return lines.map((line) => {
    const version = wanted.get(nameIn(line) ?? '');
    const [, name, extras = '', , rest = ''] = REQUIREMENT.exec(line) ?? [];
    return version === undefined ? line : `${name}${extras}==${version}${rest === '' ? '' : ` ${rest.trim()}`}`;
  });
}

/** As much of pip's installation report as is read. */
interface Report {
  install: {
    metadata: { name: string; version: string };
    download_info: { url: string; archive_info?: { hash?: string; hashes?: Record<string, string> } };
  }[];
}

/** A lock file of the packages in the report, with the hashes of what pip would install here. */
export function lockText({ install }: Report): string {
  const lines = install.map(({ metadata: { name, version }, download_info: { url, archive_info: archive = {} } }) => {
    // A file of this machine has no hash on an index.
    const ofFile = url.startsWith('file:')
      ? createHash('sha256')
          .update(readFileSync(fileURLToPath(url)))
          .digest('hex')
      : undefined;
    const hash = archive.hashes?.sha256 ?? /^sha256=(.+)$/.exec(archive.hash ?? '')?.[1] ?? ofFile;
    if (hash === undefined) throw new OutcryError(`pip says no SHA-256 of ${name} ${version} at ${url}`, EXIT.failed);
    return `${name}==${version} --hash=sha256:${hash}\n`;
  });
  return lines.sort().join('');
}

/** Has pip resolve `asked` with `pinned` where they go together, and otherwise without. */
async function resolve(copy: Copy, folder: string, asked: readonly string[], pinned: readonly string[]): Promise<void> {
  const [requirements, constraints, report] = ['in', 'pinned', 'report'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(requirements, asked.join('\n'));
  writeFileSync(constraints, pinned.join('\n'));
  // pip of a virtual environment: Debian's Python has none of its own.
  await resolveBy('Python', copy, ['python3', '-m', 'venv', join(folder, 'venv')], NO_SUCH);
  const options = ['--disable-pip-version-check', '--no-input', '--dry-run', '--ignore-installed', '--quiet'];
  const install = [join(folder, 'venv', 'bin', 'python3'), '-m', 'pip', 'install', ...options];
  const pip = (more: string[]): Promise<void> =>
    resolveBy('pip', copy, [...install, '--report', report, '--requirement', requirements, ...more], NO_SUCH);
  await pip(['--constraint', constraints]).catch((error: OutcryError) => {
    if (!CONFLICT.test(error.message)) throw error;
    return pip([]);
  });
  writeFileSync(join(copy.dir, LOCK), lockText(JSON.parse(readFileSync(report, 'utf8')) as Report));
}

export const PIP: PackageManager = {
  key: 'pip',
  label: 'pip',
  at: (name, version) => `${name}==${version}`,
  files: [ASKED, LOCK],
  async lock(copy, packages) {
    const read = (file: string): string[] => requirementLines(readFileSync(join(copy.dir, file), 'utf8'));
    const locked = read(LOCK);
    const own = existsSync(join(copy.dir, ASKED)) ? read(ASKED) : locked;
    for (const name of Object.keys(packages)) {
      if (!locked.some((line) => nameIn(line) === sameName(name))) throw notThere(copy, name, LOCK);
    }
    const names = new Set(Object.keys(packages).map(sameName));
    const isNamed = (line: string): boolean => names.has(nameIn(line)!);
    // One that only other packages bring is asked for by its number alone.
    const brought = locked.filter((line) => isNamed(line) && !own.some((each) => nameIn(each) === nameIn(line)));
    const asked = withVersions([...own, ...brought], packages);
    const folder = mkdtempSync(join(tmpdir(), 'outcry-pip-'));
    try {
      await resolve(
        copy,
        folder,
        asked,
        locked.filter((line) => !isNamed(line)),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    if (existsSync(join(copy.dir, ASKED))) writeFileSync(join(copy.dir, ASKED), `${asked.join('\n')}\n`);
  },
  async published(name, dir) {
    const said = await askVersions('pip', name, ['python3', '-m', 'pip', 'index', 'versions', name], dir);
    const list = /Available versions: (.*)/.exec(said)?.[1] ?? '';
    return list.split(', ').filter((version) => version !== '');
  },
};
