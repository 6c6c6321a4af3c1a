/** The places at which the processes of one server find each other: Unix sockets in a folder that is theirs alone. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variables for a process that serves. */
export const PLACE = 'OUTCRY_CLUSTER_FOLDER';
export const PROGRAM = 'OUTCRY_CLUSTER_PROGRAM';

const BEGINS = 'outcry-cluster-';

/** The namespace in which pids mean the same: two containers, or a container and its host, may share one folder for temporary files. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))![0];
  } catch {
    return '0';
  }
}

/** Longest path of a socket that the kernel takes, bytes; it would cut off the rest without a word. */
const LONGEST_PATH = process.platform === 'darwin' ? 103 : 107;

/**
 * A folder that only its owner can look into. Those of servers that were killed with all their processes, and could not, are removed.
 * @throws Error, a sentence for people, when the folder for temporary files is so deep that sockets in it would have no names of their own
 */
export function newFolder(temporary = tmpdir()): string {
  const ours = `${BEGINS}${pidNamespace()}-`;
  for (const folder of readdirSync(temporary)) {
    const pid = folder.startsWith(ours) ? /^(\d+)-/.exec(folder.slice(ours.length))?.[1] : undefined;
    if (pid !== undefined && hasEnded(Number(pid))) removeFolder(join(temporary, folder));
  }
  const folder = mkdtempSync(join(temporary, `${ours}${process.pid}-`));
  const length = Buffer.byteLength(workerAt(folder, 999));
  if (length <= LONGEST_PATH) return folder;
  removeFolder(folder);
  throw new Error(
    `the folder for temporary files, ${temporary}, has too long a path for sockets: set TMPDIR to one that is ${length - LONGEST_PATH} bytes shorter`,
  );
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

export const controlAt = (folder: string): string => join(folder, 'control.sock');

export const workerAt = (folder: string, number: number): string => join(folder, `worker-${number}.sock`);

/** Removes a folder; what cannot be removed, such as another user's, stays. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It does no harm.
  }
}
