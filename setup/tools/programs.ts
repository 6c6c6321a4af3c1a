/** Running the programs that install others, and keeping what they made. */
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { tailOf } from '../../system/output-tail.ts';
import { spawnOwned } from '../../system/processes.ts';

/** Takes one line for people about what is being done. */
export type Log = (line: string) => void;

/** Runs `argv` to its end, however long it takes. Rejects with the last lines it printed. */
export async function run(argv: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawnOwned(argv, {
    label: argv[0]!,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const tail = tailOf(4, child.stdout!, child.stderr!);
  const [code] = await once(child, 'close').catch((error: Error) => {
    throw new Error(`${argv[0]}: ${error.message}`);
  });
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${tail().join(' | ')}`);
}

/** Puts a finished program where `findTool` looks: whole or not at all. */
export function keep(program: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const beside = `${target}.${process.pid}`;
  copyFileSync(program, beside);
  chmodSync(beside, 0o755);
  renameSync(beside, target);
}
