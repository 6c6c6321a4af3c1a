/** Bundles TypeScript for plain Node, so that no measured process carries a compiler. */
import { build } from 'esbuild';

/**
 * Bundles `entry` into one ES module; npm packages stay outside and are found from where the bundle lies.
 * @param entry absolute path of the TypeScript file
 * @param outfile absolute path of the `.mjs` to write
 */
export async function bundleForNode(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'silent',
  });
}
