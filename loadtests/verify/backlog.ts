/** The number of connections that may wait for a server (the backlog of `listen`), found by having it stand still. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { openFiles } from '../../system/limits.ts';
import { processTree } from '../../system/process-tree.ts';
import { readOr } from '../../system/read-or.ts';

const SYSTEM_LIMIT = '/proc/sys/net/core/somaxconn';
/** Files that processes have open besides. */
const OTHER_FILES = 500;

/** The connections that a server is asked to let wait on this machine: `contract`, or what the system allows. */
export function backlogHere(contract: number): number {
  const system = Number(readOr(() => readFileSync(SYSTEM_LIMIT, 'utf8'), `${contract}`));
  // The server takes all of them at once when it goes on.
  const files = openFiles()?.soft ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(contract, system, files - OTHER_FILES));
}

/** Counts the connections, up to `wanted`, that the kernel makes for the server while none of its processes runs. */
export async function waitingConnections(
  { pid, port }: { pid: number; port: number },
  wanted: number,
  deadlineMs: number,
): Promise<number> {
  const processes = processTree(pid);
  const sockets: Socket[] = [];
  for (const one of processes) process.kill(one, 'SIGSTOP');
  try {
    return await new Promise<number>((resolve) => {
      let connected = 0;
      const timer = setTimeout(() => resolve(connected), deadlineMs);
      for (let n = 0; n < wanted; n += 1) {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        sockets.push(socket);
        socket.on('connect', () => {
          connected += 1;
          if (connected < wanted) return;
          clearTimeout(timer);
          resolve(connected);
        });
      }
    });
  } finally {
    // By a reset: ends that wait for their timeout would take ports from what comes next.
    for (const socket of sockets) socket.resetAndDestroy();
    for (const one of processes) readOr(() => process.kill(one, 'SIGCONT'), false);
  }
}
