/** An app with the load test alone: what its server is made of. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

test('it has no code of the auction house, and needs no package of its database', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../docs/examples/letterbox/server.ts', import.meta.url))],
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
  });
  const sources = Object.keys(metafile.inputs);
  expect(sources).toContain('kits/node/room.ts');
  expect(sources.filter((path) => path.includes('auction'))).toEqual([]);
  const packages = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  expect(packages.filter(({ path }) => !path.startsWith('node:'))).toEqual([]);
});
