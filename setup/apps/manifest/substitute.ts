/** The choice between a part of a framework that not every user has and its substitute. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Substitute } from './manifest.ts';

export interface PartInUse {
  /** `folder`, `address`: the part itself, from a folder or a program of this machine, or running somewhere. */
  use: 'substitute' | 'folder' | 'address';
  /** The variable that says so, and its value without user name and password; null for the substitute. */
  variable: string | null;
  value: string | null;
  /** The reason why it cannot be used as it is; null if no problem is known. */
  problem: string | null;
}

/** Returns the part that `env` asks for. It checks only whether a value is set, not whether the part works. */
export function partInUse({ unless }: Substitute, env: Record<string, string | undefined> = process.env): PartInUse {
  const set = unless.flatMap((name) => {
    const value = env[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  const [first] = set;
  if (first === undefined) return { use: 'substitute', variable: null, value: null, problem: null };
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(first.value);
  const part: PartInUse = {
    use: isAddress ? 'address' : 'folder',
    variable: first.name,
    value: isAddress ? first.value.replace(/\/\/[^/]*@/, '//') : first.value,
    problem: null,
  };
  const problem = (why: string): PartInUse => ({ ...part, problem: `${part.variable}=${part.value}: ${why}` });
  if (set.length > 1) {
    return problem(`${set.map(({ name }) => name).join(' and ')} are both set; unset the one that is not to be used`);
  }
  if (isAddress) return part;
  if (!isAbsolute(first.value)) return problem('it must be an absolute path; correct it or unset it');
  return existsSync(first.value) ? part : problem('there is no such file or folder; correct it or unset it');
}
