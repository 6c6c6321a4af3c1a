// Builds the two programs of this app: run in its folder, it bundles server.ts into dist/server.mjs and the open broker
// into dist/broker.mjs. Packages stay outside the bundles, so what runs is what the lock file names.
import { build } from 'esbuild';

await build({
  entryPoints: { server: 'server.ts', broker: 'broker/main.ts' },
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
