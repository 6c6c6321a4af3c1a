/** One worker process, seen from the swarm. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Dataset } from '../../protocol/messages.ts';
import { killTree, spawnOwned } from '../../system/processes.ts';
import type { Command, WorkerSays } from './ipc.ts';

const READY_MS = 30_000;
const EXIT_MS = 3_000;
const LOG_LINES = 5;

export class Member {
  /** Clients connected, as last heard. */
  connected = 0;
  /** What went wrong in its group, as last heard. */
  error: string | null = null;
  /** How busy its event loop was in each second since the test was prepared, 0..1. */
  busy: number[] = [];
  /** Why it died; null while it lives. */
  death: string | null = null;
  readonly pid: number;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #log: string[] = [];
  readonly #answers = new Map<number, (error: string | null) => void>();
  readonly #ready: Promise<void>;
  #numbers = 0;
  #ended = false;

  /**
   * @param file the worker's bundle
   * @param onDataset called with each dataset the master's group gets
   * @param onDeath called when the process has ended without being asked to
   */
  constructor(file: string, label: string, onDataset: (dataset: Dataset) => void, onDeath: () => void) {
    const child = spawnOwned([process.execPath, file], {
      label,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    this.#child = child;
    this.pid = child.pid ?? -1;
    const lines = createInterface({ input: child.stderr! });
    lines.on('line', (line) => {
      this.#log.push(line);
      if (this.#log.length > LOG_LINES) this.#log.shift();
    });
    const allRead = new Promise<void>((resolve) => lines.once('close', resolve));
    this.exited = new Promise((resolve) => {
      const ended = (how: string) => {
        if (this.death !== null) return;
        this.death = [`the worker process ${how}`, ...this.#log].join('\n');
        this.connected = 0;
        for (const answer of this.#answers.values()) answer(this.death);
        this.#answers.clear();
        if (!this.#ended) onDeath();
        resolve();
      };
      child.once('error', (error) => ended(`could not be started: ${error.message}`));
      // Not on `close`, which never comes when the channel was closed from this side.
      child.once('exit', async (code, signal) => {
        await allRead;
        ended(signal ? `was ended by ${signal}` : `ended with code ${code}`);
      });
    });
    this.#ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready after ${READY_MS / 1000} s`)), READY_MS);
      this.exited.then(() => reject(new Error(this.death!)));
      child.on('message', (message: WorkerSays) => {
        if (message.says === 'dataset') onDataset(message.dataset);
        else if (message.says === 'state') ({ connected: this.connected, error: this.error } = message);
        else if (message.says === 'busy') this.busy.push(message.share);
        else if (message.says === 'done') this.#answer(message.number, message.error);
        else resolve();
        clearTimeout(timer);
      });
    });
    this.#ready.catch(() => {}); // who waits for it hears of it
  }

  /** Resolves when the process is up; rejects when it ends first or takes longer than 30 s. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** Resolves when the worker has done it; rejects with its sentence, or with why it died. */
  tell(command: Command): Promise<void> {
    if (this.death !== null) return Promise.reject(new Error(this.death));
    return new Promise((resolve, reject) => {
      const number = ++this.#numbers;
      this.#answers.set(number, (error) => (error === null ? resolve() : reject(new Error(error))));
      this.#child.send({ ...command, number }, () => {}); // a channel that is gone means a death, heard of by itself
    });
  }

  /** Ends the process: it leaves when its channel closes, and is killed when it does not. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.death !== null) return;
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => void killTree(this.pid, 0), EXIT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  #answer(number: number, error: string | null): void {
    this.#answers.get(number)?.(error);
    this.#answers.delete(number);
  }
}
