/** Finds the apps by scanning `apps/` for `app.json`, checks them and reads what else Outcry needs to know of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Ajv } from 'ajv';
import { TRANSPORTS, type Transport } from '../../../metrics/transports.ts';
import type { SwarmKind } from '../../../protocol/run-record.ts';
import type { Verb } from '../../../protocol/verbs.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { lazily } from '../../../system/lazily.ts';
import { ROOT } from '../../../system/root.ts';
import type { Toolchains } from '../../tools/tool-table.ts';
import schema from './app.schema.json' with { type: 'json' };

export const APPS_DIR = join(ROOT, 'apps');

export interface TransportEntry {
  swarms: SwarmKind[];
  name: string;
  /** The verbs, in the place of the app's `verbs`. */
  verbs?: Verb[];
  /** Swarms for whose clients a server compresses what goes over it, if asked to. */
  compression?: SwarmKind[];
  /** Why a feed may not wait for a client that takes nothing, where the framework does not tell what waits; absent: it waits. */
  feedRunsAhead?: string;
  /** What the example of the framework's documentation sends a client for one message, see `app.schema.json`. */
  example?: { text: string; json: string };
}

/** What an app adds to its framework and leaves out of it, for people. */
export interface Beside {
  envelope: string;
  names: string;
  acknowledgements: string;
  heartbeat: string;
  backlog: string;
  leftOut: string;
}

/** What its clients do when the connection is lost, if asked to connect again. */
export interface Reconnect {
  by: 'framework' | 'app';
  asItComes: string;
  /** What `RECOVERY=on` switches on; absent: there is one mode only. */
  recovery?: string;
  /** Default: all transports. */
  transports?: Transport[];
  /** Those of them that recovery works over; default: all. */
  recoversOver?: Transport[];
}

/** `app.json` as it is written; see `app.schema.json` for what each field means. */
export interface AppManifest {
  id: string;
  label: string;
  /** The framework's place in the page's list of colours, from 1. */
  colour?: number;
  /** The platform alone, which frameworks are compared with; absent: a framework. */
  reference?: true;
  /** The app whose protocol it serves in another runtime, for the same client. */
  runtimeOf?: string;
  /** A run that names no frameworks leaves it alone. */
  onlyNamed?: true;
  language: string;
  homepage: string;
  features: ('load' | 'auction')[];
  /** The verbs of its transports that declare none; there for the feature `load`. */
  verbs?: Verb[];
  transports: Partial<Record<Transport, TransportEntry>>;
  beside?: Beside;
  /** Absent: its clients cannot be asked to connect again. */
  reconnect?: Reconnect;
  /** What happens when one of its server's processes ends, with `REPLACEMENT=on`; absent: it has one process, or ends with any of them. */
  replacement?: string;
  requires: string[];
  /** Variables of the caller that its server gets; it gets no other that Outcry does not know. */
  environment?: string[];
  /** Toolchains that Outcry does not know, by the names that `requires` calls them. */
  toolchains?: Toolchains;
  /** Other apps whose files it imports, and kits that serve only who names them. */
  imports?: string[];
  databases: string[];
  build: string[][];
  start: string[];
  /** The same for a server that lives for a test alone; absent: as `start`. */
  startShortLived?: string[];
  /** Has a server collect its garbage; the server's pid is the last argument. */
  collectGarbage?: string[];
  /** Its port in docker-compose.yml, where the one made from its id will not do. */
  port?: number;
  /** Commands that run the app's own tests where they are not jest tests. */
  test?: string[][];
  warmupSeconds: number;
  /** The memory for many connections, from a measurement. Without it, a value is assumed that no framework has needed yet. */
  memory?: { serverMB: number; serverKBPerClient: number; clientKB: number };
  clientPackage: string | null;
  /** The one of console clients, where it is another than that of pages. */
  consoleClientPackage?: string;
  /** The substitute for a part of the framework (`of`), unless one of the variables names the part itself. */
  substitute?: Substitute;
  /** The packages of a framework version; without it, only the version of its lock file is available. */
  versions?: Versions;
}

export interface Versions {
  /** npm packages of its `package.json` that all have the version's number. */
  packages?: string[];
  /** The same of its `requirements.txt`, of its `go.mod` and of its `Cargo.toml`. */
  pip?: string[];
  go?: string[];
  cargo?: string[];
  /** By version, where packages have numbers of their own: the version of each; `pip:`, `go:` or `cargo:` before those that are not npm's. */
  sets?: Record<string, Record<string, string>>;
  /** An element of an XML file, such as a property of Maven's or MSBuild's. */
  property?: { file: string; name: string };
}

export interface Substitute {
  of: string;
  is: string;
  unless: string[];
  /** A command that looks whether the part itself can be used, without starting it. */
  check?: string[];
}

export interface App extends AppManifest {
  /** Absolute path of the folder that it is built in and runs in. */
  dir: string;
  /** The version that was asked for, where it is not what its own lock file says. */
  version?: string;
  /** Absolute path of the folder that it is kept in, where `dir` is a copy. */
  source?: string;
  /** It is kept outside of `apps/`. */
  elsewhere?: true;
  /** Version of `clientPackage` from the app's lock file; null where there is no client package. */
  clientVersion: string | null;
  /** The same of `consoleClientPackage`, where there is one. */
  consoleClientVersion?: string;
}

/** With the names of the transports, which the file leaves to their entries. */
const { transports, ...others } = schema.properties;
const properties = Object.fromEntries(TRANSPORTS.map((name) => [name, transports.additionalProperties]));

// Each start compiles it: to check the schema itself, and to optimize the code, takes longer than to check all apps.
const manifestCheck = lazily(() =>
  new Ajv({ allErrors: true, code: { optimize: false }, meta: false, validateSchema: false }).compile({
    ...schema,
    properties: { ...others, transports: { ...transports, properties, additionalProperties: false } },
  }),
);

