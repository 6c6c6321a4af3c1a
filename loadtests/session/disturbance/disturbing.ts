/** One disturbance beside a test: its handles, its end, and its account. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTROL_TOKEN, type Counts } from '../../../protocol/control.ts';
import type { Flag } from '../../../protocol/run-record.ts';
import type { PlacedServer } from '../../../setup/apps/places/place.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { connectionsOn } from '../../../system/ports.ts';
import { isRunning } from '../../../system/process-owner.ts';
import { processTree } from '../../../system/process-tree.ts';
import type {
  Account,
  Change,
  ClientNetwork,
  ClientProcesses,
  DisturbanceScript,
  Disturbed,
  NextServer,
  ServerHandle,
  SlowClient,
} from '../../scenarios/disturbance-script.ts';
import type { LoadOutcome } from '../measure/load.ts';
import type { PlannedRun } from '../measure/run-context.ts';

/** A disturbance of a run, whose script has been loaded. */
export interface DisturbanceParts {
  script: DisturbanceScript;
  network: ClientNetwork;
  clients: ClientProcesses;
  /** The client that can be held, and its own way; null: there is none. */
  slow: { client: number; url: string; path: SlowClient } | null;
  next: NextServer | null;
  run: PlannedRun;
  server: RestartedServer;
}

export class Disturbing {
  readonly #parts: DisturbanceParts;
  readonly #over = new AbortController();
  #startedAt = 0;
  #disturbed: Promise<Disturbed> = Promise.resolve({ window: null, flags: [] });

  constructor(parts: DisturbanceParts) {
    this.#parts = parts;
  }

  /** The test has begun. */
  begin(): void {
    this.#startedAt = monotonicMs();
    const { script, network, clients, server, slow, next, run } = this.#parts;
    const { signal } = this.#over;
    const until = (at: number): Promise<void> =>
      sleep(Math.max(0, at - monotonicMs()), undefined, { signal }).catch(() => {
        throw new Error('the test was over before');
      });
    this.#disturbed = script
      .disturb(run.step.params, { network, clients, server, slow: slow?.path ?? null, next, until }, this.#startedAt)
      .catch((error: Error): Disturbed => ({ window: null, flags: [failed(error.message)] }));
  }

  /** The test is over: what is still under way is waited for. */
  async end({ outcome, backend }: LoadOutcome): Promise<Account> {
    this.#over.abort();
    const disturbed = await this.#disturbed;
    const { script, run } = this.#parts;
    const { params, clients } = run.step;
    const { reports } = outcome;
    const input = { params, clients, startedAt: this.#startedAt, disturbed, reports, backend };
    const { flags, ...account } = script.account(input);
    return { ...account, flags: [...disturbed.flags, ...flags] };
  }
}

const failed = (message: string): Flag => ({
  code: 'disturbance-failed',
  level: 'fatal',
  message: `the disturbance was not made as planned: ${message}`.slice(0, 1000),
});

/** The hooks around the processes of a server that is started again. */
interface RestartHooks {
  /** Starts a process with these variables besides. */
  start(env: Readonly<Record<string, string>>): Promise<PlacedServer>;
  /** Reads the server's counts; null where it does not answer. */
  counts(): Promise<Counts | null>;
  /** A new process is up: it is to count. */
  begin(server: PlacedServer): Promise<void>;
  /** It is the server from here on. */
  onServer(server: PlacedServer): Promise<void>;
}

/** A server under test whose process can be ended and started again on its port, or beside it on another one. */
export class RestartedServer implements ServerHandle {
  #server: PlacedServer;
  /** The one beside it; null: none, or it is the server. */
  #next: PlacedServer | null = null;
  readonly #hooks: RestartHooks;
  /** The counts of the processes that were ended. */
  readonly counts: Counts[] = [];

  constructor(server: PlacedServer, hooks: RestartHooks) {
    this.#server = server;
    this.#hooks = hooks;
  }

  stop(): Promise<Change> {
    return this.#end(() => this.#server.stop());
  }

  kill(): Promise<Change> {
    return this.#end(() => this.#server.kill());
  }

  async killOne(): Promise<Change> {
    const { meter, port } = this.#server;
    const [first, ...others] = meter.by === 'tree' ? processTree(meter.pid) : [];
    const [one] = connectionsOn(port, others).sort((a, b) => b.connections - a.connections);
    if (first === undefined || one === undefined || one.connections === 0)
      throw new Error('no process of the server but its first has connections');
    const from = monotonicMs();
    process.kill(one.pid, 'SIGKILL');
    while (isRunning(one.pid)) await sleep(1);
    return { from, to: monotonicMs() };
  }

  async start(): Promise<Change> {
    const from = monotonicMs();
    this.#server = await this.#start({ PORT: String(this.#server.port) });
    const to = monotonicMs();
    await this.#hooks.onServer(this.#server);
    await this.#hooks.begin(this.#server);
    return { from, to };
  }

  /** @param pointAt points the clients, and the backend, at a port */
  next(pointAt: (port: number) => Promise<void>): NextServer {
    return {
      start: async () => {
        const from = monotonicMs();
        this.#next = await this.#start({});
        await this.#hooks.begin(this.#next);
        return { from, to: monotonicMs() };
      },
      switch: async () => {
        const from = monotonicMs();
        await pointAt(this.#next!.port);
        return { from, to: monotonicMs() };
      },
      endFirst: async () => {
        const ended = await this.stop();
        this.#server = this.#next!;
        this.#next = null;
        await this.#hooks.onServer(this.#server);
        return ended;
      },
    };
  }

  /** Ends the one beside it, where there is one. */
  async stopNext(): Promise<void> {
    await this.#next?.stop();
    this.#next = null;
  }

  /** Starts one that the controller of the first controls. */
  async #start(env: Readonly<Record<string, string>>): Promise<PlacedServer> {
    const { token } = this.#server.control;
    const started = await this.#hooks.start({ ...env, [CONTROL_TOKEN]: token });
    return { ...started, control: { ...started.control, token } };
  }

  /** Its counts are read first: they go with it. */
  async #end(end: () => Promise<void>): Promise<Change> {
    const counts = await this.#hooks.counts();
    if (counts !== null) this.counts.push(counts);
    const from = monotonicMs();
    await end();
    return { from, to: monotonicMs() };
  }
}
