/**
 * Builds the web API and the chart merger in an image: node --import tsx docker/build-web-api.ts. Into `docker/dist` goes all that
 * the last stage needs: the bundle, the scenarios' charts, and of node_modules what the bundle imports.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildChartsPage } from '../chart-merger/build-page.ts';
import { findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { bundleForNode } from '../setup/apps/build/bundle.ts';
import { ROOT } from '../system/root.ts';
import { copyPackages } from './copy-packages.ts';

const dist = join(ROOT, 'docker', 'dist');

await buildChartsPage(console.log);
const imported = await bundleForNode(join(ROOT, 'web-api', 'main.ts'), join(dist, 'web-api.mjs'));
const packages = copyPackages(imported, dist);
writeFileSync(join(dist, 'scenarios.json'), JSON.stringify(scenarioAbouts(await findScenarios())));
console.log(`the web API runs with ${packages.join(', ')}`);
