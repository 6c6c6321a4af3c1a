/** On which TCP ports a process listens, as the kernel knows it. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processTree } from './process-tree.ts';

/** The kernel's number of that state in `/proc/net/tcp`. */
const LISTENING = '0A';

/** Inodes of the sockets that `pids` have open. */
function socketsOf(pids: readonly number[]): Set<string> {
  const inodes = new Set<string>();
  for (const pid of pids) {
    try {
      for (const file of readdirSync(`/proc/${pid}/fd`)) {
        const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${file}`))?.[1];
        if (inode !== undefined) inodes.add(inode);
      }
    } catch {
      // Ended meanwhile, or closed.
    }
  }
  return inodes;
}

/** Nothing of a process that has ended, or where the machine has no such addresses. */
function linesOf(pid: number, table: 'tcp' | 'tcp6'): string[] {
  try {
    return readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Ports that `pid` and what is below it listen on, those of IPv4 first; null where the kernel does not tell. */
export function listeningPorts(pid: number): number[] | null {
  if (!existsSync('/proc/self/net/tcp')) return null;
  const inodes = socketsOf(processTree(pid));
  return [...linesOf(pid, 'tcp'), ...linesOf(pid, 'tcp6')].flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === LISTENING && inodes.has(inode) ? [Number.parseInt(local.split(':')[1]!, 16)] : [];
  });
}
