/** Installing the tools Outcry can install by itself. Each installer says what it does and how long it may take. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { installDotnet } from './dotnet.ts';
import { type FoundTool, findTool } from './find.ts';
import { ask, cacheFolder, onPath } from './locate.ts';
import { keep, type Log, run } from './programs.ts';
import { installSchemathesis } from './schemathesis.ts';
import { cachedGeckodriver } from './tool-table.ts';
import { buildToxiproxy } from './toxiproxy.ts';

export type { Log } from './programs.ts';

/** Returns the words before apt-get that let it install: nothing as root, sudo if it asks for no password, else null. */
async function asRoot(): Promise<string[] | null> {
  if (process.getuid?.() === 0) return [];
  const sudo = onPath(['sudo'])[0];
  return sudo && (await ask([sudo, '-n', 'true'])).code === 0 ? [sudo, '-n'] : null;
}

/** Installs Debian packages; returns why not, or null when done. */
async function installPackages(packages: string[], log: Log): Promise<string | null> {
  const aptGet = onPath(['apt-get'])[0];
  if (!aptGet) return 'there is no apt-get here';
  const prefix = await asRoot();
  if (!prefix) return 'apt-get needs root, and sudo asks for a password';
  // Another apt-get may be at work (unattended upgrades): wait for it instead of failing on its lock.
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-qq'];
  const apt = (...rest: string[]): Promise<void> =>
    run([...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', aptGet, ...options, ...rest]);
  try {
    log('apt-get update');
    await apt('update');
    log(`apt-get install ${packages.join(' ')}`);
    await apt('install', '--yes', '--no-install-recommends', ...packages);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The Selenium Manager that selenium-webdriver brings along for this platform; null when it has none. */
function seleniumManager(): string | null {
  const folder = { linux: 'linux', darwin: 'macos' }[process.platform as string];
  const path = join(ROOT, 'node_modules', 'selenium-webdriver', 'bin', folder ?? '', 'selenium-manager');
  return folder && existsSync(path) ? path : null;
}

/** Downloads geckodriver with Selenium Manager; returns why not, or null when done. */
async function downloadGeckodriver(log: Log): Promise<string | null> {
  const manager = seleniumManager();
  if (!manager) return 'there is no Selenium Manager for this platform';
  log('downloading geckodriver with Selenium Manager');
  const firefox = await findTool('firefox');
  const argv = [manager, '--driver', 'geckodriver', '--output', 'JSON', '--avoid-browser-download', '--timeout', '30'];
  argv.push('--cache-path', join(cacheFolder(), 'selenium'), '--avoid-stats');
  if (firefox.path) argv.push('--browser-path', firefox.path);
  // Without a network some machines drop packets instead of refusing them: a time limit decides that there is none.
  const { code, text } = await ask(argv, 60_000);
  try {
    const { result } = JSON.parse(text.slice(text.indexOf('{'))) as {
      result: { code: number; message: string; driver_path: string };
    };
    if (code !== 0 || result.driver_path === '') return `Selenium Manager: ${result.message}`;
    keep(result.driver_path, cachedGeckodriver());
    return null;
  } catch (error) {
    return `Selenium Manager: ${code === null ? 'no answer within 60 s' : (error as Error).message}`;
  }
}

type Installer = (log: Log) => Promise<string | null>;

/** The installers of each installable tool, in the order they are tried. */
const INSTALLERS: Record<string, Installer[]> = {
  firefox: [(log) => installPackages(['firefox-esr'], log)],
  geckodriver: [downloadGeckodriver],
  chromium: [(log) => installPackages(['chromium'], log)],
  chromedriver: [(log) => installPackages(['chromium-driver'], log)],
  jdk: [(log) => installPackages(['default-jdk-headless'], log)],
  dotnet: [installDotnet],
  maven: [(log) => installPackages(['maven'], log)],
  redis: [(log) => installPackages(['redis-server'], log)],
  mariadb: [(log) => installPackages(['mariadb-server-core'], log)],
  tcpdump: [(log) => installPackages(['tcpdump'], log)],
  nft: [(log) => installPackages(['nftables'], log)],
  tshark: [(log) => installPackages(['tshark'], log)],
  toxiproxy: [buildToxiproxy],
  // Its package's service listens nowhere; those of other fronts take port 80.
  haproxy: [(log) => installPackages(['haproxy'], log)],
  openssl: [(log) => installPackages(['openssl'], log)],
  schemathesis: [installSchemathesis],
  faketime: [(log) => installPackages(['faketime'], log)],
};

const underWay = new Map<string, Promise<FoundTool>>();

async function install(id: string, log: Log): Promise<FoundTool> {
  const found = await findTool(id);
  if (found.found) return found;
  const reasons: string[] = [];
  for (const way of INSTALLERS[id] ?? []) {
    const reason = await way(log);
    const now = await findTool(id);
    if (now.found) {
      log(`${now.label} ${now.version ?? ''} is at ${now.path}`);
      return now;
    }
    reasons.push(reason ?? 'it was installed, but does not run');
  }
  const tried = reasons.length > 0 ? ` and could not be installed (${reasons.join('; ')})` : '';
  throw new OutcryError(
    `${found.label} is not here${tried}. It is needed for: ${found.neededFor}. To get it: ${found.howToGet}`,
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
