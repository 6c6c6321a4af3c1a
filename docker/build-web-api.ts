/**
 * Builds the web API and the chart merger in an image: node --import tsx docker/build-web-api.ts. Into `docker/dist` goes all that
 * the last stage needs: the bundle, the scenarios' charts, and of node_modules what the bundle imports.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { buildChartsPage } from '../chart-merger/build-page.ts';
import { findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { bundleForNode } from '../setup/apps/bundle.ts';
import { ROOT } from '../system/root.ts';
import { foldersOf } from './locked-packages.ts';

const dist = join(ROOT, 'docker', 'dist');

/** The package of `path`, such as `@a/b` of `@a/b/c`. */
const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

await buildChartsPage(console.log);
const imported = await bundleForNode(join(ROOT, 'web-api', 'main.ts'), join(dist, 'web-api.mjs'));
const packages = [...new Set(imported.filter((path) => !isBuiltin(path)).map(packageOf))];
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
for (const folder of foldersOf(lock, packages)) {
  // Packages within this one are folders of their own here, and come along only when they are needed.
  const source = join(ROOT, folder);
  cpSync(source, join(dist, folder), { recursive: true, filter: (path) => path !== join(source, 'node_modules') });
}
writeFileSync(join(dist, 'scenarios.json'), JSON.stringify(scenarioAbouts(await findScenarios())));
console.log(`the web API runs with ${packages.join(', ')}`);
