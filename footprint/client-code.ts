/** Measures the JavaScript of an app's auction page, by origin. */
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rollup } from 'vite';
import { KITS_DIR } from '../setup/apps/manifest/kits.ts';
import { APPS_DIR, type App } from '../setup/apps/manifest/manifest.ts';
import { ROOT } from '../system/root.ts';

/** Bytes. */
export interface Size {
  minified: number;
  /** The minified code, compressed by gzip at its default level. */
  gzip: number;
}

export type Owner = 'framework' | 'own' | 'page';

export interface ClientCode {
  sizes: Record<Owner, Size>;
  /** The app's own files that are in it, absolute, with slashes. */
  files: string[];
}

const slashes = (path: string): string => path.split(sep).join('/');

/**
 * Returns the owner of a module. The framework: npm packages of the app, and of one that it imports. Own: the rest of the app, of `apps/` and of
 * `kits/`. The page: all else, which is the same for every app (the bundler's few lines of glue count there too).
 */
export function ownerOf(id: string, appDir: string, apps: string = APPS_DIR, kits: string = KITS_DIR): Owner {
  const path = slashes(id);
  const isIn = (dir: string): boolean => path.startsWith(`${slashes(dir)}/`);
  const isPackage = (dir: string): boolean => isIn(dir) && path.slice(dir.length).includes('/node_modules/');
  if ([appDir, apps].some(isPackage)) return 'framework';
  return [appDir, apps, kits].some(isIn) ? 'own' : 'page';
}

/** Adds up chunks. Each is compressed by itself, as a server would send it. */
export function weigh(chunks: { owner: Owner; code: string }[]): Record<Owner, Size> {
  const sizes = { framework: nothing(), own: nothing(), page: nothing() };
  for (const { owner, code } of chunks) {
    sizes[owner].minified += Buffer.byteLength(code);
    sizes[owner].gzip += gzipSync(code).length;
  }
  return sizes;
}

const nothing = (): Size => ({ minified: 0, gzip: 0 });

/** Bundles the auction page in memory, with a chunk for each owner. Nothing is written. */
export async function measureClient(app: App): Promise<ClientCode> {
  // Loaded here and not above: loading it takes longer than most commands, and most have nothing to build.
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root: join(ROOT, 'shared-ui'),
    logLevel: 'silent',
    resolve: { alias: { '@outcry/adapter': join(app.dir, 'socket.ts') } },
    define: {
      __OUTCRY_APP__: JSON.stringify({ id: app.id, label: app.label, homepage: app.homepage }),
      // Code that an adapter loads in Node alone never reaches a visitor.
      'typeof process': '"undefined"',
    },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(ROOT, 'shared-ui', 'index.html'),
        output: { codeSplitting: { groups: [{ name: (id) => ownerOf(id, app.dir) }] } },
      },
    },
  });
  const chunks = (result as Rollup.RollupOutput).output.filter((output) => output.type === 'chunk');
  const ownerOfChunk = (chunk: Rollup.OutputChunk): Owner => {
    const owners = Object.keys(chunk.modules).map((id) => ownerOf(id, app.dir));
    return owners.find((owner) => owner !== 'page') ?? 'page';
  };
  const ids = chunks.flatMap((chunk) => Object.keys(chunk.modules)).map(slashes);
  return {
    sizes: weigh(chunks.map((chunk) => ({ owner: ownerOfChunk(chunk), code: chunk.code }))),
    files: ids.filter((id) => ownerOf(id, app.dir) === 'own' && id.startsWith(`${slashes(app.dir)}/`)),
  };
}
