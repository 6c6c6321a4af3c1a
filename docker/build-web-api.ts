/** Builds the web API and the chart merger in an image: node --import tsx docker/build-web-api.ts */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildChartsPage } from '../chart-merger/build-page.ts';
import { findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { bundleForNode } from '../setup/apps/bundle.ts';
import { ROOT } from '../system/root.ts';

await buildChartsPage(console.log);
const dist = join(ROOT, 'docker', 'dist');
await bundleForNode(join(ROOT, 'web-api', 'main.ts'), join(dist, 'web-api.mjs'));
writeFileSync(join(dist, 'scenarios.json'), JSON.stringify(scenarioAbouts(await findScenarios())));
