/** One worker process of this machine, seen from its parent. */
import type { ChildProcess } from 'node:child_process';
import { finished } from 'node:stream/promises';
import { watchMemoryKills } from '../../system/memory-kills.ts';
import { tailOf } from '../../system/output-tail.ts';
import { killTree, spawnOwned, tell } from '../../system/processes.ts';
import type { Answer, Command, WorkerSays } from './ipc.ts';
import type { SwarmWorker } from './swarm-worker.ts';

const READY_MS = 30_000;
const EXIT_MS = 3_000;
const LOG_LINES = 5;

export class WorkerProcess implements SwarmWorker {
  connected = 0;
  death: string | null = null;
  readonly pid: number;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (error: string | null, answer: Answer) => void>();
  readonly #ready: Promise<void>;
  #numbers = 0;

  /**
   * @param file the worker's bundle
   * @param onConnected receives the number of connected clients after each change
   */
  constructor(file: string, label: string, onConnected: (connected: number) => void = () => {}) {
    const child = spawnOwned([process.execPath, file], {
      label,
      role: 'load',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { NODE_ENV: 'production' },
    });
    this.#child = child;
    this.pid = child.pid ?? -1;
    const kills = watchMemoryKills();
    const log = tailOf(LOG_LINES, child.stderr!);
    const allRead = finished(child.stderr!);
    this.exited = new Promise((resolve) => {
      const ended = (how: string) => {
        if (this.death !== null) return;
        this.death = [`the worker process ${how}`, ...log()].join('\n');
        this.connected = 0;
        for (const answer of this.#answers.values()) answer(this.death, {});
        this.#answers.clear();
        resolve();
      };
      child.once('error', (error) => ended(`could not be started: ${error.message}`));
      // Not on `close`, which never comes when the channel was closed from this side.
      child.once('exit', async (code, signal) => {
        await allRead.catch(() => {});
        ended(signal ? `was ended by ${signal}${signal === 'SIGKILL' ? kills() : ''}` : `ended with code ${code}`);
      });
    });
    this.#ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready after ${READY_MS / 1000} s`)), READY_MS);
      this.exited.then(() => {
        clearTimeout(timer);
        reject(new Error(this.death!));
      });
      child.on('message', (message: WorkerSays) => {
        if (message.says === 'connected') {
          this.connected = message.connected;
          onConnected(message.connected);
        } else if (message.says === 'done') this.#answer(message);
        else resolve();
        clearTimeout(timer);
      });
    });
    this.#ready.catch(() => {}); // callers that await it handle it
  }

  /** Resolves when the process is up; rejects when it ends first or takes longer than 30 s. */
  ready(): Promise<void> {
    return this.#ready;
  }

  ask(command: Command): Promise<Answer> {
    if (this.death !== null) return Promise.reject(new Error(this.death));
    return new Promise((resolve, reject) => {
      const number = ++this.#numbers;
      this.#answers.set(number, (error, answer) => (error === null ? resolve(answer) : reject(new Error(error))));
      tell(this.#child, { ...command, number });
    });
  }

  /** Ends the process: it leaves when its channel closes, and is killed when it does not. */
  async end(): Promise<void> {
    if (this.death !== null) return;
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => void killTree(this.pid, 0), EXIT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  #answer({ says: _, number, error, ...answer }: WorkerSays & { says: 'done' }): void {
    this.#answers.get(number)?.(error, answer);
    this.#answers.delete(number);
  }
}
