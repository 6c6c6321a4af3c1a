/** Where the processes of one server find each other: Unix sockets in a folder that is theirs alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a process that serves is told by its environment. */
export const PLACE = 'OUTCRY_CLUSTER_FOLDER';
export const PROGRAM = 'OUTCRY_CLUSTER_PROGRAM';

/** Only its owner can look into it. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'outcry-cluster-'));

export const controlAt = (folder: string): string => join(folder, 'control.sock');

export const wingAt = (folder: string, number: number): string => join(folder, `wing-${number}.sock`);

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
