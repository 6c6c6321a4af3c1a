/** A broker of the vendor's that the app starts from its folder, starts again when it ends, and ends. */
import { isWildcard } from './conf.ts';
import { editionOf, makeFolder, type ServerPlan } from './folder.ts';
import { LICENCE } from './licence.ts';
import { type EditionFacts, factsOfLog, limitsSentence, maxClientsOf } from './limits.ts';
import { PROBE_MS, probe } from './probe.ts';
import { runServer, type ServerProcess } from './process.ts';
import { type Environment, unpackedVersion, type VendorHome } from './settings.ts';
import type { Patience, VendorBroker } from './vendor-broker.ts';

/** A broker that ends by itself is started again: at once, then after twice as long each time, ms. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class OwnBroker implements VendorBroker {
  readonly url: string;
  readonly ari: VendorBroker['ari'];
  readonly otherProcess = null;
  readonly standIn = null;
  readonly notice = LICENCE;
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

  get maxClients(): number | null {
    return maxClientsOf(this.#facts);
  }

  async check(): Promise<void> {
    // Its folder was looked at when it was named.
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
