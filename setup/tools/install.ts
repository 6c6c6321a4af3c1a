/** Installing the tools Outcry can install by itself. Each installer says what it does and how long it may take. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { ROOT } from '../../system/root.ts';
import { installDotnet } from './dotnet.ts';
import { type FoundTool, findTool, forgetVersions } from './find.ts';
import { ask, cacheFolder, onPath } from './locate.ts';
import { keep, type Log, run } from './programs.ts';
import { installSchemathesis } from './schemathesis.ts';
import { cachedGeckodriver } from './tool-table.ts';
import { buildToxiproxy } from './toxiproxy.ts';

/** @throws Error that says why it could not be installed */
type Installer = (log: Log) => Promise<void>;

/** Returns the words before apt-get that let it install: nothing as root, sudo if it asks for no password, else null. */
async function asRoot(): Promise<string[] | null> {
  if (process.getuid?.() === 0) return [];
  const sudo = onPath(['sudo'])[0];
  return sudo && (await ask([sudo, '-n', 'true'])).code === 0 ? [sudo, '-n'] : null;
}

/** How long another apt-get (unattended upgrades, another start of Outcry) may hold a lock. */
const APT_LOCK_MS = 120_000;

/**
 * Runs apt-get, again and again while another one holds a lock: apt itself waits for that of dpkg, but not for that of the lists.
 * @throws Error with the last lines that apt-get printed
 */
async function runApt(argv: string[], log: Log): Promise<void> {
  const giveUp = monotonicMs() + APT_LOCK_MS;
  for (let said = false; ; said = true) {
    const failed = await run(argv).then(
      () => null,
      (error: Error) => error,
    );
    if (failed === null) return;
    if (!failed.message.includes('Could not get lock') || monotonicMs() > giveUp) throw failed;
    if (!said) log('another apt-get is at work; waiting for it');
    await sleep(1_000);
  }
}

function debianPackage(name: string): Installer {
  return async (log) => {
    const aptGet = onPath(['apt-get'])[0];
    if (!aptGet) throw new Error('there is no apt-get here');
    const prefix = await asRoot();
    if (!prefix) throw new Error('apt-get needs root, and sudo asks for a password');
    const argv = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C', aptGet, '-qq'];
    const apt = (...rest: string[]): Promise<void> => runApt([...argv, ...rest], log);
    log('apt-get update');
    await apt('update');
    log(`apt-get install ${name}`);
    await apt('install', '--yes', '--no-install-recommends', name);
  };
}

/** The Selenium Manager that selenium-webdriver brings along for this platform; null when it has none. */
function seleniumManager(): string | null {
  const folder = { linux: 'linux', darwin: 'macos' }[process.platform as string];
  const path = join(ROOT, 'node_modules', 'selenium-webdriver', 'bin', folder ?? '', 'selenium-manager');
  return folder && existsSync(path) ? path : null;
}

async function downloadGeckodriver(log: Log): Promise<void> {
  const manager = seleniumManager();
  if (!manager) throw new Error('there is no Selenium Manager for this platform');
  log('downloading geckodriver with Selenium Manager');
  const firefox = await findTool('firefox');
  const argv = [manager, '--driver', 'geckodriver', '--output', 'JSON', '--avoid-browser-download', '--timeout', '30'];
  argv.push('--cache-path', join(cacheFolder(), 'selenium'), '--avoid-stats');
  if (firefox.path) argv.push('--browser-path', firefox.path);
  // Without a network some machines drop packets instead of refusing them: a time limit decides that there is none.
  const { code, text } = await ask(argv, 60_000);
  if (code === null) throw new Error('Selenium Manager: no answer within 60 s');
  const { result } = JSON.parse(text.slice(text.indexOf('{'))) as {
    result: { code: number; message: string; driver_path: string };
  };
  if (code !== 0 || result.driver_path === '') throw new Error(`Selenium Manager: ${result.message}`);
  keep(result.driver_path, cachedGeckodriver());
}

const INSTALLERS: Record<string, Installer> = {
  firefox: debianPackage('firefox-esr'),
  geckodriver: downloadGeckodriver,
  chromium: debianPackage('chromium'),
  chromedriver: debianPackage('chromium-driver'),
  jdk: debianPackage('default-jdk-headless'),
  dotnet: installDotnet,
  maven: debianPackage('maven'),
  // The module venv, which Debian packs apart, brings the interpreter.
  python: debianPackage('python3-venv'),
  redis: debianPackage('redis-server'),
  mariadb: debianPackage('mariadb-server-core'),
  tcpdump: debianPackage('tcpdump'),
  nft: debianPackage('nftables'),
  tshark: debianPackage('tshark'),
  toxiproxy: buildToxiproxy,
  // Its package's service listens nowhere; those of other fronts take port 80.
  haproxy: debianPackage('haproxy'),
  openssl: debianPackage('openssl'),
  schemathesis: installSchemathesis,
  faketime: debianPackage('faketime'),
};

const underWay = new Map<string, Promise<FoundTool>>();

async function install(id: string, log: Log): Promise<FoundTool> {
  const found = await findTool(id);
  if (found.found) return found;
  const installer = INSTALLERS[id];
  let tried = '';
  if (installer !== undefined) {
    const reason = await installer(log).catch((error: Error) => error.message);
    forgetVersions();
    const now = await findTool(id);
    if (now.found) {
      log(`${now.label} ${now.version ?? ''} is at ${now.path}`);
      return now;
    }
    tried = ` and could not be installed (${reason ?? 'it was installed, but does not run'})`;
  }
  throw new OutcryError(
    `${found.label} ${found.unusable === null ? 'is not here' : 'cannot be used'}${tried}. It is needed for: ${found.neededFor}. To get it: ${found.howToGet}`,
    EXIT.missing,
  );
}

/**
 * The tool `id`, installed first if need be and possible.
 * @throws OutcryError (missing) that says what was tried and how a person gets it
 */
export function ensureTool(id: string, log: Log = () => {}): Promise<FoundTool & { path: string }> {
  const pending = underWay.get(id) ?? install(id, log).finally(() => underWay.delete(id));
  underWay.set(id, pending);
  return pending as Promise<FoundTool & { path: string }>;
}
