/** One session of a joined worker: passes the runner's messages to a worker process, and its answers back. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RawData, WebSocket } from 'ws';
import { noteLeftover } from '../../../system/leftovers.ts';
import { onExit } from '../../../system/processes.ts';
import type { HostAbout, HostMonitor } from '../../member-host.ts';
import type { Command } from '../ipc.ts';
import { bundleWorker } from '../worker-bundle.ts';
import { WorkerProcess } from '../worker-process.ts';
import {
  CLOSE,
  type Hello,
  type JoinedAnswer,
  type JoinedCommand,
  type JoinedSays,
  MOST_UNANSWERED,
  PING_MS,
  type RunnerSays,
} from './messages.ts';

/** The properties of a worker that all its sessions share. */
export interface JoiningWorker {
  /** The same as long as `./outcry worker` runs. */
  id: string;
  host: HostAbout;
  /** Null where this machine cannot be measured. */
  monitor: HostMonitor | null;
}

/**
 * The end of a session. Either it is over for good, or the connection ended before: the worker's own process died, or for another reason.
 */
export type SessionEnd = { over: true } | { over: false; died: boolean; why: string };

/** More files than any session has: an adapter for each framework, a script for each scenario. */
const MOST_FILES = 1_000;
/** A runner that has not pinged for as long is gone. */
const SILENCE_MS = PING_MS * (MOST_UNANSWERED + 1);

export class JoinedSession {
  readonly #socket: WebSocket;
  readonly #worker: JoiningWorker;
  /** The folder for files from the runner. */
  readonly #folder = join(tmpdir(), `outcry-worker-${randomUUID()}`);
  readonly #isGone: () => void;
  readonly #forget = onExit(() => this.#removeFolder());
  readonly #files = new Map<string, string>();
  #process: WorkerProcess | null = null;
  /** The reason why the worker process died; null while it lives. */
  #death: string | null = null;
  #silence: NodeJS.Timeout | undefined;

  private constructor(socket: WebSocket, worker: JoiningWorker) {
    this.#socket = socket;
    this.#worker = worker;
    const argv = ['rm', '-rf', '--', this.#folder];
    this.#isGone = noteLeftover({ label: 'what a runner sent to a worker', argv, env: {} });
    mkdirSync(this.#folder, { mode: 0o700 });
  }

  /** Serves the runner at the other end of `socket`, which is open, until either ends it. */
  static async serve(socket: WebSocket, worker: JoiningWorker): Promise<SessionEnd> {
    const session = new JoinedSession(socket, worker);
    try {
      return await session.#serve();
    } finally {
      await session.#end();
    }
  }

  async #serve(): Promise<SessionEnd> {
    const socket = this.#socket;
    const closed = new Promise<SessionEnd>((resolve) => {
      socket.once('close', (code, reason) => {
        const why = this.#death ?? (String(reason) || 'the connection ended');
        resolve(code === CLOSE.over ? { over: true } : { over: false, died: this.#death !== null, why });
      });
    });
    socket.on('error', () => {}); // the close reports why the connection ended
    socket.on('message', (data, isBinary) => this.#heard(data, isBinary));
    socket.on('ping', () => this.#listen());
    this.#listen();
    const worker = new WorkerProcess(await bundleWorker(), 'joined worker', (connected) => {
      this.#say({ says: 'connected', connected });
    });
    this.#process = worker;
    void worker.exited.then(() => this.#died(worker.death!));
    worker.ready().then(
      () => this.#say({ says: 'hello', worker: this.#worker.id, host: this.#worker.host }),
      (error: Error) => this.#died(error.message),
    );
    return closed;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#silence);
    await this.#process?.end();
    await this.#worker.monitor?.end();
    this.#forget();
    this.#removeFolder();
  }

  #removeFolder(): void {
    rmSync(this.#folder, { recursive: true, force: true });
    this.#isGone();
  }

  /** The runner was heard of. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket.terminate(), SILENCE_MS);
  }

  #died(why: string): void {
    this.#death ??= why;
    this.#say({ says: 'died', reason: why.slice(0, 10_000) });
    this.#socket.close(CLOSE.died, 'the worker process died');
  }

  #say(said: Hello | JoinedSays): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(said));
  }

  #heard(data: RawData, isBinary: boolean): void {
    try {
      if (isBinary) throw new Error('it is no text');
      const said = JSON.parse(String(data)) as RunnerSays;
      if (said.do === 'file') this.#keep(said);
      else void this.#obey(said);
    } catch (error) {
      this.#socket.close(CLOSE.policy, `no runner says so: ${(error as Error).message}`.slice(0, 100));
    }
  }

  /** Checks a file's hash, so that a damaged file is never imported. */
  #keep({ hash, text }: RunnerSays & { do: 'file' }): void {
    const found = createHash('sha256').update(String(text)).digest('hex');
    if (found !== hash) throw new Error('a file is not what its hash says');
    if (this.#files.size >= MOST_FILES) throw new Error(`it sent ${MOST_FILES} files`);
    const path = join(this.#folder, `${found}.mjs`);
    writeFileSync(path, text);
    this.#files.set(found, pathToFileURL(path).href);
  }

  async #obey(said: Exclude<RunnerSays, { do: 'file' }>): Promise<void> {
    const { number, ...command } = said;
    try {
      this.#say({ says: 'done', number, error: null, ...(await this.#answer(command)) });
    } catch (error) {
      this.#say({ says: 'done', number, error: (error as Error).message.slice(0, 10_000) });
    }
  }

  async #answer(command: JoinedCommand): Promise<JoinedAnswer> {
    const { monitor } = this.#worker;
    if (command.do === 'watch') {
      await monitor?.begin(this.#process!.pid);
      return {};
    }
    if (command.do === 'watched') return { samples: (await monitor?.end()) ?? null };
    return this.#process!.ask(this.#locally(command));
  }

  /** The command with the files where they lie on this machine. */
  #locally(command: Command): Command {
    if (command.do === 'connect') return { ...command, adapter: this.#fileOf(command.adapter) };
    if (command.do === 'prepare') return { ...command, script: this.#fileOf(command.script) };
    return command;
  }

  #fileOf(hash: string): string {
    const url = this.#files.get(hash);
    if (url === undefined) throw new Error('the runner names a file that it has not sent');
    return url;
  }
}
