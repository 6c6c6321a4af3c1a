/** A broker of the vendor's that the app starts from its folder, starts again when it ends, and ends. */
import { isWildcard } from './conf.ts';
import { editionOf, makeFolder, type ServerPlan } from './folder.ts';
import { factsOfLog } from './limits.ts';
import { runServer, type ServerProcess } from './process.ts';
import { type Environment, unpackedVersion, type VendorHome } from './settings.ts';
import { PROBE_MS, probe, VendorBroker, wait } from './vendor-broker.ts';

/** A broker that ends by itself is started again: at once, then after twice as long each time, ms. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

export class OwnBroker extends VendorBroker {
  readonly url: string;
  readonly ari: VendorBroker['ari'];
  readonly otherProcess = null;
  readonly #launcher: string;
  readonly #plan: ServerPlan;
  readonly #env: Environment;
  readonly #startMs: number;
  #server: ServerProcess | null = null;
  #stopped = false;

  /** @param startMs the time limit until it answers */
  constructor(
    { home, launcher, host }: VendorHome,
    ports: Omit<ServerPlan, 'home' | 'host'>,
    env: Environment,
    startMs: number,
  ) {
    super();
    this.#launcher = launcher;
    this.#plan = { home, host, ...ports };
    this.#env = env;
    this.#startMs = startMs;
    this.facts = { ...editionOf(home), version: unpackedVersion(home) };
    this.url = originOf(host, ports.port);
    this.ari = { host: '127.0.0.1', ...ports.ari };
  }

  async start(): Promise<void> {
    this.#stopped = false;
    const server = await this.#startOnce();
    void server.ended.then((how) => this.#endedByItself(server, how));
  }

  override async stop(): Promise<void> {
    this.#stopped = true;
    await this.#server?.stop();
  }

  async #startOnce(): Promise<ServerProcess> {
    const { home, host, port } = this.#plan;
    const server = runServer(this.#launcher, makeFolder(this.#plan), this.#env);
    this.#server = server;
    const origin = originOf(isWildcard(host) ? '127.0.0.1' : host, port);
    let how: string | null = null;
    void server.ended.then((end) => {
      how = end;
    });
    for (const deadline = Date.now() + this.#startMs; Date.now() < deadline && how === null; ) {
      if ((await probe(origin)).header !== null && how === null) {
        this.facts = factsOfLog(server.log(), this.facts);
        return server;
      }
      await Promise.race([wait(PROBE_MS), server.ended]);
    }
    const late = `does not answer at ${origin} after ${this.#startMs / 1_000} s`;
    const what = how === null ? late : `ended with ${how} before it answered`;
    await server.stop();
    throw new Error(
      `Lightstreamer Server (LIGHTSTREAMER_HOME=${home}) ${what}. Look at JAVA_HOME and the license in conf/lightstreamer_edition_conf.xml, and start ${this.#launcher} run by hand to see more. Its log ends:\n${server.lastLines()}`,
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
