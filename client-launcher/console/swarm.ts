/** The console swarm: clients in worker processes, for numbers that browsers cannot give. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from 'simple-statistics';
import type { Dataset, InitTest } from '../../protocol/messages.ts';
import { APPS_DIR } from '../../setup/apps/manifest.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { ConnectPlan, SendPlan, Swarm, SwarmProgress, SwarmVersions, TestOutcome } from '../swarm.ts';
import { bundleWorker } from './bundle.ts';
import { divide } from './divide.ts';
import { checkFit, connectionsPerClient, readLimits } from './limits.ts';
import { Member } from './member.ts';

export interface ConsoleSwarmOptions {
  /** The most clients that will be connected; decides how many workers there are. */
  clients: number;
  /** More clients in a process distort latency; fewer cost memory. Default 250. */
  clientsPerWorker?: number;
  /** Where the apps are; default this checkout's `apps/`. */
  appsDir?: string;
}

/** Handshakes under way at once in all workers together: servers queue about twice as many. */
const PARALLEL_CONNECTS = 256;
const PARALLEL_CONNECTS_PER_WORKER = 64;

/** Tells a worker what to send. One that dies here does not keep the others from the test: it is in `died`. */
async function prepare(worker: Member, plan: SendPlan): Promise<void> {
  try {
    await worker.tell({ do: 'prepare', plan });
  } catch (error) {
    if (worker.death === null) throw error;
  }
}

export class ConsoleSwarm implements Swarm {
  readonly kind = 'console';
  readonly browser = null;
  readonly versions: SwarmVersions = { browser: null, driver: null };
  readonly members: number;
  readonly #clients: number;
  readonly #appsDir: string;
  #file = '';
  #workers: Member[] = [];
  #wanted = 0;
  /** The first so many workers hold clients. */
  #holding = 0;
  #dataset: Dataset | null = null;
  #onNews: () => void = () => {};

  constructor({ clients, clientsPerWorker = 250, appsDir = APPS_DIR }: ConsoleSwarmOptions) {
    if (!(Number.isInteger(clients) && clients >= 1)) {
      throw new OutcryError(`a console swarm needs 1 client or more, not ${clients}`, EXIT.usage);
    }
    if (!(Number.isInteger(clientsPerWorker) && clientsPerWorker >= 1)) {
      throw new OutcryError(`a worker needs 1 client or more, not ${clientsPerWorker}`, EXIT.usage);
    }
    this.#clients = clients;
    this.#appsDir = appsDir;
    this.members = Math.ceil(clients / clientsPerWorker);
  }

  async launch(): Promise<void> {
    checkFit(readLimits(), this.#clients, this.members, 1);
    this.#file = await bundleWorker();
    await this.#replaceTheDead();
  }

  async connect(plan: ConnectPlan): Promise<void> {
    const { framework, url, transport, clients } = plan;
    if (clients > this.#clients) {
      throw new OutcryError(`this swarm was made for ${this.#clients} clients, not ${clients}`, EXIT.usage);
    }
    const adapter = join(this.#appsDir, framework, 'dist', 'socket.mjs');
    if (!existsSync(adapter)) {
      throw new OutcryError(
        `apps/${framework} is not built (dist/socket.mjs is missing); run ./outcry setup`,
        EXIT.missing,
      );
    }
    checkFit(readLimits(), clients, this.members, connectionsPerClient(transport));
    await this.#replaceTheDead();
    this.#wanted = clients;
    this.#dataset = null;
    const groups = divide(clients, this.#workers.length);
    this.#holding = groups.length;
    const parallel = Math.max(1, Math.min(PARALLEL_CONNECTS_PER_WORKER, Math.floor(PARALLEL_CONNECTS / groups.length)));
    const same = { adapter: pathToFileURL(adapter).href, url, transport, clientCount: clients, parallel };
    const connecting = groups.map((clientIds, member) =>
      this.#workers[member]!.tell({ do: 'connect', ...same, clientIds }),
    );
    const failed = (await Promise.allSettled(connecting)).find((result) => result.status === 'rejected');
    if (failed) {
      await this.disconnect();
      throw new OutcryError((failed.reason as Error).message, EXIT.failed);
    }
  }

  async start(init: InitTest, send: SendPlan): Promise<void> {
    this.#dataset = null;
    for (const worker of this.#workers) worker.busy = [];
    try {
      await Promise.all(this.#holders().map((worker) => prepare(worker, send)));
      await this.#workers[0]!.tell({ do: 'start', init });
    } catch (error) {
      throw new OutcryError(`the test could not begin: ${(error as Error).message}`, EXIT.failed);
    }
  }

  finished(timeoutMs: number): Promise<TestOutcome> {
    return new Promise((resolve) => {
      const finish = (error: string | null) => {
        clearTimeout(timer);
        this.#onNews = () => {};
        resolve({ dataset: this.#dataset, died: this.#died(), error, busiestLoop: this.#busiestLoop() });
      };
      const timer = setTimeout(() => finish(this.#whyNothingCame(timeoutMs)), timeoutMs);
      this.#onNews = () => {
        if (this.#dataset !== null) finish(null);
        else if (this.#workers[0]?.death) finish(`the worker that holds the master died: ${this.#workers[0].death}`);
      };
      this.#onNews();
    });
  }

  async disconnect(): Promise<void> {
    this.#wanted = 0;
    await Promise.allSettled(this.#living().map((worker) => worker.tell({ do: 'disconnect' })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.end()));
    this.#workers = [];
  }

  pids(): number[] {
    return this.#living().map((worker) => worker.pid);
  }

  progress(): SwarmProgress {
    return {
      members: this.members,
      membersUp: this.#living().length,
      clients: this.#wanted,
      clientsConnected: this.#workers.reduce((sum, worker) => sum + worker.connected, 0),
    };
  }

  #living(): Member[] {
    return this.#workers.filter((worker) => worker.death === null);
  }

  /** The living workers that hold clients. */
  #holders(): Member[] {
    return this.#workers.slice(0, this.#holding).filter((worker) => worker.death === null);
  }

  #died(): TestOutcome['died'] {
    return this.#workers.flatMap(({ death }, index) => (death === null ? [] : [{ member: index + 1, reason: death }]));
  }

  #busiestLoop(): number | null {
    const medians = this.#holders().flatMap(({ busy }) => (busy.length === 0 ? [] : [median(busy)]));
    return medians.length === 0 ? null : Math.max(...medians);
  }

  #whyNothingCame(timeoutMs: number): string {
    const reason = this.#workers.find((worker) => worker.error !== null)?.error;
    return `no dataset came within ${Math.round(timeoutMs / 1000)} s${reason ? `: ${reason}` : ''}`;
  }

  async #replaceTheDead(): Promise<void> {
    const fresh: Member[] = [];
    for (let index = 0; index < this.members; index++) {
      if (this.#workers[index]?.death === null) continue;
      const label = `console worker ${index + 1}`;
      const worker = new Member(
        this.#file,
        label,
        (dataset) => {
          this.#dataset = dataset;
          this.#onNews();
        },
        () => this.#onNews(),
      );
      this.#workers[index] = worker;
      fresh.push(worker);
    }
    try {
      await Promise.all(fresh.map((worker) => worker.ready()));
    } catch (error) {
      await this.close();
      throw new OutcryError(`a console worker did not come up: ${(error as Error).message}`, EXIT.missing);
    }
  }
}
