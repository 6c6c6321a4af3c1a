/** One check's view of a server: connects clients, has them closed afterwards, and knows what the server must have counted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSPORT_ENTRIES } from '../../metrics/transports.ts';
import type { Adapter, ConnectOptions, Transport } from '../../protocol/socket.ts';
import { COUNTED, type Counted, type Verb } from '../../protocol/verbs.ts';
import { type App, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { ControlClient } from './control-client.ts';
import { CheckFailure, demand, sum, within } from './demand.ts';
import type { ClientTask, ClientToKill } from './killed-client.ts';
import type { Tap } from './tap.ts';
import { TestClient } from './test-client.ts';
import type { Limits } from './time-limits.ts';

/** An app's processes, or, for tests of the suite, what behaves like them. */
export interface TestServers {
  app: App;
  adapter: Adapter;
  /** Asked before each check. */
  limits(): Limits;
  /** @param env variables besides; undefined takes one away */
  startServer(env?: Record<string, string | undefined>): Promise<Server>;
  startClientToKill(url: string, transport: Transport, task: ClientTask): Promise<ClientToKill>;
  /** Opens a tap before `server`. */
  tapBefore(server: Server): Promise<Tap>;
  /** Counts the connections, up to `wanted`, that wait for `server` while it stands still. */
  waitingConnections(server: Server, wanted: number, deadlineMs: number): Promise<number>;
}

/** The server's counts: per verb what it received and sent in all. */
export type WantedCounts = Partial<Record<Counted, readonly [received: number, sent: number]>>;

const LOOK_AGAIN_MS = 10;
/** Tells whether a client holds a connection, which the operating system ends with its process. */
const isHeld = (transport: Transport): boolean =>
  TRANSPORT_ENTRIES[transport].stays && TRANSPORT_ENTRIES[transport].polls === null;
/** A report shows no more clients than this. */
const MOST_CLIENTS = 4;

/** Tells whether a server can send without a request, and so send clients anything but replies. */
export const tells = (verbs: readonly Verb[]): boolean => verbs.some((verb) => verb !== 'request' && verb !== 'sink');

/** One server of the app and the means to talk to it. Connections that a check opens here are closed after it. */
export class Context {
  readonly app: App;
  readonly adapter: Adapter;
  /** The verbs of the transport in `app.json`. */
  readonly verbs: readonly Verb[];
  readonly control: ControlClient;
  /** The longest wait for what should come, ms. Generous: it decides when to give up, not what is fast enough. */
  readonly deadlineMs: number;
  /** The longest time until `connect` must give up, ms. */
  readonly timeoutMs: number;
  /** The longest time until the server must notice that a client was killed, ms. */
  readonly noticeMs: number;
  /** Set by a check whose rule is kept, when there is something to know about how. */
  note: string | null = null;
  #clients: TestClient[] = [];
  readonly #toKill = new Set<ClientToKill>();
  readonly #servers: Server[] = [];
  readonly #taps: Tap[] = [];
  #fencesBefore = 0;

  constructor(
    readonly servers: TestServers,
    readonly transport: Transport,
    readonly server: Server,
    /** The reasons why the server ended during earlier checks, one sentence each. */
    readonly crashes: readonly string[],
  ) {
    this.app = servers.app;
    this.adapter = servers.adapter;
    const { answerMs, timeoutMs, sessionMs } = servers.limits();
    this.deadlineMs = answerMs;
    this.timeoutMs = timeoutMs;
    this.noticeMs = isHeld(transport) ? timeoutMs : sessionMs;
    this.verbs = verbsOf(servers.app, transport);
    this.control = new ControlClient(server.control, answerMs);
  }

