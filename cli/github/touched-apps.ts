/** The apps that a list of changed files touches. Pure. */

/** An app, with the folders of `apps/` and `kits/` whose files are part of it. */
export interface AppParts {
  id: string;
  kits: readonly string[];
  imports: readonly string[];
}

/**
 * The ids of the apps whose own folder changed, or that of a kit or an app that they use, in the order of `apps`.
 * @param paths from the checkout's root, as `git diff --name-only -z` gives them; they may have any name
 */
export function touchedApps(paths: readonly string[], apps: readonly AppParts[]): string[] {
  const changed = new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')));
  return apps
    .filter(({ id, kits, imports }) =>
      [id, ...imports]
        .map((name) => `apps/${name}`)
        .concat(kits.map((kit) => `kits/${kit}`))
        .some((folder) => changed.has(folder)),
    )
    .map(({ id }) => id);
}
