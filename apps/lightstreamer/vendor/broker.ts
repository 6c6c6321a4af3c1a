/** The vendor's own broker, where there is one: started from its folder, or found running. */
import { createServer } from 'node:net';
import type { AriPorts } from './adapter-set.ts';
import { isWildcard } from './conf.ts';
import { editionOf, makeFolder, type ServerPlan } from './folder.ts';
import {
  type EditionFacts,
  factsOfHeader,
  factsOfLog,
  isVendorsHeader,
  limitsSentence,
  NOTHING_KNOWN,
} from './limits.ts';
import { runServer, type ServerProcess } from './process.ts';
import { type Environment, readVendorSettings, unpackedVersion, type VendorHome, type VendorUrl } from './settings.ts';

/**
 * A broker of the vendor's. What the app says of it in its ready line:
 * `"otherPort": OTHER_PORT` (clients do not connect to PORT, so that no proxy before PORT can count their bytes);
 * and `limits`, `otherProcess` and `standIn`, each under its own name, when it is not null.
 */
export interface VendorBroker {
  /** Origin for clients. Where the app listens on all interfaces its host is 0.0.0.0: see `addressFor`. */
  url: string;
  /** Where its proxy adapters wait for the app's adapters. */
  ari: { host: string } & AriPorts;
  /** Such as "7.4.9 build 3500"; null when the broker does not say. Known after `start`. */
  version: string | null;
  /** A sentence about what its edition limits; null when nothing is known to be limited. Known after `start`. */
  limits: string | null;
  /** Why its CPU and memory are not among the app's; null when they are. */
  otherProcess: string | null;
  /** Set when it does not say that it is the vendor's: then it may be anything. Known after `start`. */
  standIn: string | null;
  /** Resolves when clients and adapters can connect. @throws Error, a sentence for people */
  start(): Promise<void>;
  /** Ends what `start` has started. A broker that ran before goes on. */
  stop(): Promise<void>;
}

export const OTHER_PORT = 'clients connect to Lightstreamer Server, which listens on a port of its own';

const NOT_THE_VENDORS = 'what answers at LIGHTSTREAMER_URL does not say that it is Lightstreamer Server';

/** How long a broker may take until it answers: less than the app's own 60 s. */
const START_MS = 45_000;
const PROBE_MS = 250;
/** A broker that ends by itself is started again: at once, then after twice as long each time. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

export interface Patience {
  startMs: number;
}

/**
 * The vendor's broker that the environment names; null when it names none.
 * @throws Error, a sentence for people, when what it names is not usable
 */
export async function vendorBroker(
  env: Environment,
  patience: Patience = { startMs: START_MS },
): Promise<VendorBroker | null> {
  const settings = readVendorSettings(env);
  if (settings === null) return null;
  if (settings.kind === 'url') return new RunningBroker(settings, patience);
  const [port, metadata, data, notify] = await freePorts(4, settings.host);
  const ari = { metadata: metadata!, data: data!, notify: notify! };
  return new OwnBroker(settings, { home: settings.home, host: settings.host, port: port!, ari }, env, patience);
}

/**
 * The broker's address for a client that knows the app as `host` (the Host header of its request): the same, unless the
 * broker listens on all interfaces and has no address of its own.
 */
export function addressFor(url: string, host: string | undefined): string {
  const address = new URL(url);
  if (!isWildcard(address.hostname) || host === undefined || !URL.canParse(`http://${host}`)) return url;
  address.hostname = new URL(`http://${host}`).hostname;
  return address.origin;
}

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The `Server` header of whatever answers at `origin`, "" where it has none; null and why when nothing answers. */
async function probe(origin: string): Promise<{ header: string | null; why: string }> {
  try {
    const response = await fetch(`${origin}/lightstreamer/healthcheck`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(2_000),
    });
    await response.body?.cancel();
    return { header: response.headers.get('server') ?? '', why: '' };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    return { header: null, why: cause?.code ?? cause?.message ?? (error as Error).message };
  }
}

class OwnBroker implements VendorBroker {
  readonly url: string;
  readonly ari: VendorBroker['ari'];
  readonly otherProcess = null;
  readonly standIn = null;
  readonly #settings: VendorHome;
  readonly #plan: ServerPlan;
  readonly #env: Environment;
  readonly #patience: Patience;
  #facts: EditionFacts;
  #server: ServerProcess | null = null;
  #stopped = false;

