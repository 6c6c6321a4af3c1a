/** Builds an app: its packages, its server, its pages, its adapter for Node. What has not changed is not built again. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { execa } from 'execa';
import { build as viteBuild } from 'vite';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { withLock } from '../../system/lock.ts';
import { toolEnvironment } from '../tools/environment.ts';
import { bundleForNode } from './bundle.ts';
import { APPS_DIR, type App, ROOT } from './manifest.ts';

/** What a build or a tool leaves behind; never part of what an app is. */
const NOT_SOURCE = new Set(['node_modules', 'dist', 'data', 'target', 'bin', 'obj', '.outcry', 'testing', 'functional']);

/** Folders under apps/ without an app.json: what apps share. */
function sharedFolders(): string[] {
  return readdirSync(APPS_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !existsSync(join(APPS_DIR, entry.name, 'app.json')))
    .map((entry) => join(APPS_DIR, entry.name));
}

/** What every app is built from besides its own folder. */
function sharedSources(): string[] {
  return [
    ...sharedFolders(),
    join(ROOT, 'shared-ui'),
    join(ROOT, 'member'),
    join(ROOT, 'protocol'),
    join(ROOT, 'setup', 'apps', 'build.ts'),
    join(ROOT, 'package-lock.json'),
  ];
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  const entries = listFiles(path);
  for (const file of entries) {
    hash.update(relative(ROOT, file).split(sep).join('/')).update('\0').update(readFileSync(file)).update('\0');
  }
}

function listFiles(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => !NOT_SOURCE.has(entry.name) && !/\.(test|page|fault|functional)\.ts$/.test(entry.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}

/** SHA-256 (hex) over everything `app` is built from: two equal hashes are the same app. */
export function contentHash(app: App): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of [app.dir, ...sharedSources()]) addToHash(hash, path);
  return hash.digest('hex');
}

/** Native speed-ups that WebSocket libraries load when they happen to be installed. */
const NATIVE_EXTRAS = ['bufferutil', 'utf-8-validate'];

const stampOf = (app: App): string => join(app.dir, 'dist', '.built');

/** Whether `app` has been built from what it is now. */
export function isBuilt(app: App): boolean {
  return existsSync(stampOf(app)) && readFileSync(stampOf(app), 'utf8') === contentHash(app);
}

/**
 * Builds `app` where something has changed since the last build.
 * @param log called with a line for each step
 * @returns whether anything had to be built
 * @throws OutcryError with the command and its output when a step fails
 */
export async function buildApp(app: App, log: (line: string) => void = () => {}): Promise<boolean> {
  if (isBuilt(app)) return false;
  return withLock(`build-${app.id}`, async () => {
    if (isBuilt(app)) return false;
    await buildUnlocked(app, log);
    return true;
  });
}

async function buildUnlocked(app: App, log: (line: string) => void): Promise<void> {
  rmSync(stampOf(app), { force: true });
  for (const dir of sharedFolders()) {
    const name = `apps/${relative(APPS_DIR, dir)}`;
    await withLock(`install-${relative(APPS_DIR, dir)}`, () => installPackages(dir, name, log));
  }
  await installPackages(app.dir, `apps/${app.id}`, log);
  for (const command of app.build) {
    log(`${app.id}: ${command.join(' ')}`);
    await step(app.dir, command, `building apps/${app.id}`, await toolEnvironment(app.requires));
  }
  log(`${app.id}: pages and adapter`);
  await buildPages(app);
  await bundleForNode(join(app.dir, 'socket.ts'), join(app.dir, 'dist', 'socket.mjs'), {
    packages: 'inside',
    except: NATIVE_EXTRAS,
  });
  mkdirSync(join(app.dir, 'dist'), { recursive: true });
  writeFileSync(stampOf(app), contentHash(app));
}

/**
 * Runs `npm ci` in `dir` where its lock file has changed since the last time. Nothing happens without a lock file.
 * @param name what to call the folder in messages
 */
export async function installPackages(dir: string, name: string, log: (line: string) => void): Promise<void> {
  const lock = join(dir, 'package-lock.json');
  if (!existsSync(lock)) return;
  const stamp = join(dir, 'node_modules', '.outcry-installed');
  const wanted = createHash('sha256').update(readFileSync(lock)).update(process.version).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  log(`${name}: npm ci`);
  // vite sets NODE_ENV to production in this process, which would leave the development packages out.
  await step(dir, ['npm', 'ci', '--include=dev', '--no-audit', '--no-fund'], `installing the packages of ${name}`);
  mkdirSync(join(dir, 'node_modules'), { recursive: true });
  writeFileSync(stamp, wanted);
}

async function step(cwd: string, command: string[], doing: string, env: Record<string, string> = {}): Promise<void> {
  const result = await execa(command[0]!, command.slice(1), { cwd, env, all: true, reject: false, stdin: 'ignore' });
  if (result.failed) {
    const why = result.all?.trim().split('\n').slice(-30).join('\n') || result.shortMessage;
    throw new OutcryError(`${doing} failed at: ${command.join(' ')}\n${why}`, EXIT.failed);
  }
}

/** The pages of `shared-ui`, with the app's adapter in the place of `@outcry/adapter`. */
async function buildPages(app: App): Promise<void> {
  const pages = readdirSync(join(ROOT, 'shared-ui')).filter((file) => file.endsWith('.html'));
  await viteBuild({
    configFile: false,
    root: join(ROOT, 'shared-ui'),
    logLevel: 'warn',
    resolve: { alias: { '@outcry/adapter': join(app.dir, 'socket.ts') } },
    define: { __OUTCRY_APP__: JSON.stringify({ id: app.id, label: app.label, homepage: app.homepage }) },
    build: {
      outDir: join(app.dir, 'dist', 'public'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: pages.map((file) => join(ROOT, 'shared-ui', file)),
        // The histogram library carries an eval in a part (WebAssembly) that the pages never call.
        checks: { eval: false },
      },
    },
  });
}
