/** Builds the chart merger's page where its sources have changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../system/lock.ts';
import { ROOT } from '../system/root.ts';

/** The sources of the page. Of the apps it holds what they declare. */
const sources = (): string[] => [
  ...readdirSync(join(ROOT, 'apps'))
    .map((app) => join('apps', app, 'app.json'))
    .filter((path) => existsSync(join(ROOT, path))),
  'chart-merger',
  'merge',
  'metrics',
  'protocol',
  'records',
  'setup/tools/tool-table.ts',
  'shared-ui',
  'web-api',
  'package-lock.json',
];

function hashOf(paths: string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path).isFile()) hash.update(path).update(readFileSync(path));
    else for (const entry of readdirSync(path).sort()) if (entry !== 'dist') add(join(path, entry));
  };
  for (const path of paths) add(join(ROOT, path));
  return hash.digest('hex');
}

/** @param say receives a sentence when there is something to wait for */
export async function buildChartsPage(say: (line: string) => void): Promise<void> {
  await withLock('build-charts', async () => {
    const stamp = join(ROOT, 'chart-merger', 'dist', '.built');
    const wanted = hashOf(sources());
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
    say('building the chart merger');
    // Loaded here and not above: loading it takes longer than most commands, and most have nothing to build.
    const { build } = await import('vite');
    // Named by its path, the configuration would be bundled into node_modules, which may be read-only.
    const { default: config } = await import('./vite.config.ts');
    await build({ ...config, configFile: false, logLevel: 'warn' });
    writeFileSync(stamp, wanted);
  });
}
