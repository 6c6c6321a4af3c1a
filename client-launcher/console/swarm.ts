/** The console swarm: clients in worker processes, for numbers that browsers cannot give. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOneClock, relationOver } from '../../member/clock-relation.ts';
import type { MemberReport, TestRequest } from '../../member/contract.ts';
import { TRANSPORT_ENTRIES } from '../../metrics/transports.ts';
import { APPS_DIR } from '../../setup/apps/manifest/manifest.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { advertisedUrl } from '../advertised-url.ts';
import { divide } from '../divide-clients.ts';
import { gather, outcomeOf } from '../gather-reports.ts';
import type { ConnectPlan, Swarm, SwarmHosts, SwarmProgress, SwarmVersions, TestOutcome } from '../swarm.ts';
import { checkFit, filesNeeded, type Need, needsAddresses, plentyOfPorts, sourceAddress } from './client-capacity.ts';
import { LocalWorkers } from './local-workers.ts';
import { allowOpenFiles, readLimits } from './machine-limits.ts';
import type { SwarmWorker, WorkerSource } from './swarm-worker.ts';
import { bundleClientScript } from './worker-bundle.ts';

export interface ConsoleSwarmOptions {
  /** The most clients that will be connected; decides how many workers there are. */
  clients: number;
  /** Default: {@link CLIENTS_PER_WORKER}, and fewer where a plan asks for more members. */
  clientsPerWorker?: number;
  /** The folder of the apps; default this checkout's `apps/`. */
  appsDir?: string;
  /** The folders of the scenarios; default this checkout's `loadtests/scenarios/`. */
  scenarioDirs?: readonly string[];
  /** Workers on other machines, where they reach the servers under `advertise`; default: processes of this machine. */
  elsewhere?: { source(): WorkerSource; workers: number; advertise: string | null };
}

/**
 * Clients of a worker before it is known what they do. Starting a process and compiling the client library's code in it costs as
 * much as some 600 clients that connect and send 10 messages each (docs/benchmarks.md), and memory for as many; a user who finds that
 * their workers do not keep up can have more of them.
 */
export const CLIENTS_PER_WORKER = 1000;

const SCENARIOS = join(ROOT, 'loadtests', 'scenarios');

/** Handshakes under way at once in all workers together: servers queue about twice as many. */
const PARALLEL_CONNECTS = 256;
const PARALLEL_CONNECTS_PER_WORKER = 64;

export class ConsoleSwarm implements Swarm {
  readonly kind = 'console';
  readonly browser = null;
  readonly versions: SwarmVersions = { browser: null, driver: null };
  readonly members: number;
  readonly mostMembers?: number;
  readonly hosts?: SwarmHosts;
  readonly #source: WorkerSource;
  #workers: SwarmWorker[] = [];
  #wanted = 0;
  /** The clients of each worker that holds some. */
  #groups: number[][] = [];
  #test: TestRequest | null = null;
  /** Each with workers of its own: the code of a worker is compiled for one framework at a time, as it is without lanes. */
  readonly #lanes: ConsoleSwarm[] = [];

  constructor(private readonly options: ConsoleSwarmOptions) {
    const { clients, clientsPerWorker = null, elsewhere } = options;
    if (!(Number.isInteger(clients) && clients >= 1)) {
      throw new OutcryError(`a console swarm needs 1 client or more, not ${clients}`, EXIT.usage);
    }
    if (clientsPerWorker !== null && !(Number.isInteger(clientsPerWorker) && clientsPerWorker >= 1)) {
      throw new OutcryError(`a worker needs 1 client or more, not ${clientsPerWorker}`, EXIT.usage);
    }
    this.#source = elsewhere?.source() ?? new LocalWorkers();
    this.hosts = this.#source.hosts?.(() => this.#holders());
    this.members = elsewhere?.workers ?? Math.ceil(clients / (clientsPerWorker ?? CLIENTS_PER_WORKER));
    // More workers than cores would only wait for each other.
    if (clientsPerWorker === null && elsewhere === undefined)
      this.mostMembers = Math.max(this.members, Math.min(clients, availableParallelism()));
  }

  membersFor(clients: number): number {
    return this.mostMembers === undefined ? this.members : Math.ceil(clients / CLIENTS_PER_WORKER);
  }