  constructor(settings: VendorHome, plan: ServerPlan, env: Environment, patience: Patience) {
    this.#settings = settings;
    this.#plan = plan;
    this.#env = env;
    this.#patience = patience;
    this.#facts = { ...editionOf(settings.home), version: unpackedVersion(settings.home) };
    this.url = originOf(plan.host, plan.port);
    this.ari = { host: '127.0.0.1', ...plan.ari };
  }

  get version(): string | null {
    return this.#facts.version;
  }

  get limits(): string | null {
    return limitsSentence(this.#facts);
  }

  async start(): Promise<void> {
    this.#stopped = false;
    const server = await this.#startOnce();
    void server.ended.then((how) => this.#endedByItself(server, how));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#server?.stop();
  }

  async #startOnce(): Promise<ServerProcess> {
    const { launcher, host } = this.#settings;
    const server = runServer(launcher, makeFolder(this.#plan), this.#env);
    this.#server = server;
    const origin = originOf(isWildcard(host) ? '127.0.0.1' : host, this.#plan.port);
    let how: string | null = null;
    void server.ended.then((end) => {
      how = end;
    });
    for (const deadline = Date.now() + this.#patience.startMs; Date.now() < deadline && how === null; ) {
      if ((await probe(origin)).header !== null && how === null) {
        this.#facts = factsOfLog(server.log(), this.#facts);
        return server;
      }
      await Promise.race([wait(PROBE_MS), server.ended]);
    }
    const seconds = this.#patience.startMs / 1_000;
    const what =
      how === null ? `does not answer at ${origin} after ${seconds} s` : `ended with ${how} before it answered`;
    await server.stop();
    throw new Error(
      `Lightstreamer Server (LIGHTSTREAMER_HOME=${this.#settings.home}) ${what}. Look at JAVA_HOME and the license in conf/lightstreamer_edition_conf.xml, and start ${launcher} run by hand to see more. Its log ends:\n${server.lastLines()}`,
    );
  }

  async #endedByItself(server: ServerProcess, how: string): Promise<void> {
    if (this.#stopped) return;
    console.error(`Lightstreamer Server ended by itself (${how}); its log ends:\n${server.lastLines()}`);
    for (let pause = FIRST_RETRY_MS; !this.#stopped; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
      await wait(pause);
      if (this.#stopped) return;
      try {
        await this.start();
        console.error('Lightstreamer Server is started again');
        return;
      } catch (error) {
        if (!this.#stopped) console.error((error as Error).message);
      }
    }
  }
}

class RunningBroker implements VendorBroker {
  readonly url: string;
  readonly ari: VendorBroker['ari'];
  readonly otherProcess = 'Lightstreamer Server runs by itself (LIGHTSTREAMER_URL), and it is where the work is done';
  readonly #patience: Patience;
  #facts: EditionFacts = { ...NOTHING_KNOWN };
  #standIn: string | null = null;

  constructor({ url, ari }: VendorUrl, patience: Patience) {
    this.url = url;
    this.ari = ari;
    this.#patience = patience;
  }

  get version(): string | null {
    return this.#facts.version;
  }

  get limits(): string | null {
    return limitsSentence(this.#facts);
  }

  get standIn(): string | null {
    return this.#standIn;
  }

  async start(): Promise<void> {
    for (const deadline = Date.now() + this.#patience.startMs; ; await wait(PROBE_MS)) {
      const { header, why } = await probe(this.url);
      if (header !== null) {
        this.#facts = factsOfHeader(header);
        this.#standIn = isVendorsHeader(header) ? null : NOT_THE_VENDORS;
        return;
      }
      if (Date.now() >= deadline) {
        throw new Error(
          `LIGHTSTREAMER_URL=${this.url}: nothing answers there (${why}); start the broker, or correct the address`,
        );
      }
    }
  }

  async stop(): Promise<void> {
    // Not ours to end.
  }
}

/** Ports that are free now, the first one on `host`, the others on loopback. */
async function freePorts(count: number, host: string): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(
      servers.map(
        (server, index) =>
          new Promise<number>((resolve, reject) => {
            server.once('error', (error) => reject(new Error(`HOST=${host}: ${error.message}`)));
            server.listen(0, index === 0 ? host : '127.0.0.1', () => {
              const address = server.address();
              if (address !== null && typeof address === 'object') resolve(address.port);
            });
          }),
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}