  /**
   * Connects one client over `transport`; `name` is what messages call it. The first one finds no client of an earlier check.
   * @param url what it connects to; default: the server
   * @param options besides the transport
   * @param deadlineMs for connecting, and for all that it waits for
   */
  async connect(
    name: string,
    url = this.server.url,
    options: Omit<ConnectOptions, 'transport'> = {},
    deadlineMs = this.deadlineMs,
  ): Promise<TestClient> {
    const { transport } = this;
    // It would be told of those of the check before who have not left yet.
    if (this.#clients.length === 0) await this.untilConnections();
    const sentence = `${name} could not connect over ${transport} within ${deadlineMs / 1000} s`;
    const socket = await within(this.adapter.connect(url, { transport, ...options }), deadlineMs, sentence);
    const client = new TestClient(socket, name, deadlineMs);
    this.#clients.push(client);
    return client;
  }

  /** Connects several, one after the other. */
  async connectAll(...names: string[]): Promise<TestClient[]> {
    const clients: TestClient[] = [];
    for (const name of names) clients.push(await this.connect(name));
    return clients;
  }

  /** Opens a tap before the server, or before `another`. */
  async tap(another?: Server): Promise<Tap> {
    const tap = await this.servers.tapBefore(another ?? this.server);
    this.#taps.push(tap);
    return tap;
  }

  /** Connects a client in a process of its own, to be killed. */
  async connectToKill(task: ClientTask): Promise<ClientToKill> {
    const victim = await this.servers.startClientToKill(this.server.url, this.transport, task);
    this.#toKill.add(victim);
    return {
      kill: async () => {
        this.#toKill.delete(victim);
        await victim.kill();
      },
    };
  }

  /** Starts another server of the app with these environment variables besides; undefined takes one away. */
  async startAnother(env: Record<string, string | undefined>): Promise<Server> {
    const server = await this.servers.startServer(env);
    this.#servers.push(server);
    return server;
  }

  /**
   * The server for clients whose connections are cut. Over transports that poll it is another one: it learns of the loss a minute later if no poll
   * was under way, and other checks would find the connection.
   */
  async serverToCut(): Promise<Server> {
    return isHeld(this.transport) ? this.server : this.startAnother({});
  }

  /** Waits until the server knows of the connections that are open and of no other, and has it count anew. */
  async begin(begin: unknown = { bucketMs: 1000, greet: null }): Promise<void> {
    await this.untilConnections();
    this.#fencesBefore = this.#fences;
    await this.control.begin(begin);
  }

  /**
   * Demands that the server has counted since {@link begin} exactly what is said, and nothing of the other verbs. `refused` is what checks
   * made it refuse, without the fences.
   */
  async demandCounts(wanted: WantedCounts, refused = 0): Promise<void> {
    const counts = await this.control.counts();
    for (const verb of COUNTED) {
      const [received, sent] = wanted[verb] ?? [0, 0];
      const got = [sum(counts.verbs[verb].received), sum(counts.verbs[verb].sent)];
      demand(
        got[0] === received && got[1] === sent,
        () =>
          `of ${verb} the server must have counted ${received} received and ${sent} sent, but has ${got[0]} and ${got[1]}`,
      );
    }
    const inAll = refused + this.#fences - this.#fencesBefore;
    demand(
      counts.refused === inAll,
      () => `the server refused ${inAll} events and requests, but has counted ${counts.refused}`,
    );
  }

  /** Waits until the server knows of the connections that are open, and of no other. */
  async untilConnections(): Promise<void> {
    // Over what is asked and answered alone, a connection is whatever a server makes of it.
    if (!tells(this.verbs)) return;
    // Clients of an earlier check whose connections were cut have left without a goodbye.
    const deadlineMs = this.#clients.length === 0 ? this.noticeMs : this.deadlineMs;
    const giveUp = performance.now() + deadlineMs;
    for (;;) {
      const open = this.#clients.filter((client) => client.isOpen).length + this.#toKill.size;
      const { connections } = await this.control.counts();
      if (connections === open) return;
      if (performance.now() > giveUp) {
        const seconds = deadlineMs / 1000;
        throw new CheckFailure(`${open} connections are open, but after ${seconds} s the server counts ${connections}`);
      }
      await sleep(LOOK_AGAIN_MS);
    }
  }

  get #fences(): number {
    return sum(this.#clients.map((client) => client.fences));
  }

  /** Lists what each client sent and got, a line each, for the report of a failure. */
  conversation(): string[] {
    return this.#clients.slice(0, MOST_CLIENTS).flatMap((client) => client.conversation());
  }

  async dismiss(): Promise<void> {
    const clients = this.#clients;
    this.#clients = [];
    this.#fencesBefore = 0;
    await Promise.all(clients.map((client) => client.close()));
  }

  async close(): Promise<void> {
    const closing = this.#clients.map((client) => within(client.close(), this.deadlineMs, 'close hangs'));
    // A check of its own tests whether close works.
    await Promise.allSettled([...closing, ...[...this.#toKill].map((victim) => victim.kill())]);
    for (const tap of this.#taps) tap.close();
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}
