/** Reading versions out of what programs print, and comparing them with what an app requires. */

/** `jdk>=17` is `{name: 'jdk', atLeast: '17'}`; `maven` is `{name: 'maven', atLeast: null}`. */
export interface Requirement {
  name: string;
  atLeast: string | null;
}

/**
 * The first version number in `text`, such as `153.7.0` in `Mozilla Firefox 153.7.0esr`; null when there is none.
 * A number without a dot counts only when `text` is nothing else (`21`), because a year or a port is not a version.
 * Java's old way of counting, `1.8.0_392`, is read as `8.0.392`.
 */
export function parseVersion(text: string): string | null {
  const dotted = /\d+(?:\.\d+)+(?:_\d+)?/.exec(text)?.[0] ?? /^\s*v?(\d+)\s*$/.exec(text)?.[1];
  if (dotted === undefined) return null;
  return dotted.replace(/^1\.(\d+\.\d+)_(\d+)$/, '$1.$2');
}

/** Below zero when `a` is the older one, above when the newer, 0 when equal. Missing parts count as 0: 17 = 17.0. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Reads an entry of `requires` in an `app.json`; null when it is not one. */
export function parseRequirement(text: string): Requirement | null {
  const match = /^([a-z][a-z0-9-]*)(?:>=(\d+(?:\.\d+)*))?$/.exec(text);
  return match ? { name: match[1]!, atLeast: match[2] ?? null } : null;
}

/** Tells whether `version` is new enough. An unknown version meets a requirement that names none. */
export function isAtLeast(version: string | null, atLeast: string | null): boolean {
  if (atLeast === null) return true;
  return version !== null && compareVersions(version, atLeast) >= 0;
}
