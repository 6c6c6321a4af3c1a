/** The ports that processes listen on or are connected from, as the kernel knows them. Statements of the processes are not used. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processTree, processTrees } from './process-tree.ts';
import { readOr } from './read-or.ts';

/** The kernel's numbers of states in `/proc/net/tcp`. */
const ESTABLISHED = '01';
const LISTENING = '0A';

type Table = 'tcp' | 'tcp6' | 'udp' | 'udp6';

interface Line {
  local: number;
  remote: number;
  state: string;
  inode: string;
}

/** @param address such as `0100007F:1F90` */
const portIn = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16);

/** Inodes of the sockets that `pids` have open. */
function socketsOf(pids: readonly number[]): Set<string> {
  const inodes = new Set<string>();
  for (const pid of pids) {
    for (const file of readOr(() => readdirSync(`/proc/${pid}/fd`), [])) {
      const open = readOr(() => readlinkSync(`/proc/${pid}/fd/${file}`), '');
      const inode = /^socket:\[(\d+)\]$/.exec(open)?.[1];
      if (inode !== undefined) inodes.add(inode);
    }
  }
  return inodes;
}

/**
 * Nothing of a process that has ended, or where the machine has no such addresses.
 * @param part the text that a line must have in it: a busy machine has thousands of lines, which take long to split
 */
function linesOf(pid: number | 'self', table: Table, part = ''): Line[] {
  const text = readOr(() => readFileSync(`/proc/${pid}/net/${table}`, 'utf8'), '');
  const lines = text.split('\n').slice(1);
  return lines
    .filter((line) => line !== '' && line.includes(part))
    .map((line) => {
      const [, local = '', remote = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
      return { local: portIn(local), remote: portIn(remote), state, inode };
    });
}

/** Ports that `pid` and what is below it listen on, those of IPv4 first; null where the kernel does not tell. */
export function listeningPorts(pid: number): number[] | null {
  if (!existsSync('/proc/self/net/tcp')) return null;
  const inodes = socketsOf(processTree(pid));
  const lines = [...linesOf(pid, 'tcp'), ...linesOf(pid, 'tcp6')];
  return lines.flatMap(({ local, state, inode }) => (state === LISTENING && inodes.has(inode) ? [local] : []));
}

/** The number of open connections that each of `pids` itself has at its end `port`. */
export function connectionsOn(port: number, pids: readonly number[]): { pid: number; connections: number }[] {
  const lines = [...linesOf('self', 'tcp'), ...linesOf('self', 'tcp6')].filter(
    ({ local, state }) => local === port && state === ESTABLISHED,
  );
  return pids.map((pid) => {
    const inodes = socketsOf([pid]);
    return { pid, connections: lines.filter(({ inode }) => inodes.has(inode)).length };
  });
}

/**
 * The local ports of the connections that each of `roots`, with what is below it, has to `port` of this machine. Of UDP these are all its ports:
 * the kernel need not know the other end.
 */
export function portsTo(port: number, roots: readonly number[]): { tcp: number[]; udp: number[] }[] {
  const part = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  const tcp = [...linesOf('self', 'tcp', part), ...linesOf('self', 'tcp6', part)].filter(
    ({ remote }) => remote === port,
  );
  const udp = [...linesOf('self', 'udp'), ...linesOf('self', 'udp6')];
  return processTrees(roots).map((pids) => {
    const inodes = socketsOf(pids);
    const own = (lines: readonly Line[]) => lines.flatMap(({ local, inode }) => (inodes.has(inode) ? [local] : []));
    return { tcp: own(tcp), udp: own(udp) };
  });
}
