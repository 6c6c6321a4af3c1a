/** Bundles TypeScript for plain Node, so that no measured process carries a compiler. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { type BuildFailure, type BuildOptions, build, type Plugin } from 'esbuild';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { writeWhole } from '../../../system/write-whole.ts';

/** CommonJS packages in an ES module still ask for `require`, for Node's own modules and for what is optional. */
export const WITH_REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** The way in which packages hide a `require` from webpack, and from esbuild with it. */
const HIDDEN_REQUIRE =
  /\b(\w+) = typeof __webpack_require__ === ["']function["'] \? __non_webpack_require__ : require\b/;

/** Shows hidden requires, so that what they ask for becomes part of the bundle too: where it is sent to, there are no packages. */
const shownRequires: Plugin = {
  name: 'outcry-shown-requires',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const [, name] = HIDDEN_REQUIRE.exec(text) ?? [];
      return name === undefined ? undefined : { contents: text.replaceAll(`${name}(`, 'require('), loader: 'js' };
    });
  },
};

export interface BundleOptions {
  /**
   * `outside` (the default): npm packages are found from where the bundle lies. `inside`: they become part of it, which
   * saves a process that holds many clients the search for some hundred files.
   */
  packages?: 'outside' | 'inside';
  /** Packages that stay outside all the same: optional ones that may not be installed. */
  except?: string[];
}

/**
 * Bundles `entry` into one ES module.
 * @param entry absolute path of the TypeScript file
 * @param outfile absolute path of the `.mjs` to write
 * @throws OutcryError (wrong use) with file, line and column of each fault
 * @returns what it imports from outside, each once: npm packages and Node's own modules
 */
export async function bundleForNode(entry: string, outfile: string, options: BundleOptions = {}): Promise<string[]> {
  const inside = options.packages === 'inside';
  const { metafile, outputFiles } = await build<BuildOptions & { metafile: true; write: false }>({
    // A * would be a pattern to esbuild; so the folder's path is not in the name.
    absWorkingDir: dirname(entry),
    entryPoints: [`./${basename(entry)}`],
    outfile,
    write: false,
    bundle: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: options.except ?? [],
    sourcemap: 'linked',
    logLevel: 'silent',
    ...(inside ? { banner: { js: WITH_REQUIRE }, plugins: [shownRequires] } : { packages: 'external' as const }),
  }).catch((error: BuildFailure) => {
    throw new OutcryError(faultsOf(error, entry), EXIT.usage);
  });
  for (const { path, contents } of outputFiles) writeWhole(path, contents);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return [...new Set(imports.filter(({ external }) => external).map(({ path }) => path))];
}

function faultsOf({ errors = [], message }: BuildFailure, entry: string): string {
  if (errors.length === 0) return `${entry} cannot be bundled: ${message}`;
  const lines = errors.map(({ location, text }) => {
    const advice = /^Could not resolve "[^./]/.test(text)
      ? '; a package belongs into package.json: run npm install there'
      : '';
    if (location === null) return `${entry}: ${text}${advice}`;
    return `${resolve(dirname(entry), location.file)}:${location.line}:${location.column}: ${text}${advice}`;
  });
  return lines.join('\n');
}
