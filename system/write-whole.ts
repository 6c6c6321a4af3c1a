/** Files that other processes of this checkout read at any time. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts `data` into the place of `path`, and makes its folder. A reader gets the old file or the new one, each whole. */
export function writeWhole(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.${randomUUID().slice(0, 8)}`;
  writeFileSync(draft, data);
  renameSync(draft, path);
}