  async lanes(count: number): Promise<Swarm[]> {
    while (this.#lanes.length < count - 1) {
      const lane = new ConsoleSwarm(this.options);
      // Before its launch, so that closing this swarm ends it too.
      this.#lanes.push(lane);
      await lane.launch();
    }
    return [this, ...this.#lanes.slice(0, count - 1)];
  }

  async launch(): Promise<void> {
    const need: Need = {
      clients: this.options.clients,
      workers: this.members,
      perClient: 1,
      elsewhere: this.#elsewhere,
    };
    // Servers and workers are started by this process, and may what it may.
    allowOpenFiles(filesNeeded(need));
    checkFit(readLimits(plentyOfPorts(need)), need);
    await this.#source.fill(this.#workers, this.members);
  }

  async connect(plan: ConnectPlan): Promise<void> {
    const { framework, url, transport, clients } = plan;
    if (clients > this.options.clients) {
      throw new OutcryError(`this swarm was made for ${this.options.clients} clients, not ${clients}`, EXIT.usage);
    }
    const adapter = plan.adapter ?? join(this.options.appsDir ?? APPS_DIR, framework, 'dist', 'socket.mjs');
    if (!existsSync(adapter)) {
      throw new OutcryError(
        `apps/${framework} is not built (dist/socket.mjs is missing); run ./outcry setup`,
        EXIT.missing,
      );
    }
    const workers = Math.min(this.mostMembers ?? this.members, plan.members ?? this.membersFor(clients));
    const perClient = TRANSPORT_ENTRIES[transport].connections;
    const need: Need = { clients, workers, perClient, elsewhere: this.#elsewhere };
    const limits = readLimits(plentyOfPorts(need));
    checkFit(limits, need);
    const ofItsOwn = needsAddresses(limits, need);
    for (const spare of this.#workers.splice(workers)) void spare.end();
    await this.#source.fill(this.#workers, workers);
    this.#wanted = clients;
    this.#test = null;
    const groups = divide(clients, this.#workers.length);
    this.#groups = groups;
    const parallel = Math.max(1, Math.min(PARALLEL_CONNECTS_PER_WORKER, Math.floor(PARALLEL_CONNECTS / groups.length)));
    const at = {
      adapter: pathToFileURL(adapter).href,
      url: advertisedUrl(url, this.options.elsewhere?.advertise ?? null),
      sharedClock: this.#source.shareClock(this.#holders()),
    };
    const { now = true, options = {}, apart } = plan;
    const same = { transport, clients, parallel, now, options, ...(apart === undefined ? {} : { apart }) };
    const connecting = groups.map((clientIds, member) =>
      this.#workers[member]!.ask({
        do: 'connect',
        ...at,
        source: ofItsOwn ? sourceAddress(member) : null,
        request: { ...same, clientIds },
      }),
    );
    const failed = (await Promise.allSettled(connecting)).find((result) => result.status === 'rejected');
    if (failed) {
      await this.disconnect();
      throw new OutcryError((failed.reason as Error).message, EXIT.failed);
    }
  }

  async prepare(test: TestRequest): Promise<void> {
    this.#test = null;
    const script = pathToFileURL(
      await bundleClientScript(this.options.scenarioDirs ?? [SCENARIOS], test.scenario),
    ).href;
    const prepare = async (worker: SwarmWorker, index: number): Promise<void> => {
      try {
        await worker.ask({ do: 'prepare', script, test });
      } catch (error) {
        // One that has died does not keep the others from the test, unless it is the one that begins it: it is in `died`.
        if (worker.death === null || index === 0) throw error;
      }
    };
    try {
      await Promise.all(this.#workers.slice(0, Math.max(1, this.#groups.length)).map(prepare));
    } catch (error) {
      throw new OutcryError(`the test cannot begin: ${(error as Error).message}`, EXIT.failed);
    }
    this.#test = test;
  }

  async run(timeoutMs: number, begun: () => void = () => {}): Promise<TestOutcome> {
    if (this.#test === null) throw new OutcryError('the swarm was asked to run before it was prepared', EXIT.internal);
    const holders = this.#holders();
    const reporting = holders.map((worker, index) => ({ member: index + 1, report: reportOf(worker) }));
    const beginning = this.#test.start === 'told' ? holders : holders.slice(0, 1);
    // The reason why a worker could not begin is in its report, or it has died.
    void Promise.allSettled(beginning.map((worker) => worker.ask({ do: 'begin' }))).then(begun);
    const gathered = await gather(reporting, timeoutMs);
    const outcome = outcomeOf(gathered, this.died(), timeoutMs);
    // One that does not answer now would keep the next test waiting: a fresh one takes its place.
    for (const member of gathered.late) void this.#workers[member - 1]!.end();
    return outcome;
  }

  async relateAgain(reports: MemberReport[]): Promise<MemberReport[]> {
    const related = reports.map(async (report) => {
      if (isOneClock(report.clock)) return report;
      const worker = this.#holders()[this.#groups.findIndex(([first]) => first === report.clientIds[0])];
      return { ...report, clock: relationOver(report.clock, worker === undefined ? null : await clockOf(worker)) };
    });
    return Promise.all(related);
  }

  async disconnect(): Promise<void> {
    this.#wanted = 0;
    await Promise.allSettled(this.#living().map((worker) => worker.ask({ do: 'disconnect' })));
  }

  async close(): Promise<void> {
    await Promise.all([this.#source.close(), ...this.#lanes.map((lane) => lane.close())]);
    this.#workers = [];
  }

  pids(): number[] {
    return this.#living().flatMap(({ pid }) => pid ?? []);
  }

  died(): TestOutcome['died'] {
    return this.#workers.flatMap(({ death }, index) => (death === null ? [] : [{ member: index + 1, reason: death }]));
  }

  progress(): SwarmProgress {
    return {
      members: Math.max(this.members, this.#workers.length),
      membersUp: this.#living().length,
      clients: this.#wanted,
      clientsConnected: this.#workers.reduce((sum, worker) => sum + worker.connected, 0),
    };
  }

  get #elsewhere(): boolean {
    return this.options.elsewhere !== undefined;
  }

  #holders(): readonly SwarmWorker[] {
    return this.#workers.slice(0, this.#groups.length);
  }

  #living(): SwarmWorker[] {
    return this.#workers.filter((worker) => worker.death === null);
  }
}

async function reportOf(worker: SwarmWorker): Promise<MemberReport> {
  return (await worker.ask({ do: 'report' })).report!;
}

async function clockOf(worker: SwarmWorker): Promise<MemberReport['clock']> {
  try {
    return (await worker.ask({ do: 'relate' })).clock ?? null;
  } catch {
    return null; // it has died, or is not connected any more
  }
}
