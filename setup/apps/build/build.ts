/** Builds an app: its packages, its server, its pages, its adapter for Node. Parts that have not changed are not built again. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter } from '../../../protocol/socket.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { withLock } from '../../../system/lock.ts';
import { toolEnvironment } from '../../tools/environment.ts';
import { kitsOf } from '../manifest/kits.ts';
import type { App } from '../manifest/manifest.ts';
import { fileNameOf, nameOf, placeOf } from '../versions/app-versions.ts';
import { resolveVersions } from '../versions/resolve-versions.ts';
import { bundleForNode } from './bundle.ts';
import { refreshCopy } from './copy.ts';
import { installPackages, step } from './install-packages.ts';
import { buildPages } from './pages.ts';
import { contentHash, pagesHash } from './sources.ts';

/** Native speed-ups that WebSocket libraries load when they happen to be installed. */
const NATIVE_EXTRAS = ['bufferutil', 'utf-8-validate'];

const ADAPTER_SECTION = '2. The adapter';

/** A build leaves the hash of its sources in `dist`. */
const STAMPS = { server: ['.built', contentHash], pages: ['.built-pages', pagesHash] } as const;

type Part = keyof typeof STAMPS;

const stampOf = (app: App, part: Part): string => join(app.dir, 'dist', STAMPS[part][0]);

function isCurrent(app: App, part: Part): boolean {
  const stamp = stampOf(app, part);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === STAMPS[part][1](app);
}

export const adapterOf = ({ dir }: Pick<App, 'dir'>): string => join(dir, 'dist', 'socket.mjs');

/** The file that the adapter is written in, where its author keeps it. */
const adapterSource = ({ dir, source }: App): string => join(source ?? dir, 'socket.ts');

/**
 * Loads the adapter of a built app from a folder of its own, since on machines elsewhere there are no packages beside it either.
 * @throws OutcryError (wrong use) when it cannot be loaded or is none
 */
export async function loadAdapter(app: App): Promise<Adapter> {
  const fault = (what: string): OutcryError => new OutcryError(`${adapterSource(app)}: ${what}`, EXIT.usage);
  let adapter: Partial<Adapter> | undefined;
  const alone = mkdtempSync(join(tmpdir(), 'outcry-adapter-'));
  try {
    const copy = join(alone, basename(adapterOf(app)));
    copyFileSync(adapterOf(app), copy);
    ({ default: adapter } = (await import(pathToFileURL(copy).href)) as { default?: Partial<Adapter> });
  } catch (error) {
    throw fault(`it cannot be loaded: ${(error as Error).message}`);
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
  if (typeof adapter?.connect === 'function' && Array.isArray(adapter.transports)) return adapter as Adapter;
  throw fault(`its default export is no Adapter; docs/adding-a-framework.md describes one (${ADAPTER_SECTION})`);
}

/** Tells whether server and pages of `app` are built from its present sources. */
export function isBuilt(app: App): boolean {
  return isCurrent(app, 'server') && isCurrent(app, 'pages');
}

/**
 * Builds the changed parts of `app`.
 * @param log called with a line for each step
 * @returns whether anything had to be built
 * @throws OutcryError with the command and its output when a step fails
 */
export async function buildApp(app: App, log: (line: string) => void = () => {}): Promise<boolean> {
  if (isBuilt(app)) return false;
  return withLock(`build-${fileNameOf(app)}`, async () => {
    demandAdapter(app);
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

function demandAdapter(app: App): void {
  const path = adapterSource(app);
  if (existsSync(path)) return;
  throw new OutcryError(
    `${path} is missing: this file is the app's adapter, the client for pages and workers; docs/adding-a-framework.md shows how to write it (${ADAPTER_SECTION})`,
    EXIT.usage,
  );
}

/** The server by the app's own commands, and the adapter for Node. */
async function buildServer(app: App, log: (line: string) => void): Promise<void> {
  for (const command of app.build) {
    log(`${nameOf(app)}: ${command.join(' ')}`);
    await step(app.dir, command, `building ${placeOf(app)}`, await toolEnvironment(app.requires, app.toolchains));
  }
  log(`${nameOf(app)}: adapter`);
  const inside = { packages: 'inside', except: NATIVE_EXTRAS } as const;
  await bundleForNode(join(app.dir, 'socket.ts'), adapterOf(app), inside).catch((error: Error) => {
    // The file to correct is the original, not its copy.
    throw new OutcryError(error.message.replaceAll(app.dir, app.source ?? app.dir), EXIT.usage);
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
