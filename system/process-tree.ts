/** The processes of this machine, from /proc: nothing where there is none. */
import { readdirSync, readFileSync } from 'node:fs';
import { readOr } from './read-or.ts';

export const allPids = (): number[] =>
  readOr(() => readdirSync('/proc'), []).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));

/** The fields of /proc/PID/stat from the third on (proc(5)); null when there is no such process. */
export function statOf(pid: number | 'self'): string[] | null {
  const stat = readOr(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), null);
  // The second is the program's name, which is in parentheses and may contain anything.
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** By the pid of their parent. */
function childrenOfAll(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const pid of allPids()) {
    const parent = Number(statOf(pid)?.[1]);
    const siblings = children.get(parent);
    if (siblings) siblings.push(pid);
    else children.set(parent, [pid]);
  }
  return children;
}

function below(roots: readonly number[], children: ReadonlyMap<number, number[]>): number[] {
  // A set iterates over what is added to it meanwhile, so this goes down to the leaves.
  const tree = new Set(roots);
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.add(child);
  return [...tree];
}

/** Pids of `roots` and all their descendants, from one walk through /proc. Only `roots` where there is no /proc. */
export const processTree = (...roots: number[]): number[] => below(roots, childrenOfAll());

/** The same for each of `roots` apart, from one walk too. */
export function processTrees(roots: readonly number[]): number[][] {
  const children = childrenOfAll();
  return roots.map((root) => below([root], children));
}
