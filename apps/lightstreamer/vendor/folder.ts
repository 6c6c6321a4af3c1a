/** The private folder that a server of the vendor's is started with, so that nothing in its own folder is changed. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { COMPRESSES } from '../../../kits/node/compression.ts';
import { ADAPTER_SET } from '../items.ts';
import { type AriPorts, adapterSetXml } from './adapter-set.ts';
import { privateConf } from './conf.ts';
import { type EditionFacts, factsOfConf } from './limits.ts';
import { requiredText } from './xml.ts';

export interface PrivateFolder {
  path: string;
  /** Absolute path of the configuration file, for LS_CONFIG. */
  conf: string;
  /** The server's log, unless its log configuration names another file. */
  log: string;
}

/** The server that is to run, and the addresses at which it listens. */
export interface ServerPlan {
  home: string;
  host: string;
  port: number;
  ari: AriPorts;
}

const MAIN = 'lightstreamer_conf.xml';
/** The id of the process that makes the folder follows. */
const NAME = 'outcry-lightstreamer-';
/** The time after which the server's watchdog, which outlives a killed app by some seconds, has removed the folder, ms. */
const LEFT_MS = 60_000;

/** The edition in the unpacked server's configuration. @throws Error that names the file */
export function editionOf(home: string): EditionFacts {
  const conf = join(home, 'conf', MAIN);
  const edition = requiredText(readFileSync(conf, 'utf8'), conf, 'edition_conf');
  return factsOfConf(readFileSync(resolve(home, 'conf', edition), 'utf8'));
}

/**
 * Makes the folder (mode 0700): the vendor's conf/ with what must be different, the Adapter Set, and the folders that the
 * server's paths, which are relative to conf/, lead to.
 * @throws Error that names file and element when the vendor's configuration is not what it is known to be
 */
export function makeFolder({ home, host, port, ari }: ServerPlan): PrivateFolder {
  removeLeft(tmpdir());
  const path = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`));
  try {
    const [conf, vendors] = [path, home].map((folder) => join(folder, 'conf', MAIN)) as [string, string];
    cpSync(dirname(vendors), dirname(conf), { recursive: true, dereference: true });
    const changed = privateConf(readFileSync(vendors, 'utf8'), vendors, { host, port, compresses: COMPRESSES });
    // Not into the copy: it may be read-only, as the vendor's file may be.
    rmSync(conf);
    writeFileSync(conf, changed);
    const adapters = join(path, 'adapters', ADAPTER_SET);
    for (const folder of [adapters, ...['audit', 'logs', 'pages', 'shared'].map((name) => join(path, name))]) {
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(join(adapters, 'adapters.xml'), adapterSetXml(ari));
    // The proxy adapters' classes: 7.2 looks for them beside conf/, and not where the server is.
    const lib = join(home, 'lib');
    if (existsSync(lib)) symlinkSync(lib, join(path, 'lib'));
    return { path, conf, log: join(path, 'logs', 'Lightstreamer.log') };
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** Removes the folders in `dir` of apps that were killed together with their watchdog. @param now ms since the epoch */
export function removeLeft(dir: string, now = Date.now()): void {
  for (const name of readdirSync(dir)) {
    const pid = Number(new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1]);
    const path = join(dir, name);
    if (Number.isNaN(pid) || isThere(pid)) continue;
    const changed = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? now;
    if (now - changed < LEFT_MS) continue;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Another user's: that user's next start removes it.
    }
  }
}

/** True if there is a process `pid`, of any user. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
