/** Which port a server listens on, as the kernel knows it: the campaign does not read what the server says to Outcry. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processTree } from '../../system/process-tree.ts';
import type { Part, Target } from './fault.ts';
import { VICTIMS } from './session-parts.ts';

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

/** A port of 127.0.0.1 that `pid` or what is below it listens on; null when there is none. */
function portOf(pid: number): number | null {
  const inodes = socketsOf(processTree(pid));
  let table: string;
  try {
    table = readFileSync(`/proc/${pid}/net/tcp`, 'utf8');
  } catch {
    return null;
  }
  for (const line of table.split('\n').slice(1)) {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state === LISTENING && inodes.has(inode!)) return Number.parseInt(local!.split(':')[1]!, 16);
  }
  return null;
}

/** The session's server, once it listens. */
export function serverOf(target: Target): (Part & { port: number }) | null {
  const server = VICTIMS.find(({ name }) => name === 'server')!.find(target)[0];
  const port = server === undefined ? null : portOf(server.pid);
  return port === null ? null : { ...server!, port };
}
