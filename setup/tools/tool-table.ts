/** Every program Outcry may need: where to look for it, what it is for, how to get it. */
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { homeFolder } from '../../system/home-folder.ts';
import { cacheFolder, isProgram, onPath } from './locate.ts';
import { cachedSchemathesis } from './schemathesis.ts';

export interface Tool {
  id: string;
  label: string;
  /** Environment variable that names the program's path, and then nothing else is looked at. */
  variable?: string;
  /**
   * Of a service that servers use: the environment variable with the address of one that runs. Where it is set, none is needed on this machine;
   * and an image has none of its own.
   */
  address?: string;
  /** Absolute paths where it may be, best first. */
  candidates(): string[];
  /** Arguments that make it print its version, when `--version` does not. */
  versionArguments?: string[];
  /** A part that builds need and that distributions pack apart: its name, and the arguments with which the program fails without it. */
  part?: { label: string; arguments: string[] };
  /** Of a client: the arguments with which it asks its engine, and fails where none answers. */
  engineArguments?: string[];
  neededFor: string;
  howToGet: string;
}

/** Returns the path at which the installer puts geckodriver. */
export const cachedGeckodriver = (): string => join(cacheFolder(), 'geckodriver', 'bin', 'geckodriver');

/** The Toxiproxy that is built from source, and the checksum of its module as `go.sum` has it. */
export const TOXIPROXY_VERSION = '2.12.0';
export const TOXIPROXY_SUM = 'h1:d1x++lYZg/zijXPPcv7PH0MvHMzEI5aX/YuUi/Sw+yg=';

/** Returns the path at which the installer puts it. */
export const cachedToxiproxy = (): string => join(cacheFolder(), 'toxiproxy', 'bin', 'toxiproxy-server');

/** `bin/<program>` of every JDK that Linux distributions install side by side, newest name first. */
function installedJdks(program: string): string[] {
  const folder = '/usr/lib/jvm';
  if (!existsSync(folder)) return [];
  const homes = readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return homes.map((home) => join(folder, home, 'bin', program)).filter(isProgram);
}

function under(home: string | undefined, ...parts: string[]): string[] {
  const path = home ? join(home, ...parts) : '';
  return path !== '' && isProgram(path) ? [path] : [];
}

