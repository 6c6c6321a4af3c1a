/** A worker process of another machine, seen from the swarm: the same as one of this machine. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TestRequest } from '../../../member/contract.ts';
import type { RemoteProgram } from '../../../system/elsewhere/remote-program.ts';
import type { OpenMachine } from '../../elsewhere/open-machine.ts';
import type { Answer, Command, WorkerSays } from '../ipc.ts';
import type { SwarmWorker } from '../swarm-worker.ts';
import { checkedSaid, checkReport } from './check-messages.ts';

/** The time limits of commands, ms. A report has no limit here: the runner knows how long the test may take. */
const LIMIT_MS: Record<Exclude<Command['do'], 'report'>, number> = {
  connect: 600_000,
  prepare: 120_000,
  begin: 30_000,
  relate: 30_000,
  disconnect: 60_000,
};
const READY_MS = 60_000;

interface Asked {
  command: Command;
  resolve(answer: Answer): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

const isLoopback = (host: string): boolean => /^127\.|^localhost$|^\[?::1\]?$/.test(host);

export class RemoteWorker implements SwarmWorker {
  connected = 0;
  death: string | null = null;
  readonly pid = null;
  readonly on: OpenMachine;
  /** The clients that it was given last. */
  clientIds: readonly number[] = [];
  /** The metrics of the last prepared test. */
  #metrics: TestRequest['metrics'] = {};
  #program: RemoteProgram | null = null;
  #onReady: () => void = () => {};
  readonly #asked = new Map<number, Asked>();
  #numbers = 0;

  private constructor(on: OpenMachine) {
    this.on = on;
  }

  /**
   * Starts one; resolves when it is up.
   * @param file the workers' program there
   * @throws Error when it does not come up
   */
  static async start(on: OpenMachine, file: string): Promise<RemoteWorker> {
    const worker = new RemoteWorker(on);
    const ready = new Promise<void>((resolve) => {
      worker.#onReady = resolve;
    });
    const program = await on.machine.start(['node', file], {
      ipc: true,
      role: 'load',
      env: { NODE_ENV: 'production' },
      onMessage: (message) => worker.#heard(message),
    });
    worker.#program = program;
    void program.exited.then(() => worker.#ended(program));
    const late = setTimeout(() => worker.#fail(`was not ready after ${READY_MS / 1000} s`), READY_MS);
    await Promise.race([ready, program.exited]);
    clearTimeout(late);
    if (worker.death === null) return worker;
    void program.end();
    throw new Error(worker.death);
  }

  /** Its pid there. */
  get remotePid(): number {
    return this.#program!.pid;
  }

  async ask(command: Command): Promise<Answer> {
    if (command.do === 'connect') {
      this.clientIds = command.request.clientIds;
      const adapter = await this.#sent(command.adapter);
      return this.#withHint(command.url, this.#tell({ ...command, adapter }));
    }
    if (command.do === 'prepare') {
      this.#metrics = command.test.metrics;
      return this.#tell({ ...command, script: await this.#sent(command.script) });
    }
    return this.#tell(command);
  }

  async end(): Promise<void> {
    if (this.death !== null) return;
    this.#die('was let go');
    await this.#program!.end();
  }

  /** Sends a module that is missing there. @returns its URL there */
  async #sent(url: string): Promise<string> {
    const [path] = await this.on.machine.ship([fileURLToPath(url)]);
    return pathToFileURL(path!).href;
  }

  #tell(command: Command): Promise<Answer> {
    if (this.death !== null) return Promise.reject(new Error(this.death));
    return new Promise((resolve, reject) => {
      const number = ++this.#numbers;
      const limit = command.do === 'report' ? null : LIMIT_MS[command.do];
      const late = (): void => this.#fail(`did not answer "${command.do}" within ${limit! / 1000} s`);
      const timer = limit === null ? undefined : setTimeout(late, limit);
      this.#asked.set(number, { command, resolve, reject, timer });
      this.#program!.send({ ...command, number });
    });
  }

  /** A server on loopback is out of reach of other machines, which the error of a connection does not say. */
  async #withHint(url: string, connecting: Promise<Answer>): Promise<Answer> {
    try {
      return await connecting;
    } catch (error) {
      const { message } = error as Error;
      const { here, host } = this.on;
      if (this.death !== null || here || !isLoopback(new URL(url).hostname)) throw error;
      throw new Error(`${message} (it runs on ${host.name}: --advertise says how that reaches the server)`);
    }
  }

  #heard(message: unknown): void {
    if (this.death !== null) return;
    try {
      this.#note(checkedSaid(message));
    } catch (error) {
      this.#fail(`said what no worker says: ${(error as Error).message}`);
    }
  }

  /** @throws Error when it is no answer to what was asked */
  #note(said: WorkerSays): void {
    if (said.says === 'connected') this.connected = Math.min(said.connected, this.clientIds.length);
    else if (said.says === 'done') this.#answer(said);
    else this.#onReady();
  }

  #answer({ says: _, number, error, ...answer }: WorkerSays & { says: 'done' }): void {
    const asked = this.#asked.get(number);
    if (asked === undefined) return;
    if (error === null && asked.command.do === 'report') {
      if (answer.report === undefined) throw new Error('a report is missing');
      checkReport(answer.report, this.clientIds, this.#metrics);
      answer.report.host = this.on.host.name;
    }
    this.#asked.delete(number);
    clearTimeout(asked.timer);
    if (error === null) asked.resolve(answer);
    else asked.reject(new Error(error));
  }

  #ended({ death }: RemoteProgram): void {
    const gone = this.on.machine.death;
    this.#die(gone ?? `is there no more: the worker process ${death}`);
  }

  /** It is of no use any more, and ended. */
  #fail(how: string): void {
    this.#die(how);
    void this.#program?.end();
  }

  #die(how: string): void {
    if (this.death !== null) return;
    this.death = `the worker on ${this.on.host.name} ${how}`;
    this.connected = 0;
    for (const { reject, timer } of this.#asked.values()) {
      clearTimeout(timer);
      reject(new Error(this.death));
    }
    this.#asked.clear();
  }
}
