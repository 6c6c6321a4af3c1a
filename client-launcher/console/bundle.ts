/** Bundles the worker once, so that a measured process carries neither a compiler nor a module search. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../loadtests/apps/manifest.ts';

const FOLDER = join(ROOT, '.outcry', 'build');

/** @returns the path of the bundle; its name carries its content's hash, so an old one is never taken for a new one */
export async function bundleWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'client-launcher', 'console', 'worker.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'silent',
  });
  const code = outputFiles[0]!.contents;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const file = join(FOLDER, `console-worker-${hash}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(FOLDER, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, code);
    renameSync(draft, file);
  }
  return file;
}
