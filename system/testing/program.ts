import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../root.ts';

/** Makes `path` a program that does what `script` says to a shell. @returns `path` */
export function makeProgram(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** Arguments with which Node.js runs `script`, a TypeScript module, in the checkout's root. */
export const moduleOf = (script: string): string[] => ['--import', 'tsx', '--input-type=module', '-e', script];

/** Runs `script`, a TypeScript module, in a process that is killed as soon as it has printed a line. @returns that line */
export async function killedAfterLine(script: string): Promise<string> {
  const child = spawn(process.execPath, moduleOf(script), { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return line as string;
}
