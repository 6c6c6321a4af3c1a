import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes `path` a program that does what `script` says to a shell. @returns `path` */
export function makeProgram(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}
