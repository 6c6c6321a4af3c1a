/** A lock between processes of one checkout: two Outcrys at once must not build the same folder. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function holderIsAlive(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` while no other process of this checkout runs its own under the same `name`. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const folder = join(ROOT, '.outcry', 'locks');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (holderIsAlive(file)) await wait(200);
      else rmSync(file, { force: true });
    }
  }
  const release = (): void => rmSync(file, { force: true });
  // A command that ends in the middle of `work`, as when its reader goes, must not keep others waiting.
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
