/** The command line's code as Node.js loads it: bundled once, and kept in `.outcry/code/` until a source changes. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files of folders in these folders are imported by their path (`system/import-module.ts`); with an empty name, files in the folder itself. */
const BY_PATH = {
  'cli/export/formats': [''],
  'loadtests/conditions': ['condition.ts'],
  'loadtests/conditions/front': ['front.ts'],
  'loadtests/scenarios': ['scenario.ts', 'charts.ts', 'disturbance.ts'],
};

/** Packages that become part of the code: some hundred files less to search for. The others read files of their own, or are seldom used. */
const INSIDE = new Set([
  '@bomb.sh/tab',
  'ajv',
  'commander',
  'execa',
  'hdr-histogram-js',
  'leven',
  'p-limit',
  'simple-statistics',
]);
/** For packages inside. The histogram library takes the platform's zlib where it finds `require`, and a slow one of its own elsewhere. */
const WITH_REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Besides the sources: what the packages depend on. */
const PACKAGES = ['package.json', 'package-lock.json', 'node_modules/.outcry-installed'];

/** Code of this age belongs to no command that may still load a part of it. */
const OLD_MS = 86_400_000;

/**
 * Gives the module to import, made anew where a source has changed.
 * @param {string} root the checkout
 * @returns {Promise<string | null>} its absolute path; null where it cannot be made
 */
export async function readyCode(root) {
  const folder = join(root, '.outcry', 'code');
  try {
    const byPath = modulesByPath(root);
    const current = readCurrent(folder);
    if (current !== null && current.state === stateOf(root, byPath, current.inputs)) return mainOf(folder, current);
    return await makeCode(root, folder, byPath);
  } catch {
    return null;
  }
}

/** @returns {string[]} paths in the checkout, with slashes */
function modulesByPath(root) {
  const paths = Object.entries(BY_PATH).flatMap(([folder, files]) =>
    readdirSync(join(root, folder)).flatMap((name) => files.map((file) => posix.join(folder, name, file))),
  );
  return paths.filter((path) => !path.endsWith('.test.ts') && existsSync(join(root, path)));
}

const mainOf = (folder, { name }) => join(folder, name, 'main.mjs');

/** @returns {{ name: string, state: string, inputs: string[] } | null} */
function readCurrent(folder) {
  try {
    const current = JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8'));
    return existsSync(mainOf(folder, current)) ? current : null;
  } catch {
    return null;
  }
}

/** The state of the sources by the files' times: to read them all would take longer than loading what a command needs. */
function stateOf(root, byPath, inputs) {
  const hash = createHash('sha256').update(JSON.stringify([root, byPath]));
  for (const path of [...PACKAGES, ...inputs]) {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    hash.update(`${path} ${found?.mtimeMs} ${found?.size}\n`);
  }
  return hash.digest('hex');
}

/** @returns {Promise<string>} as {@link readyCode} */
async function makeCode(root, folder, byPath) {
  const begun = Date.now();
  const name = randomUUID();
  const inputs = await bundleInto(join(folder, name), root, byPath);
  // A source that was changed meanwhile may have been read before that: the next start makes the code once more.
  const isCertain = inputs.every((path) => statSync(join(root, path)).mtimeMs < begun);
  if (isCertain) {
    const draft = join(folder, `${name}.json`);
    writeFileSync(draft, JSON.stringify({ name, state: stateOf(root, byPath, inputs), inputs }));
    renameSync(draft, join(folder, 'current.json'));
  }
  removeOld(folder, name);
  return mainOf(folder, { name });
}

/** A file's own place, for what it reads from beside itself: its code lies elsewhere. */
const PLACE = { 'import.meta.dirname': '__sourceFolder', 'import.meta.url': '__sourceUrl' };

/** @type {import('esbuild').Plugin} */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return { contents: text, loader: 'ts' };
      const [place, url] = [dirname(path), pathToFileURL(path).href].map((each) => JSON.stringify(each));
      return { contents: `const __sourceFolder = ${place}, __sourceUrl = ${url};\n${text}`, loader: 'ts' };
    });
  },
};

/** @returns {Promise<string[]>} the sources, as paths in the checkout */
async function bundleInto(folder, root, byPath) {
  const { build } = await import('esbuild');
  const modules = byPath.map((path) => `[${JSON.stringify(join(root, path))}, () => import('./${path}')]`);
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `globalThis[Symbol.for('outcry.modules')] = new Map([${modules}]); await import('./cli/main.ts');`,
      resolveDir: root,
    },
    // Names of sources are relative to it: a * in the checkout's path would be a pattern to esbuild.
    absWorkingDir: root,
    outdir: folder,
    entryNames: 'main',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    external: packagesOf(root).filter((name) => !INSIDE.has(name)),
    banner: { js: WITH_REQUIRE },
    platform: 'node',
    target: 'node20',
    format: 'esm',
    define: PLACE,
    plugins: [keepPlaces],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  return Object.keys(metafile.inputs).filter((path) => path !== '<stdin>' && !path.includes('node_modules/'));
}

/** @returns {string[]} */
function packagesOf(root) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(dependencies);
}

/** Removes code that is neither called `name` nor so new that a command may still load a part of it. */
function removeOld(folder, name) {
  for (const each of readdirSync(folder)) {
    const path = join(folder, each);
    const isOld = Date.now() - statSync(path).mtimeMs > OLD_MS;
    if (isOld && each !== name) rmSync(path, { recursive: true, force: true });
  }
}
