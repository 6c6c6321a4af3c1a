/** What a package manager tells of a folder's packages. */

/** A question that a package manager answers for the code in `dir`. */
export interface Asked {
  dir: string;
  /** The folders of its code, itself among them. */
  folders: readonly string[];
  /** The toolchains it is built with, as in `app.json`. */
  requires: string[];
}

/** The names of a folder's packages; null: this package manager has nothing to do with it. */
export type Answer = string[] | null;

export interface PackageManager {
  /** What its packages are called, in a name that no other package manager's have. */
  kind(dir: string): string;
  /**
   * Lists the packages that the code in a folder installs to run; not those to build or test it.
   * @throws Error that says, in a sentence, why it cannot tell
   */
  packagesOf(asked: Asked): Answer | Promise<Answer>;
}
