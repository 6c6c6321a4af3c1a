/** Builds the web API and the chart merger in an image: node --import tsx docker/build-web-api.ts */
import { join } from 'node:path';
import { bundleForNode } from '../loadtests/apps/bundle.ts';
import { ROOT } from '../loadtests/apps/manifest.ts';
import { buildChartsPage } from '../loadtests/cli/charts-server.ts';

await buildChartsPage(console.log);
await bundleForNode(join(ROOT, 'web-api', 'main.ts'), join(ROOT, 'docker', 'dist', 'web-api.mjs'));
