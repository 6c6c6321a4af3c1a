/** Builds the web API and the chart merger in an image: node --import tsx docker/build-web-api.ts */
import { join } from 'node:path';
import { buildChartsPage } from '../chart-merger/build-page.ts';
import { bundleForNode } from '../setup/apps/bundle.ts';
import { ROOT } from '../system/root.ts';

await buildChartsPage(console.log);
await bundleForNode(join(ROOT, 'web-api', 'main.ts'), join(ROOT, 'docker', 'dist', 'web-api.mjs'));
