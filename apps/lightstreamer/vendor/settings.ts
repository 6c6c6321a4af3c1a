/** Reads from the environment which broker of the vendor's to use. Errors say what to do. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type AriPorts, DEFAULT_ARI } from './adapter-set.ts';
import { CLIENT_LIBRARY, oldestServer, whyTooOld } from './client-library.ts';

export type Environment = Record<string, string | undefined>;

/** An unpacked Lightstreamer Server, to be started and stopped. */
export interface VendorHome {
  kind: 'home';
  home: string;
  launcher: string;
  /** The interface that clients connect to. */
  host: string;
}

/** A Lightstreamer Server that already runs. */
export interface VendorUrl {
  kind: 'url';
  /** Origin for clients. */
  url: string;
  ari: { host: string } & AriPorts;
}

/**
 * Reads the settings from the environment; null when neither LIGHTSTREAMER_HOME nor LIGHTSTREAMER_URL is set.
 * @param library the version of the clients' library, which a server may be too old for
 * @throws Error, a sentence for people
 */
export function readVendorSettings(env: Environment, library = CLIENT_LIBRARY): VendorHome | VendorUrl | null {
  const [home, url, ari] = ['HOME', 'URL', 'ARI'].map((name) => env[`LIGHTSTREAMER_${name}`]?.trim());
  if (home && url) {
    throw new Error('LIGHTSTREAMER_HOME and LIGHTSTREAMER_URL are both set: unset the one that is not to be used');
  }
  if (ari && !url) {
    throw new Error(
      'LIGHTSTREAMER_ARI is set without LIGHTSTREAMER_URL: it says where the adapters of a broker that runs already listen; set both, or neither',
    );
  }
  if (url && env.COMPRESSION === 'deflate') {
    throw new Error(
      'a broker that runs already (LIGHTSTREAMER_URL) compresses what its own configuration says: omit --deflate, or set LIGHTSTREAMER_HOME instead',
    );
  }
  if (home) return checkHome(home, env, library);
  return url ? { kind: 'url', url: parseUrl(url), ari: parseAri(ari) } : null;
}

function checkHome(home: string, env: Environment, library: string): VendorHome {
  const whole = `it must be the folder of an unpacked Lightstreamer Server ${oldestServer(library)} or newer`;
  const wrong = (why: string): Error => new Error(`LIGHTSTREAMER_HOME=${home}: ${why}`);
  if (!isAbsolute(home)) throw wrong('it must be an absolute path');
  if (!statSync(home, { throwIfNoEntry: false })?.isDirectory()) {
    throw wrong(`there is no such folder; ${whole}`);
  }
  const launcher = join(home, 'bin', 'unix-like', 'LS.sh');
  for (const file of [launcher, join(home, 'conf', 'lightstreamer_conf.xml')]) {
    if (!existsSync(file)) throw wrong(`${file} is not there; ${whole}`);
  }
  if (!isExecutable(launcher)) throw wrong(`${launcher} cannot be executed; chmod +x it`);
  const version = unpackedVersion(home);
  const tooOld = version === null ? null : whyTooOld(version, library);
  if (tooOld !== null) throw wrong(tooOld);
  // LS_CONFIG: bin/unix-like/README.TXT of the server.
  if (!readFileSync(launcher, 'utf8').includes('LS_CONFIG')) {
    throw wrong(`${launcher} takes no LS_CONFIG, so that it cannot be given a configuration outside of its folder`);
  }
  checkJava(env);
  return { kind: 'home', home, launcher, host: env.HOST?.trim() || '127.0.0.1' };
}

/** Finds Java as LS.sh does: JAVA_HOME, else PATH. */
function checkJava(env: Environment): void {
  const javaHome = env.JAVA_HOME?.trim();
  if (javaHome) {
    const java = join(javaHome, 'bin', 'java');
    if (!isExecutable(java))
      throw new Error(`JAVA_HOME=${javaHome}: there is no program ${java}; correct it or unset it`);
    return;
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  if (!folders.some((folder) => isExecutable(join(folder, 'java')))) {
    throw new Error(
      'Lightstreamer Server needs Java 8 or newer: there is none on PATH and JAVA_HOME is not set; apt-get install default-jre-headless (Debian), or https://adoptium.net and JAVA_HOME=<its folder>',
    );
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Version that the unpacked server's Version.txt names, such as "7.4.9 build 3500"; null where it names none. */
export function unpackedVersion(home: string): string | null {
  try {
    return /version (\d\S*(?: build \S+)?)/i.exec(readFileSync(join(home, 'Version.txt'), 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  let wrong: string | null = null;
  if (url === null) wrong = `"${text}" is not an address`;
  // Not the whole of it: there may be a password in it.
  else if (url.username || url.password) wrong = 'it must not have a user name or a password in it';
  else if (url.protocol !== 'http:' && url.protocol !== 'https:') wrong = `"${text}" is not http: or https:`;
  else if (url.pathname !== '/' || url.search || url.hash) wrong = `"${text}" has a path, which is not supported`;
  else return url.origin;
  throw new Error(`LIGHTSTREAMER_URL: ${wrong}; it must be the broker's address, such as http://127.0.0.1:8080`);
}

function parseAri(text: string | undefined): VendorUrl['ari'] {
  if (!text) return { host: '127.0.0.1', ...DEFAULT_ARI };
  const [, host, ports] = /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]/]+):([^:]*)$/.exec(text) ?? [];
  if (host === undefined || ports === undefined) {
    const example = 'host:metadata,data,notify with three ports, such as 127.0.0.1:6663,6661,6662';
    throw new Error(`LIGHTSTREAMER_ARI: "${text}" is not ${example}`);
  }
  return { host: host.replace(/^\[|\]$/g, ''), ...parsePorts(ports, 'LIGHTSTREAMER_ARI') };
}

/**
 * Reads "metadata,data,notify".
 * @param what its name in errors
 */
export function parsePorts(text: string, what: string): AriPorts {
  const ports = text.split(',').map((port) => (/^\d{1,5}$/.test(port.trim()) ? Number(port) : 0));
  if (ports.length === 3 && new Set(ports).size === 3 && ports.every((port) => port >= 1 && port <= 65_535)) {
    return { metadata: ports[0]!, data: ports[1]!, notify: ports[2]! };
  }
  const example = 'three different ports from 1 to 65535: metadata,data,notify, such as 6663,6661,6662';
  throw new Error(`${what}: "${text}" is not ${example}`);
}
