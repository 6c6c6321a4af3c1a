/** Copies of one app, each of which may take a known time longer for whatever arrives from a client. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import { isLeftByBuild } from '../../setup/apps/build/sources.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { ownerEnvironment } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';

/** Names of `count` twins: `twin-a`, `twin-b` ... */
export const twinNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `twin-${String.fromCharCode('a'.charCodeAt(0) + index)}`);

const DELAYS = 'delays.json';

/**
 * Loaded before the server: spins whenever a socket has data. All twins have it, and differ in the time alone, which a file has.
 * @param file its path: an app is built in another folder
 */
const delayOf = (name: string, file: string): string => `import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';

const delays = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));
const delayMs = delays['${name}'] / 1000;
const { emit } = Socket.prototype;
Socket.prototype.emit = function (event, ...rest) {
  if (event === 'data') {
    const until = performance.now() + delayMs;
    while (performance.now() < until);
  }
  return emit.call(this, event, ...rest);
};
`;

/**
 * Writes the twins below `folder`, for `--apps`. Their code does not depend on their delays, so that they are built and verified once.
 * @param app of this checkout, with a server that Node runs, whose id stands in quotes or between slashes wherever its code names it
 */
export function writeTwins(folder: string, app: App, names: readonly string[]): void {
  for (const id of names) {
    const dir = join(folder, id);
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    cpSync(app.dir, dir, { recursive: true, filter: (path) => path === app.dir || !isLeftByBuild(path) });
    const manifest = JSON.parse(readFileSync(join(dir, 'app.json'), 'utf8'));
    const { reference: _, ...rest } = manifest;
    const start = ['node', '--import', './delay.mjs', ...manifest.start.slice(1)];
    writeFileSync(join(dir, 'app.json'), JSON.stringify({ ...rest, id, label: `Twin ${id.at(-1)}`, start }));
    for (const name of readdirSync(dir).filter((file) => file.endsWith('.ts'))) {
      const text = readFileSync(join(dir, name), 'utf8');
      const renamed = [`'%'`, `/%/`, String.raw`/%\/`].reduce(
        (all, place) => all.replaceAll(place.replace('%', app.id), place.replace('%', id)),
        text,
      );
      writeFileSync(join(dir, name), renamed);
    }
    writeFileSync(join(dir, 'delay.mjs'), delayOf(id, join(folder, DELAYS)));
  }
  writeDelays(
    folder,
    names.map((name) => [name, 0]),
  );
}

/** Gives each twin its delay, in microseconds, from its next start on. */
export const writeDelays = (folder: string, delays: readonly (readonly [name: string, microseconds: number])[]): void =>
  writeFileSync(join(folder, DELAYS), JSON.stringify(Object.fromEntries(delays)));

/** Runs a command of Outcry to its end. */
export const outcry = (words: readonly string[]) =>
  execa(join(ROOT, 'outcry'), words, { env: ownerEnvironment(), reject: false, all: true });

/** Measures the twins below `apps` into the folder `results`. @returns the seconds that it took, and what was printed */
export async function runTwins(
  { apps, names, results }: { apps: string; names: readonly string[]; results: string },
  words: readonly string[],
): Promise<{ seconds: number; printed: string }> {
  const own = ['--apps', apps, '--frameworks', names.join(','), '--preflight', '0', '--no-live', '--results', results];
  const begun = performance.now();
  const { all } = await outcry(['run', ...own, ...words]);
  return { seconds: Math.round((performance.now() - begun) / 1000), printed: all };
}

/** The records below a folder of results. */
export function recordsIn(folder: string): RunRecord[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /-\d+\.json$/.test(name));
  const read = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunRecord);
  return read.filter(({ schema }) => schema === RUN_SCHEMA);
}
