// Builds a Node app's server: run in the app's folder, it bundles server.ts into dist/server.mjs. The app's own
// packages stay outside the bundle, so what runs is what its lock file names.
import { existsSync } from 'node:fs';
import { build } from 'esbuild';

if (!existsSync('server.ts')) {
  console.error('server.ts is missing: docs/adding-a-framework.md says how to write it (3. The server)');
  process.exit(1);
}
await build({
  entryPoints: ['server.ts'],
  outfile: 'dist/server.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  logLevel: 'warning',
}).catch(() => process.exit(1)); // esbuild has said why
