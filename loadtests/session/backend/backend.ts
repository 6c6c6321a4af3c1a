/** A scenario's backend, seen from the runner: a process of its own, so that nothing but the feed is on its event loop. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../../client-launcher/console/worker-bundle.ts';
import type { TestRequest } from '../../../member/contract.ts';
import { tailOf } from '../../../system/output-tail.ts';
import { killTree, spawnOwned, tell } from '../../../system/processes.ts';
import type { BackendCommand, BackendReport, BackendSays } from './ipc.ts';

const LOG_LINES = 5;

export class BackendProcess {
  readonly #child: ChildProcess;
  /** `file:` URL of the scenario's bundled script. */
  readonly #script: string;
  readonly #control: { url: string; token: string };
  readonly #exited: Promise<string>;
  #death: string | null = null;
  /** Resolves when the last command has been answered: one at a time, so that an answer is known to be whose. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(child: ChildProcess, script: string, control: { url: string; token: string }) {
    this.#child = child;
    this.#script = script;
    this.#control = control;
    const log = tailOf(LOG_LINES, child.stderr!);
    this.#exited = new Promise((resolve) => {
      const ended = (how: string): void => {
        this.#death ??= [`its process ${how}`, ...log()].join('; ');
        resolve(this.#death);
      };
      child.once('error', (error) => ended(`could not be started: ${error.message}`));
      child.once('close', (code, signal) => ended(signal ? `was ended by ${signal}` : `ended with code ${code}`));
    });
  }

  /**
   * Starts the process; it does nothing before `prepare`.
   * @param entry path of the scenario's `backend.ts`
   * @param control the server that is fed
   */
  static async start(entry: string, control: { url: string; token: string }): Promise<BackendProcess> {
    const program = await bundle(join(import.meta.dirname, 'backend-process.ts'), 'backend');
    const script = await bundle(entry, 'scenario-backend');
    const child = spawnOwned([process.execPath, program], {
      label: 'backend',
      role: 'server',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { NODE_ENV: 'production' },
    });
    return new BackendProcess(child, pathToFileURL(script).href, control);
  }

  /** The reason why its process has ended, in words; null: it runs. */
  get death(): string | null {
    return this.#death;
  }

  /** Says what the next test is, and opens the feed. Rejects with a sentence. */
  async prepare(test: TestRequest, clients: number): Promise<void> {
    await this.#tell({ do: 'prepare', script: this.#script, control: this.#control, test, clients });
  }

  /** Begins the test that was prepared. Problems are in the report. */
  begin(): void {
    this.#tell({ do: 'begin' }).catch(() => {});
  }

  /** Gets the report of the test, when its clients are done. A process that has died has measured nothing. */
  async report(): Promise<BackendReport> {
    try {
      return (await this.#tell({ do: 'report' }))!;
    } catch (error) {
      return { metrics: {}, error: (error as Error).message };
    }
  }

  async stop(): Promise<void> {
    if (this.#child.pid !== undefined) await killTree(this.#child.pid, 500);
  }

  #tell(command: BackendCommand): Promise<BackendReport | undefined> {
    const answered = this.#turn.then(() => this.#ask(command));
    this.#turn = answered.catch(() => {});
    return answered;
  }

  async #ask(command: BackendCommand): Promise<BackendReport | undefined> {
    if (this.#death !== null) throw new Error(this.#death);
    const answer = once(this.#child, 'message').then(([message]) => message as BackendSays);
    tell(this.#child, command);
    const death = this.#exited.then((reason) => Promise.reject(new Error(reason)));
    const { error, report } = await Promise.race([answer, death]);
    if (error !== null) throw new Error(error);
    return report;
  }
}
