// Builds the two programs of this app: run in its folder, it bundles the server, and what builds the Meteor project where there
// is a Meteor tool. Packages stay outside the bundles, so what runs is what the lock file names.
import { build } from 'esbuild';

await build({
  entryPoints: { server: 'server.ts', 'build-project': 'build-project.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  logLevel: 'warning',
});
