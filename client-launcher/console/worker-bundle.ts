/** Bundles a worker's code, so that a measured process carries neither a compiler nor a module search. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { WITH_REQUIRE } from '../../setup/apps/build/bundle.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { writeWhole } from '../../system/write-whole.ts';

const FOLDER = join(ROOT, '.outcry', 'build');

/**
 * Replaces parts that the histogram library loads and a worker never uses. The reader and writer of logs make number formatters, some 15 ms
 * of CPU for every worker. Compression in JavaScript and WebAssembly are two thirds of the code, and Node.js compiles what it loads.
 */
const withoutUnusedHistograms: Plugin = {
  name: 'without-unused-histograms',
  setup({ onResolve, onLoad }) {
    const unused = /^(\.\/HistogramLog(Reader|Writer)|\.\/generated-wasm|pako|@assemblyscript\/loader)$/;
    onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'module.exports = {}' }));
  },
};

let worker: Promise<string> | null = null;

/** @returns the path of the bundle; its name carries its content's hash, so an old one is never taken for a new one */
export function bundleWorker(): Promise<string> {
  worker ??= bundle(join(ROOT, 'client-launcher', 'console', 'worker-main.ts'), 'console-worker');
  return worker;
}

/**
 * Bundles the `client.ts` of a scenario.
 * @param scenarioDirs folders with a folder for each scenario, the first that has it counts
 * @returns the path of the bundle, as above
 * @throws OutcryError (wrong use) when there is no such scenario, (failed) when its script cannot be bundled
 */
export async function bundleClientScript(scenarioDirs: readonly string[], scenario: string): Promise<string> {
  const entries = scenarioDirs.map((folder) => join(folder, scenario, 'client.ts'));
  const entry = entries.find((path) => existsSync(path));
  if (entry === undefined) {
    throw new OutcryError(`the scenario "${scenario}" has no client script: ${entries.join(', ')}`, EXIT.usage);
  }
  try {
    return await bundle(entry, `scenario-${scenario}`);
  } catch (error) {
    throw new OutcryError(`${entry} cannot be bundled: ${(error as Error).message}`, EXIT.failed, { cause: error });
  }
}

/**
 * Bundles a program or a script with all it imports.
 * @param entry absolute path of the TypeScript file
 * @param name the beginning of the bundle's name
 * @returns the path of the bundle, as above
 */
export async function bundle(entry: string, name: string): Promise<string> {
  const { outputFiles } = await build({
    // Relative, as a * in the checkout's path would be a pattern to esbuild.
    entryPoints: [`./${relative(ROOT, entry)}`],
    // Paths stand in comments of the code: the same program is to have the same hash wherever it was bundled from.
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'silent',
    // The histogram library takes the platform's zlib where it finds `require`, and a slow one of its own elsewhere.
    banner: { js: WITH_REQUIRE },
    plugins: [withoutUnusedHistograms],
  });
  const code = outputFiles[0]!.contents;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const file = join(FOLDER, `${name}-${hash}.mjs`);
  if (!existsSync(file)) writeWhole(file, code);
  return file;
}
