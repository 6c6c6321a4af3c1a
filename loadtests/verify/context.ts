/** One check's view of a server: connects clients, has them closed afterwards, and knows what the server must have counted. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Begin } from '../../protocol/control.ts';
import type { Adapter, Transport } from '../../protocol/socket.ts';
import type { Verb } from '../../protocol/verbs.ts';
import { type App, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { type CheckContext, tells } from './check.ts';
import type { Bench } from './check-setup.ts';
import { ControlClient } from './control-client.ts';
import { CheckFailure, sum, within } from './demand.ts';
import { exactCounts, type WantedCounts } from './judge.ts';
import type { DoomedClient, DoomedTask } from './killed-client.ts';
import { TestClient } from './test-client.ts';

const LOOK_AGAIN_MS = 10;
/** Transports that hold a connection, which the operating system ends with its process. */
const HELD: readonly Transport[] = ['websocket', 'sse', 'http-streaming'];
/** A report shows no more clients than this. */
const MOST_CLIENTS = 4;

export class Context implements CheckContext {
  readonly app: App;
  readonly adapter: Adapter;
  readonly verbs: readonly Verb[];
  readonly control: ControlClient;
  readonly deadlineMs: number;
  readonly timeoutMs: number;
  readonly noticeMs: number;
  readonly #clients: TestClient[] = [];
  readonly #doomed = new Set<DoomedClient>();
  readonly #servers: Server[] = [];
  #fencesBefore = 0;

  constructor(
    readonly bench: Bench,
    readonly transport: Transport,
    readonly server: Server,
    readonly crashes: readonly string[],
  ) {
    this.app = bench.app;
    this.adapter = bench.adapter;
    const { answerMs, timeoutMs, sessionMs } = bench.limits();
    this.deadlineMs = answerMs;
    this.timeoutMs = timeoutMs;
    this.noticeMs = HELD.includes(transport) ? timeoutMs : sessionMs;
    this.verbs = verbsOf(bench.app, transport);
    this.control = new ControlClient(server.control, answerMs);
  }

  async connect(name: string): Promise<TestClient> {
    const { transport, deadlineMs } = this;
    // It would be told of those of the check before who have not left yet.
    if (this.#clients.length === 0) await this.#untilConnections();
    const sentence = `${name} could not connect over ${transport} within ${deadlineMs / 1000} s`;
    const socket = await within(this.adapter.connect(this.server.url, { transport }), deadlineMs, sentence);
    const client = new TestClient(socket, name, deadlineMs);
    this.#clients.push(client);
    return client;
  }

  async connectAll(...names: string[]): Promise<TestClient[]> {
    const clients: TestClient[] = [];
    for (const name of names) clients.push(await this.connect(name));
    return clients;
  }

  async connectDoomed(task: DoomedTask): Promise<DoomedClient> {
    const doomed = await this.bench.startDoomedClient(this.server.url, this.transport, task);
    this.#doomed.add(doomed);
    return {
      kill: async () => {
        this.#doomed.delete(doomed);
        await doomed.kill();
      },
    };
  }

  async startAnother(env: Record<string, string | undefined>): Promise<Server> {
    const server = await this.bench.startServer(env);
    this.#servers.push(server);
    return server;
  }

  async begin(begin: Partial<Begin> = {}): Promise<void> {
    await this.#untilConnections();
    this.#fencesBefore = this.#fences;
    await this.control.begin({ bucketMs: 1000, greet: null, ...begin });
  }

  async demandCounts(wanted: WantedCounts, refused = 0): Promise<void> {
    exactCounts(await this.control.counts(), wanted, refused + this.#fences - this.#fencesBefore);
  }

  /** Waits until the server knows of the connections that are open, and of no other. */
  async #untilConnections(): Promise<void> {
    // Over what is asked and answered alone, a connection is whatever a server makes of it.
    if (!tells(this.verbs)) return;
    const giveUp = performance.now() + this.deadlineMs;
    for (;;) {
      const open = this.#clients.filter((client) => client.isOpen).length + this.#doomed.size;
      const { connections } = await this.control.counts();
      if (connections === open) return;
      if (performance.now() > giveUp) {
        const seconds = this.deadlineMs / 1000;
        throw new CheckFailure(`${open} connections are open, but after ${seconds} s the server counts ${connections}`);
      }
      await sleep(LOOK_AGAIN_MS);
    }
  }

  get #fences(): number {
    return sum(this.#clients.map((client) => client.fences));
  }

  /** What each client sent and got, a line each, for the report of a failure. */
  conversation(): string[] {
    return this.#clients.slice(0, MOST_CLIENTS).flatMap((client) => client.conversation());
  }

  async close(): Promise<void> {
    const closing = this.#clients.map((client) => within(client.close(), this.deadlineMs, 'close hangs'));
    // Whether close works is the business of a check of its own.
    await Promise.allSettled([...closing, ...[...this.#doomed].map((doomed) => doomed.kill())]);
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}
