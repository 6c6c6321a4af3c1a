/** Two copies of one app, of which the second may take a known time longer for whatever arrives from a client. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LEFT_BY_BUILDS } from '../../../setup/apps/build/sources.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';

export const TWINS = ['twin-a', 'twin-b'] as const;

/** Loaded before the server: spins whenever a socket has data. Both twins have it, so that they differ in the time alone. */
const delay = (microseconds: number): string => `import { Socket } from 'node:net';

const { emit } = Socket.prototype;
Socket.prototype.emit = function (event, ...rest) {
  if (event === 'data') {
    const until = performance.now() + ${microseconds / 1000};
    while (performance.now() < until);
  }
  return emit.call(this, event, ...rest);
};
`;

/**
 * Writes both below `folder`, for `--apps`.
 * @param app of this checkout, with a server that Node runs, whose id stands in quotes or between slashes wherever its code names it
 * @param microseconds that the second takes longer
 */
export function writeTwins(folder: string, app: App, microseconds: number): void {
  for (const [id, own] of [
    [TWINS[0], 0],
    [TWINS[1], microseconds],
  ] as const) {
    const dir = join(folder, id);
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    cpSync(app.dir, dir, {
      recursive: true,
      filter: (path) => path === app.dir || !LEFT_BY_BUILDS.has(basename(path)),
    });
    const manifest = JSON.parse(readFileSync(join(dir, 'app.json'), 'utf8'));
    const start = ['node', '--import', './delay.mjs', ...manifest.start.slice(1)];
    writeFileSync(join(dir, 'app.json'), JSON.stringify({ ...manifest, id, label: `Twin ${id.at(-1)}`, start }));
    for (const name of readdirSync(dir).filter((file) => file.endsWith('.ts'))) {
      const text = readFileSync(join(dir, name), 'utf8');
      const renamed = [`'%'`, `/%/`, String.raw`/%\/`].reduce(
        (all, place) => all.replaceAll(place.replace('%', app.id), place.replace('%', id)),
        text,
      );
      writeFileSync(join(dir, name), renamed);
    }
    writeFileSync(join(dir, 'delay.mjs'), delay(own));
  }
}
