/**
 * Kits: the folders of `kits/`, which apps share. A kit is for every app, unless its `kit.json` names the toolchains of those that it
 * serves: `{"serves": ["jdk"]}`; one that names none serves the apps that name it, among their `imports`. A file of a kit that does not
 * serve an app is no part of that app. A kit that loads native libraries of the system names them, and what it wants of them:
 * `"libraries": [{"library": "libx>=1.2", "for": "x"}]`. Its own tests that are no jest tests are commands too, run in its folder:
 * `"test": [["go", "test", "./..."]]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { ROOT } from '../../../system/root.ts';
import { libraryCalled } from '../../tools/libraries.ts';
import { toolCalled } from '../../tools/tool-table.ts';
import { parseRequirement } from '../../tools/versions.ts';
import { APPS_DIR, type App, type AppManifest } from './manifest.ts';

export const KITS_DIR = join(ROOT, 'kits');

export interface Kit {
  id: string;
  /** Absolute path of the folder. */
  dir: string;
  /** Toolchains, one of which an app requires that it serves; null: it serves every app; none: those whose `imports` name it. */
  serves: string[] | null;
  libraries: KitLibrary[];
  /** Commands, run in the folder. */
  test: string[][];
}

/** A native library of the system that a kit loads by itself. */
export interface KitLibrary {
  /** Such as `libx>=1.2`. */
  library: string;
  /** The part that does not work without it; the rest works. */
  for: string;
}

type KitFile = Pick<Kit, 'serves' | 'libraries' | 'test'>;

/** Every kit, in the order of their names. @throws OutcryError that names the `kit.json` and what is wrong with it */
export function readKits(kitsDir: string = KITS_DIR): Kit[] {
  return readdirSync(kitsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: id }) => ({ id, dir: join(kitsDir, id), ...readKit(join(kitsDir, id), id) }))
    .sort((a, b) => a.id.localeCompare(b.id));
}

function readKit(dir: string, id: string): KitFile {
  const path = join(dir, 'kit.json');
  if (!existsSync(path)) return { serves: null, libraries: [], test: [] };
  const wrong = (why: string): OutcryError => new OutcryError(`kits/${id}/kit.json: ${why}`, EXIT.usage);
  let says: { serves?: unknown; libraries?: unknown; test?: unknown } | null;
  try {
    says = JSON.parse(readFileSync(path, 'utf8')) as typeof says;
  } catch (error) {
    throw wrong(`not JSON: ${(error as Error).message}`);
  }
  const { serves, libraries = [], test = [] } = says ?? {};
  if (!Array.isArray(serves)) throw wrong('expected {"serves": [toolchain, ...]}');
  for (const tool of serves) {
    if (typeof tool !== 'string' || toolCalled(tool) === undefined) {
      throw wrong(`serves: ${JSON.stringify(tool)} is not a toolchain that Outcry knows`);
    }
  }
  if (!Array.isArray(libraries) || !libraries.every(isKitLibrary)) {
    throw wrong('libraries: expected [{"library": one that Outcry knows, such as "libx>=1.2", "for": words}, ...]');
  }
  if (!Array.isArray(test) || !test.every(isCommand)) throw wrong('test: expected [[program, argument, ...], ...]');
  return { serves, libraries, test };
}

const isCommand = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string' && word !== '');

function isKitLibrary(value: unknown): value is KitLibrary {
  const { library, for: use } = (value ?? {}) as Partial<Record<keyof KitLibrary, unknown>>;
  if (typeof library !== 'string' || typeof use !== 'string' || use === '') return false;
  const name = parseRequirement(library)?.name;
  return name !== undefined && libraryCalled(name) !== undefined;
}

export function kitsOf(app: Pick<AppManifest, 'requires' | 'imports'>, kits: Kit[] = readKits()): Kit[] {
  const tools = app.requires.map((requirement) => parseRequirement(requirement)?.name);
  return kits.filter(
    ({ id, serves }) =>
      serves === null || serves.some((tool) => tools.includes(tool)) || app.imports?.includes(id) === true,
  );
}

/**
 * The folders of the apps, and of the kits that serve only who names them, whose files `app` imports: beside it where it is kept, in `apps/` or in `kits/`.
 * @throws OutcryError (wrong use) when there is no such folder
 */
export function importedDirs({
  id,
  imports = [],
  dir,
  source,
}: Pick<App, 'id' | 'imports' | 'dir' | 'source'>): string[] {
  return imports.map((name) => {
    const places = [join(dirname(source ?? dir), name), join(APPS_DIR, name), join(KITS_DIR, name)];
    const found = places.find((place) => existsSync(place));
    if (found !== undefined) return found;
    throw new OutcryError(
      `app.json of ${id}: imports: there is no "${name}" beside it, nor in apps/ or kits/`,
      EXIT.usage,
    );
  });
}
