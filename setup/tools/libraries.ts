/** Native libraries of the system, which a program loads by itself: which file the loader takes, and how old that is. */
import { constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ask, isFile } from './locate.ts';
import { isAtLeast, parseRequirement } from './versions.ts';

interface Library {
  id: string;
  label: string;
  /** As the loader is asked for it, on Linux. */
  file: string;
  /** The form of the version in the library's file: a text of its own between two zero bytes. */
  version: RegExp;
  howToGet: string;
}

const LIBRARIES: readonly Library[] = [
  {
    id: 'libsqlite3',
    label: 'SQLite',
    file: 'libsqlite3.so.0',
    // `sqlite3_version`, https://sqlite.org/c3ref/libversion.html
    version: /\0(3\.\d+\.\d+)\0/,
    howToGet: 'apt-get install libsqlite3-0 (Debian, Ubuntu) or dnf install sqlite-libs (Fedora)',
  },
];

export interface LibraryVerdict {
  id: string;
  label: string;
  state: 'ok' | 'missing' | 'too old';
  /** Null when it is not there, or does not say. */
  version: string | null;
  /** The file that the loader takes; null when there is none, or when it is unknown. */
  path: string | null;
  /** The remedy; empty when it can be used. */
  howToGet: string;
}

/** The folders that the loader searches if its cache has no entry, or if it has no cache (musl). */
const USUAL_FOLDERS = ['/lib', '/usr/lib', '/usr/local/lib', '/lib64', '/usr/lib64'];
/** The marks of `ldconfig -p` for libraries that this processor can load. */
const MARKS: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86-64', arm64: 'AArch64' };

/** The library called `id`; undefined when Outcry knows none of that name. */
export const libraryCalled = (id: string): Library | undefined => LIBRARIES.find((library) => library.id === id);

const isReadable = (path: string): boolean => isFile(path, constants.R_OK);

/**
 * The files called `file` that `cache` names for this processor.
 * @param cache the output of `ldconfig -p`: `libx.so.1 (libc6,x86-64) => /lib/libx.so.1` in each line
 */
export function inLoaderCache(cache: string, file: string, architecture: NodeJS.Architecture = process.arch): string[] {
  const mark = MARKS[architecture] ?? '';
  return [...cache.matchAll(/^\s*(\S+) \(([^)]*)\) => (.+)$/gm)].flatMap(([, name, kind, path]) =>
    name === file && kind!.includes(mark) ? [path!] : [],
  );
}

/** In the order of the loader: the folders of LD_LIBRARY_PATH, its cache, the usual folders (`man 8 ld.so`). */
async function pathOf(file: string): Promise<string | null> {
  const named = (process.env.LD_LIBRARY_PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const first = named.map((folder) => join(folder, file)).find(isReadable);
  if (first !== undefined) return first;
  const cached = (await ask(['/sbin/ldconfig', '-p'])).text;
  const others = [...inLoaderCache(cached, file), ...USUAL_FOLDERS.map((folder) => join(folder, file))];
  return others.find(isReadable) ?? null;
}

/**
 * Tells whether this machine meets an entry of a kit's `libraries`, such as `libsqlite3>=3.37`. If libraries are no files, as on macOS, no
 * problem is known.
 */
export async function meetsLibrary(
  text: string,
  platform: NodeJS.Platform = process.platform,
): Promise<LibraryVerdict> {
  const { name, atLeast } = parseRequirement(text)!;
  const { id, label, file, version: holds, howToGet } = libraryCalled(name)!;
  const known = { id, label: `${label} (${id})`, version: null, path: null, howToGet: '' };
  if (platform !== 'linux') return { ...known, state: 'ok' };
  const path = await pathOf(file);
  const wanted = atLeast === null ? '' : `, ${atLeast} or newer`;
  if (path === null) return { ...known, state: 'missing', howToGet: `${howToGet}${wanted}` };
  const version = holds.exec(readFileSync(path, 'latin1'))?.[1] ?? null;
  if (version === null || isAtLeast(version, atLeast)) return { ...known, state: 'ok', version, path };
  return { ...known, state: 'too old', version, path, howToGet: `${atLeast} or newer is needed: ${howToGet}` };
}
