/** Workers that join from elsewhere: listens for them, keeps spare ones, and reports how many are missing. */
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { SwarmHosts } from '../../swarm.ts';
import type { SwarmWorker, WorkerSource } from '../swarm-worker.ts';
import type { JoinAddress } from './address.ts';
import { JoinPort } from './join-port.ts';
import { HostNames, JoinedHosts } from './joined-hosts.ts';
import { JoinedWorker } from './joined-worker.ts';
import { JOIN_TOKEN } from './token.ts';
import { thisVersion } from './version.ts';

export interface JoinedWorkersOptions {
  address: JoinAddress;
  token: string;
  /** True if the token was made for this session, so that it is secret. */
  tokenIsNew: boolean;
  /** The checkout's commit; null outside of one. */
  commit: string | null;
  /** Told what is waited for. */
  say: (line: string) => void;
  /** The time limit for a replacement, ms. There is none for the first workers. */
  replaceMs?: number;
}

const REPLACE_MS = 30_000;
/** The most spare workers. Another one is sent away and may come again. */
const MOST_WAITING = 100;

const amount = (workers: number): string => (workers === 1 ? '1 worker is' : `${workers} workers are`);

export class JoinedWorkers implements WorkerSource {
  readonly #options: JoinedWorkersOptions;
  #port: JoinPort | null = null;
  /** True once as many workers had joined as were wanted. */
  #complete = false;
  readonly #all = new Set<JoinedWorker>();
  readonly #waiting: JoinedWorker[] = [];
  readonly #names = new HostNames();
  #wake: () => void = () => {};

  constructor(options: JoinedWorkersOptions) {
    this.#options = options;
  }

  /** The URL at which workers join, once the first were asked for. */
  get url(): string | null {
    return this.#port?.url ?? null;
  }

  /** @throws OutcryError (missing) when nothing can listen there; (failed) when nobody takes the place of one that died */
  async fill(places: SwarmWorker[], count: number): Promise<void> {
    await this.#listen();
    const { say, replaceMs = REPLACE_MS } = this.#options;
    const until = this.#complete ? Date.now() + replaceMs : Number.POSITIVE_INFINITY;
    for (let told = 0; ; ) {
      this.#place(places, count);
      const died = places.slice(0, count).flatMap(({ death }) => death ?? []);
      const missing = count - places.length + died.length;
      if (missing <= 0) break;
      const who = died.length > 0 ? ` (${died.join('; ')})` : '';
      if (Date.now() >= until) {
        throw new OutcryError(`${amount(missing)} missing of ${count}, and no other has joined${who}`, EXIT.failed);
      }
      if (missing !== told) say(`${amount(missing)} missing of ${count}, at ${this.#port!.url}${who}`);
      told = missing;
      await this.#somethingNew(until - Date.now());
    }
    this.#complete = true;
  }

  shareClock(workers: readonly SwarmWorker[]): boolean {
    return workers.every((worker) => worker instanceof JoinedWorker && worker.here);
  }

  hosts(holders: () => readonly SwarmWorker[]): SwarmHosts {
    return new JoinedHosts(() => holders().filter((worker) => worker instanceof JoinedWorker));
  }

  async close(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all([...this.#all].map((worker) => worker.over()));
    await this.#port?.close();
    this.#port = null;
  }

  async #listen(): Promise<void> {
    if (this.#port !== null) return;
    const { address, token, tokenIsNew, commit, say } = this.#options;
    const version = await thisVersion(commit);
    this.#port = await JoinPort.listen({ address, token, version, onWorker: (worker) => this.#joined(worker) });
    const { url } = this.#port;
    if (tokenIsNew) say(`workers join with:\n  ${JOIN_TOKEN}=${token} ./outcry worker --join ${url}`);
  }

  #joined(worker: JoinedWorker): void {
    // It was cut off and has come back before that was noticed.
    for (const one of this.#all) if (one.id === worker.id) one.replaced();
    worker.host = { ...worker.host, name: this.#names.nameOf(worker.host) };
    this.#all.add(worker);
    void worker.gone.then(() => {
      this.#all.delete(worker);
      this.#wake();
    });
    if (this.#alive().length >= MOST_WAITING) worker.letGo('came when enough were waiting');
    else this.#waiting.push(worker);
    this.#wake();
  }

  #alive(): JoinedWorker[] {
    return this.#waiting.filter(({ death }) => death === null);
  }

  /** Waiting workers take the places of dead ones, and free places. */
  #place(places: SwarmWorker[], count: number): void {
    const free = this.#alive();
    for (let index = 0; index < count && free.length > 0; index++) {
      if (places[index]?.death !== null) places[index] = free.shift()!;
    }
    this.#waiting.splice(0, Number.POSITIVE_INFINITY, ...free);
  }

  /** Resolves when a worker has joined or died, at most after `ms`. */
  #somethingNew(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, Math.max(0, ms)) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
