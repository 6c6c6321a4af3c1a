/** Running the programs that install others, and keeping what they made. */
import { chmodSync, copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { spawnOwned } from '../../system/processes.ts';

/** Takes one line for people about what is being done. */
export type Log = (line: string) => void;

/** Runs `argv` to its end, however long it takes. Rejects with the last lines it printed. */
export function run(argv: string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawnOwned(argv, {
      label: argv[0]!,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let tail = '';
    const keep = (chunk: Buffer): void => {
      tail = (tail + chunk).slice(-1_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => reject(new Error(`${argv[0]}: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${argv.join(' ')} ended with ${code}: ${tail.trim().split('\n').slice(-4).join(' | ')}`));
    });
  });
}

/** Puts a finished program where `findTool` looks: whole or not at all. */
export function keep(program: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const beside = `${target}.${process.pid}`;
  copyFileSync(program, beside);
  chmodSync(beside, 0o755);
  renameSync(beside, target);
}