/**
 * Checks the text of an `app.json`.
 * @param file the path to name in errors
 * @throws OutcryError that names the file, the field and what was expected
 */
export function parseManifest(text: string, file: string): AppManifest {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new OutcryError(`${file}: not JSON: ${(error as Error).message}`, EXIT.usage);
  }
  const validate = manifestCheck();
  if (!validate(data)) {
    // Of a condition (`if`) that is not met, the error of its `then` is enough.
    const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
    const findings = errors.map(({ instancePath, message, params }) => {
      const field = instancePath.replaceAll('/', '.').slice(1) || 'the whole document';
      const detail = params.additionalProperty ?? params.allowedValues?.join(', ');
      return `${file}: ${field}: ${message}${detail ? ` (${detail})` : ''}`;
    });
    throw new OutcryError(findings.join('\n'), EXIT.usage);
  }
  return data as unknown as AppManifest;
}

/** As short as it can be read: from the root where it is in this checkout. */
const shown = (path: string): string => (path.startsWith(`${ROOT}${sep}`) ? relative(ROOT, path) : path);

export function readApp(dir: string): App {
  const path = join(dir, 'app.json');
  const file = shown(path);
  const manifest = parseManifest(readFileSync(path, 'utf8'), file);
  const folder = relative(dirname(dir), dir);
  if (manifest.id !== folder) {
    throw new OutcryError(`${file}: id: is "${manifest.id}", expected the folder's name "${folder}"`, EXIT.usage);
  }
  const { clientPackage, consoleClientPackage } = manifest;
  return {
    ...manifest,
    dir,
    clientVersion: clientPackage === null ? null : lockedVersion(dir, clientPackage, file, 'clientPackage'),
    ...(consoleClientPackage === undefined
      ? {}
      : { consoleClientVersion: lockedVersion(dir, consoleClientPackage, file, 'consoleClientPackage') }),
  };
}

/** Version of the client library that the clients of `swarm` use; null where the platform is the client. */
export function clientVersionIn({ clientVersion, consoleClientVersion }: App, swarm: SwarmKind): string | null {
  return (swarm === 'console' ? consoleClientVersion : undefined) ?? clientVersion;
}

/** @param field of `app.json`, which names the package */
function lockedVersion(dir: string, name: string, file: string, field: string): string {
  const lockPath = join(dir, 'package-lock.json');
  if (!existsSync(lockPath)) {
    throw new OutcryError(`${file}: ${field}: needs ${shown(lockPath)} to read its version from`, EXIT.usage);
  }
  const lock = JSON.parse(readFileSync(lockPath, 'utf8')) as { packages?: Record<string, { version?: string }> };
  const version = lock.packages?.[`node_modules/${name}`]?.version;
  if (version === undefined) {
    throw new OutcryError(
      `${file}: ${field}: "${name}" is not in ${shown(lockPath)}; add it to package.json and run npm install there`,
      EXIT.usage,
    );
  }
  return version;
}

/** All apps of a folder, in the order of their ids. A broken `app.json` is an error. */
export function readApps(appsDir: string = APPS_DIR): App[] {
  return readdirSync(appsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(appsDir, entry.name, 'app.json')))
    .map((entry) => readApp(join(appsDir, entry.name)))
    .sort((a, b) => a.id.localeCompare(b.id));
}

/** The app that is the platform alone: where any app would do, the one with the fewest habits of its own. */
export const platformAlone = (): App => readApps().find(({ reference }) => reference)!;

/** Tells whether a run that names no frameworks measures `app`. */
export const isUsual = ({ runtimeOf, onlyNamed }: Pick<AppManifest, 'runtimeOf' | 'onlyNamed'>): boolean =>
  runtimeOf === undefined && onlyNamed !== true;

/** The transports of `app` that `swarm` can use, main transport first. */
export function transportsOf(app: AppManifest, swarm: SwarmKind): Transport[] {
  return (Object.entries(app.transports) as [Transport, TransportEntry][])
    .filter(([, entry]) => entry.swarms.includes(swarm))
    .map(([transport]) => transport);
}

/**
 * The transports of `app` that the auction house runs over in `swarm`, main transport first: everybody is told of every change, so
 * each that has the verb `publish`. Where nothing is said of verbs, all of them.
 */
export function auctionTransportsOf(app: AppManifest, swarm: SwarmKind): Transport[] {
  if (!app.features.includes('auction')) return [];
  return transportsOf(app, swarm).filter((transport) => {
    const verbs = app.transports[transport]?.verbs ?? app.verbs;
    return verbs === undefined || verbs.includes('publish');
  });
}

/** The verbs that clients of `app` have over `transport`; none where it is not one of its transports. */
export function verbsOf(app: AppManifest, transport: Transport): Verb[] {
  const entry = app.transports[transport];
  return entry === undefined ? [] : (entry.verbs ?? app.verbs ?? []);
}

/**
 * The reconnection of clients of `app` over `transport`, `recovery` only if it works over that one; null: they cannot be asked to connect
 * again, as over requests alone, where there is no connection to lose.
 */
export function reconnectOver(
  app: Pick<AppManifest, 'reconnect' | 'transports'>,
  transport: Transport,
): Reconnect | null {
  const { reconnect, transports } = app;
  const asksOnly = transports[transport]?.verbs?.every((verb) => verb === 'request') ?? false;
  if (reconnect === undefined || asksOnly || reconnect.transports?.includes(transport) === false) return null;
  const { recovery, ...asItComes } = reconnect;
  const recovers = recovery !== undefined && reconnect.recoversOver?.includes(transport) !== false;
  return recovers ? reconnect : asItComes;
}
