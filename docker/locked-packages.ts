/** Finds the folders of node_modules that some packages need, from a package-lock.json. Pure. */

/** The fields of a lock file (version 3) that are read here. */
export interface Lock {
  /** By the folder's path, such as `node_modules/a/node_modules/b`; the project itself is ''. */
  packages: Record<string, Dependencies>;
}

interface Dependencies {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const FOLDER = 'node_modules/';

/** Finds the folder where Node.js resolves `name` from the folder `from`: there, or in one further out. Null: nowhere. */
function find(lock: Lock, name: string, from: string): string | null {
  for (let place = from; ; ) {
    const path = `${place === '' ? '' : `${place}/`}${FOLDER}${name}`;
    if (path in lock.packages) return path;
    if (place === '') return null;
    const parent = place.lastIndexOf(`/${FOLDER}`);
    place = parent < 0 ? '' : place.slice(0, parent);
  }
}

/**
 * The folders of `names` and their dependencies, each once, sorted by path. Optional packages that the lock file lacks are skipped.
 * @throws Error for a name that is not in the lock file
 */
export function foldersOf(lock: Lock, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[path]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const needed = find(lock, name, path);
      if (needed !== null) visit(needed);
    }
  };
  for (const name of names) {
    const path = find(lock, name, '');
    if (path === null) throw new Error(`package-lock.json has no ${name}`);
    visit(path);
  }
  return [...found].sort();
}