export const TOOLS: readonly Tool[] = [
  {
    id: 'node',
    label: 'Node.js',
    candidates: () => [process.execPath],
    neededFor: 'Outcry itself, and apps in JavaScript',
    howToGet: 'install Node.js 22.16 or newer: https://nodejs.org/en/download',
  },
  {
    id: 'git',
    label: 'Git',
    candidates: () => onPath(['git']),
    neededFor: "Outcry's own version in run records",
    howToGet: 'apt-get install git, or https://git-scm.com/downloads',
  },
  {
    id: 'firefox',
    label: 'Firefox',
    variable: 'FIREFOX_BINARY',
    candidates: () => [
      ...onPath(['firefox', 'firefox-esr']),
      ...['/Applications/Firefox.app/Contents/MacOS/firefox'].filter(isProgram),
    ],
    neededFor: 'browser swarms, tests of the pages',
    howToGet:
      'apt-get install firefox-esr (Debian), or https://www.mozilla.org/firefox and FIREFOX_BINARY=<path of the firefox program>',
  },
  {
    id: 'geckodriver',
    label: 'geckodriver',
    variable: 'GECKODRIVER',
    candidates: () => [...onPath(['geckodriver']), ...[cachedGeckodriver()].filter(isProgram)],
    neededFor: 'driving Firefox (without it, Outcry uses its own driver)',
    howToGet:
      'https://github.com/mozilla/geckodriver/releases and GECKODRIVER=<its path>, or cargo install geckodriver',
  },
  {
    id: 'chromium',
    label: 'Chromium or Chrome',
    variable: 'CHROME_BINARY',
    candidates: () => [
      ...onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']),
      ...['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].filter(isProgram),
    ],
    neededFor: 'browser swarms with --browser chrome',
    howToGet: 'apt-get install chromium (Debian), or https://www.google.com/chrome and CHROME_BINARY=<its path>',
  },
  {
    id: 'chromedriver',
    label: 'ChromeDriver',
    variable: 'CHROMEDRIVER',
    candidates: () => onPath(['chromedriver']),
    neededFor: 'driving Chromium or Chrome',
    howToGet:
      "apt-get install chromium-driver (Debian), or https://googlechromelabs.github.io/chrome-for-testing in the browser's version and CHROMEDRIVER=<its path>",
  },
  {
    id: 'jdk',
    label: 'Java Development Kit',
    candidates: () => [
      ...under(process.env.JAVA_HOME, 'bin', 'javac'),
      ...onPath(['javac']),
      ...installedJdks('javac'),
    ],
    versionArguments: ['-version'],
    neededFor: 'apps in Java',
    howToGet: 'apt-get install openjdk-17-jdk-headless (Debian), or https://adoptium.net and JAVA_HOME=<its folder>',
  },
  {
    id: 'maven',
    label: 'Maven',
    candidates: () => [...under(process.env.MAVEN_HOME, 'bin', 'mvn'), ...onPath(['mvn'])],
    neededFor: 'building apps in Java',
    howToGet: 'apt-get install maven (Debian), or https://maven.apache.org/download.cgi',
  },
  {
    id: 'dotnet',
    label: '.NET SDK',
    candidates: () => [
      ...under(process.env.DOTNET_ROOT, 'dotnet'),
      ...onPath(['dotnet']),
      ...under(homeFolder(), '.dotnet', 'dotnet'),
    ],
    versionArguments: ['--list-sdks'],
    neededFor: 'apps in C#',
    howToGet: 'https://dotnet.microsoft.com/download (its install script puts it into ~/.dotnet)',
  },
  {
    id: 'python',
    label: 'Python',
    candidates: () => onPath(['python3']),
    // Debian's Python has `venv`, but not what it puts pip into an environment with.
    part: { label: 'module venv', arguments: ['-c', 'import ensurepip, venv'] },
    neededFor: 'apps in Python',
    howToGet: 'apt-get install python3-venv (Debian), or https://www.python.org/downloads',
  },
  {
    id: 'go',
    label: 'Go',
    candidates: () => [...onPath(['go']), ...['/usr/local/go/bin/go'].filter(isProgram)],
    versionArguments: ['version'],
    neededFor: 'apps in Go',
    howToGet: 'https://go.dev/dl',
  },
  {
    id: 'cargo',
    label: 'Rust with Cargo',
    candidates: () => [...onPath(['cargo']), ...under(homeFolder(), '.cargo', 'bin', 'cargo')],
    neededFor: 'apps in Rust',
    howToGet: 'https://rustup.rs',
  },
  {
    id: 'mariadb',
    label: 'MariaDB server',
    variable: 'MARIADBD',
    candidates: () => [...onPath(['mariadbd']), ...['/usr/sbin/mariadbd'].filter(isProgram)],
    neededFor: "the auction house's tests on MariaDB (skipped without it)",
    howToGet: 'apt-get install mariadb-server-core (Debian; starts no service), or https://mariadb.org/download',
  },
  {
    id: 'redis',
    label: 'Redis server',
    variable: 'REDIS_SERVER',
    address: 'REDIS_URL',
    candidates: () => onPath(['redis-server']),
    neededFor: 'apps whose processes communicate over Redis',
    howToGet:
      'apt-get install redis-server (Debian; its service may be off, each server starts one of its own), or REDIS_URL=<address of one that runs, such as redis://127.0.0.1:6379>',
  },
  {
    id: 'tcpdump',
    label: 'tcpdump',
    candidates: () => [...onPath(['tcpdump']), ...['/usr/sbin/tcpdump'].filter(isProgram)],
    neededFor: 'run --wire without a proxy (as root, or with CAP_NET_RAW)',
    howToGet: 'apt-get install tcpdump',
  },
  {
    id: 'nft',
    label: 'nftables',
    candidates: () => [...onPath(['nft']), ...['/usr/sbin/nft'].filter(isProgram)],
    neededFor: 'run --network with packet loss (as root)',
    howToGet: 'apt-get install nftables',
  },
  {
    id: 'tshark',
    label: 'TShark',
    candidates: () => onPath(['tshark']),
    neededFor: 'the test that compares it with the counts of --wire (skipped without it)',
    howToGet: 'apt-get install tshark (Debian), or https://www.wireshark.org/download.html',
  },
  {
    id: 'toxiproxy',
    label: 'Toxiproxy',
    variable: 'TOXIPROXY',
    candidates: () => [...onPath(['toxiproxy-server']), ...[cachedToxiproxy()].filter(isProgram)],
    versionArguments: ['-version'],
    neededFor: 'run --network',
    howToGet:
      'install Go (https://go.dev/dl), with which Outcry builds it, or https://github.com/Shopify/toxiproxy/releases and TOXIPROXY=<path of toxiproxy-server>',
  },
  ...['haproxy', 'nginx', 'caddy'].map((id) => ({
    id,
    label: { haproxy: 'HAProxy', nginx: 'nginx', caddy: 'Caddy' }[id]!,
    variable: id.toUpperCase(),
    // Debian's PATH of people other than root lacks the second.
    candidates: () => [...onPath([id]), ...[`/usr/sbin/${id}`].filter(isProgram)],
    versionArguments: [id === 'caddy' ? 'version' : '-v'],
    neededFor: `run --front ${id}`,
    howToGet: `apt-get install ${id} (Debian; its service may be off, each run starts one of its own)`,
  })),
  {
    id: 'openssl',
    label: 'OpenSSL',
    candidates: () => onPath(['openssl']),
    versionArguments: ['version'],
    neededFor: 'run --front, which makes a certificate',
    howToGet: 'apt-get install openssl',
  },
  {
    id: 'schemathesis',
    label: 'Schemathesis',
    candidates: () => [cachedSchemathesis()].filter(isProgram),
    neededFor: 'the test that tries the web API by its OpenAPI (skipped without it)',
    howToGet:
      'install Python 3.10 or newer with venv (Debian: apt-get install python3-venv), with which Outcry installs it',
  },
  {
    id: 'faketime',
    label: 'libfaketime',
    candidates: () => onPath(['faketime']),
    neededFor: "npm run laboratory -- campaign, to step a session's clock (without it, that fault is skipped)",
    howToGet: 'apt-get install faketime (Debian), or https://github.com/wolfcw/libfaketime',
  },
  {
    id: 'docker',
    label: 'Docker',
    candidates: () => onPath(['docker']),
    engineArguments: ['version', '--format', '{{.Server.Version}}'],
    neededFor: 'docker-compose.yml, and servers in containers',
    howToGet: 'https://docs.docker.com/engine/install',
  },
];

export const toolCalled = (id: string): Tool | undefined => TOOLS.find((tool) => tool.id === id);

/** A toolchain that an `app.json` declares itself. */
export interface Toolchain {
  /** Its name for people. */
  label: string;
  /** The command that prints its version, such as `["python3", "--version"]`: a program on PATH or an absolute path, then arguments. */
  version: string[];
  howToGet: string;
}

/** By the name that `requires` calls them. */
export type Toolchains = Readonly<Record<string, Toolchain>>;

/** The tool that `own` declares as `id`; undefined where it declares none. */
export function ownTool(id: string, own: Toolchains): Tool | undefined {
  if (!Object.hasOwn(own, id)) return undefined;
  const { label, version, howToGet } = own[id]!;
  const [program = '', ...versionArguments] = version;
  const candidates = (): string[] => (isAbsolute(program) ? [program].filter(isProgram) : onPath([program]));
  return { id, label, candidates, versionArguments, neededFor: 'apps that declare it', howToGet };
}
