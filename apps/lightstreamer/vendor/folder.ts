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
import { join, resolve } from 'node:path';
import { ADAPTER_SET, ADAPTER_SET_FILE, type AriPorts, adapterSetXml } from './adapter-set.ts';
import { privateConf } from './conf.ts';
import { type EditionFacts, factsOfConf } from './limits.ts';
import { parseXml, requiredText } from './xml.ts';

export interface PrivateFolder {
  path: string;
  /** Absolute path of the configuration file, for LS_CONFIG. */
  conf: string;
  /** Where the server writes its log unless its log configuration says otherwise. */
  log: string;
}

/** What is to run, and where it listens. */
export interface ServerPlan {
  home: string;
  host: string;
  port: number;
  ari: AriPorts;
}

const MAIN = 'lightstreamer_conf.xml';
/** In the name is the process that it was made by. */
const NAME = 'outcry-lightstreamer-';
/** Whoever removes a folder has done it by then: the server's watchdog, which outlives a killed app by some seconds, ms. */
const LEFT_MS = 60_000;

/** Absolute path of the file that says which edition runs. */
function editionFile(home: string): string {
  const conf = join(home, 'conf', MAIN);
  const xml = readFileSync(conf, 'utf8');
  return resolve(home, 'conf', requiredText(xml, conf, parseXml(xml, conf), 'edition_conf'));
}

/** What the unpacked server's configuration says of its edition. @throws Error that names the file */
export function editionOf(home: string): EditionFacts {
  const file = editionFile(home);
  return factsOfConf(readFileSync(file, 'utf8'), file);
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
    const conf = join(path, 'conf', MAIN);
    cpSync(join(home, 'conf'), join(path, 'conf'), { recursive: true, dereference: true });
    const vendors = join(home, 'conf', MAIN);
    const changed = privateConf(readFileSync(vendors, 'utf8'), vendors, { host, port });
    // Not into the copy: it may be read-only, as the vendor's file may be.
    rmSync(conf);
    writeFileSync(conf, changed);
    const adapters = join(path, 'adapters', ADAPTER_SET);
    for (const folder of [adapters, ...['audit', 'logs', 'pages', 'shared'].map((name) => join(path, name))]) {
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(join(adapters, ADAPTER_SET_FILE), adapterSetXml(ari));
    // The proxy adapters' classes: 7.2 looks for them beside conf/, and not where the server is.
    const lib = join(home, 'lib');
    if (existsSync(lib)) symlinkSync(lib, join(path, 'lib'));
    return { path, conf, log: join(path, 'logs', 'Lightstreamer.log') };
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** Removes the folders in `dir` of apps that were killed together with what would have removed them. @param now ms since the epoch */
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
      // Another user's, whose next start removes it.
    }
  }
}

/** Whether a process has this id, whoever's it is. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
