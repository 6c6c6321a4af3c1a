/**
 * Builds what a console worker needs in an image: node --import tsx docker/build-worker.ts. The worker runs from the sources, as it does
 * anywhere; into `docker/dist` goes, of node_modules, what it imports, and what bundles its member and loads TypeScript.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForNode } from '../setup/apps/build/bundle.ts';
import { ROOT } from '../system/root.ts';
import { copyPackages } from './copy-packages.ts';

/** The command, and the two programs that it starts. */
const PROGRAMS = [
  'cli/commands/worker.ts',
  'client-launcher/console/worker-main.ts',
  'loadtests/monitor/monitor-process.ts',
];

const dist = join(ROOT, 'docker', 'dist');
const bundle = join(dist, 'imports.mjs');
const imported: string[] = ['commander', 'tsx'];
for (const program of PROGRAMS) imported.push(...(await bundleForNode(join(ROOT, program), bundle)));
for (const file of [bundle, `${bundle}.map`]) rmSync(file);
console.log(`a worker runs with ${copyPackages(imported, dist).join(', ')}`);
