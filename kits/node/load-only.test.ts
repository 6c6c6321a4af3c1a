/** An app with the load test alone: what its server is made of. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

test('it has no code of the auction house, and needs no package of its database', async () => {
  const root = new URL('../../', import.meta.url);
  const contents = readFileSync(new URL('docs/examples/letterbox/server.ts', root), 'utf8');
  const { metafile } = await build({
    // The example's imports are those of a folder in `apps/`.
    stdin: { contents, loader: 'ts', resolveDir: fileURLToPath(new URL('apps/bare', root)) },
    absWorkingDir: fileURLToPath(root),
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
