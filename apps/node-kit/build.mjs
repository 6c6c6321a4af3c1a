// Builds a Node app's server: run in the app's folder, it bundles server.ts into dist/server.mjs. The app's own
// packages stay outside the bundle, so what runs is what its lock file names.
import { build } from 'esbuild';

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
});
