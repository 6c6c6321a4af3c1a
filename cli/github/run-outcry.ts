/** Another command of Outcry as a process of its own. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';

export interface Ended {
  code: number;
  stdout: string;
}

/** Runs `./outcry` with `argv`, and shows what it prints too. */
export async function runOutcry(argv: readonly string[]): Promise<Ended> {
  const child = spawnOwned([join(ROOT, 'outcry'), ...argv], {
    label: `outcry ${argv[0]}`,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout!.on('data', (data) => process.stdout.write(data));
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [stdout, code] = await Promise.all([text(child.stdout!), closed]);
  // Null: a signal ended it.
  return { code: code ?? 1, stdout };
}
