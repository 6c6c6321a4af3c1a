/** The parents and children of processes, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** By the pid of their parent; nothing where there is no /proc. */
function childrenOfAll(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const siblings = children.get(parent);
        if (siblings) siblings.push(Number(entry));
        else children.set(parent, [Number(entry)]);
      } catch {
        // Ended meanwhile.
      }
    }
  } catch {
    // No /proc.
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
