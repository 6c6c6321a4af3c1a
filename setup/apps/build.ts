/** Builds an app: its packages, its server, its pages, its adapter for Node. What has not changed is not built again. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { withLock } from '../../system/lock.ts';
import { toolEnvironment } from '../tools/environment.ts';
import { bundleForNode } from './bundle.ts';
import { refreshCopy } from './copy.ts';
import { kitsOf } from './kits.ts';
import type { App } from './manifest.ts';
import { installPackages, step } from './packages.ts';
import { buildPages } from './pages.ts';
import { resolveVersions } from './resolve-versions.ts';
import { contentHash, pagesHash } from './sources.ts';
import { fileNameOf, nameOf, placeOf } from './versions.ts';

/** Native speed-ups that WebSocket libraries load when they happen to be installed. */
const NATIVE_EXTRAS = ['bufferutil', 'utf-8-validate'];

/** What has been built leaves the hash of what it was built from in `dist`. */
const STAMPS = { server: ['.built', contentHash], pages: ['.built-pages', pagesHash] } as const;

type Part = keyof typeof STAMPS;

const stampOf = (app: App, part: Part): string => join(app.dir, 'dist', STAMPS[part][0]);

function isCurrent(app: App, part: Part): boolean {
  const stamp = stampOf(app, part);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === STAMPS[part][1](app);
}

/** Where the adapter of a built app lies, bundled for Node. */
export const adapterOf = ({ dir }: Pick<App, 'dir'>): string => join(dir, 'dist', 'socket.mjs');

/** Whether `app`, its server and its pages, has been built from what it is now. */
export function isBuilt(app: App): boolean {
  return isCurrent(app, 'server') && isCurrent(app, 'pages');
}

/**
 * Builds of `app` what has changed since the last build.
 * @param log called with a line for each step
 * @returns whether anything had to be built
 * @throws OutcryError with the command and its output when a step fails
 */
export async function buildApp(app: App, log: (line: string) => void = () => {}): Promise<boolean> {
  if (isBuilt(app)) return false;
  return withLock(`build-${fileNameOf(app)}`, async () => {
    const stale = (['server', 'pages'] as const).filter((part) => !isCurrent(app, part));
    if (stale.length === 0) return false;
    for (const { id, dir } of kitsOf(app)) {
      await withLock(`install-${id}`, () => installPackages(dir, `apps/${id}`, log));
    }
    if (app.source !== undefined) {
      refreshCopy(app);
      await resolveVersions(app, log);
    }
    await installPackages(app.dir, placeOf(app), log);
    for (const part of stale) {
      rmSync(stampOf(app, part), { force: true });
      await (part === 'server' ? buildServer(app, log) : buildPagesOf(app, log));
      mkdirSync(join(app.dir, 'dist'), { recursive: true });
      writeFileSync(stampOf(app, part), STAMPS[part][1](app));
    }
    return true;
  });
}

/** The server by the app's own commands, and the adapter for Node. */
async function buildServer(app: App, log: (line: string) => void): Promise<void> {
  for (const command of app.build) {
    log(`${nameOf(app)}: ${command.join(' ')}`);
    await step(app.dir, command, `building ${placeOf(app)}`, await toolEnvironment(app.requires));
  }
  log(`${nameOf(app)}: adapter`);
  await bundleForNode(join(app.dir, 'socket.ts'), adapterOf(app), {
    packages: 'inside',
    except: NATIVE_EXTRAS,
  });
}

async function buildPagesOf(app: App, log: (line: string) => void): Promise<void> {
  log(`${nameOf(app)}: pages`);
  try {
    await buildPages(app);
  } catch (error) {
    throw new OutcryError(`building the pages of ${placeOf(app)} failed:\n${(error as Error).message}`, EXIT.failed);
  }
}
