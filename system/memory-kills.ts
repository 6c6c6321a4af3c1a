/** Names the kernel as the one that ended a process: it ends some when memory runs out, of the machine or of a control group. */
import { readFileSync } from 'node:fs';
import { readOr } from './read-or.ts';

const read = (): string => readOr(() => readFileSync('/proc/vmstat', 'utf8'), '');

/** The number of processes that the kernel has ended so (proc_vmstat(5), `oom_kill`); 0 where it does not say. */
const killsIn = (vmstat: string): number => Number(/^oom_kill (\d+)$/m.exec(vmstat)?.[1] ?? 0);

/**
 * Watches from now on.
 * @param from text of /proc/vmstat; tests have their own
 * @returns what to say after "its process has ended": empty where the kernel has ended none since
 */
export function watchMemoryKills(from: () => string = read): () => string {
  const before = killsIn(from());
  return () => {
    const kills = killsIn(from()) - before;
    if (kills <= 0) return '';
    const what = kills === 1 ? 'a process' : `${kills} processes`;
    return `; the kernel has killed ${what} since it was started, as memory ran out: use fewer clients or allow more memory`;
  };
}
