/** A worker that has joined, seen from the swarm: the same as one of this machine, over a WebSocket. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RawData, WebSocket } from 'ws';
import type { TestRequest } from '../../../member/contract.ts';
import { hostId } from '../../../system/host-id.ts';
import type { HostAbout } from '../../member-host.ts';
import type { Command } from '../ipc.ts';
import type { SwarmWorker } from '../swarm-worker.ts';
import { isLoopback } from './address.ts';
import { checkReport, readSaid } from './check-messages.ts';
import {
  CLOSE,
  FILE_LIMIT,
  type Hello,
  type JoinedAnswer,
  type JoinedCommand,
  type JoinedSays,
  MOST_UNANSWERED,
  PING_MS,
  type RunnerSays,
} from './messages.ts';

/** The time limits of commands, ms. A report has no limit here: the runner knows how long the test may take. */
const LIMIT_MS: Record<Exclude<JoinedCommand['do'], 'report'>, number> = {
  connect: 600_000,
  prepare: 120_000,
  begin: 30_000,
  watch: 30_000,
  watched: 30_000,
  relate: 30_000,
  disconnect: 60_000,
};
/** From saying that the session is over to ending the connection whatever the other end does. */
const GOODBYE_MS = 3_000;

interface Asked {
  command: JoinedCommand;
  resolve(answer: JoinedAnswer): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

export class JoinedWorker implements SwarmWorker {
  connected = 0;
  death: string | null = null;
  readonly pid = null;
  /** The same for every joining of one `./outcry worker`. */
  readonly id: string;
  /** Its machine, by the name that the session calls it. */
  host: HostAbout;
  /** True if it runs on this machine, and so reads its clock. */
  readonly here: boolean;
  /** Resolves when it has died, or was let go of. */
  readonly gone: Promise<void>;
  /** The clients that it was given last. */
  clientIds: readonly number[] = [];
  /** The metrics of the last prepared test. */
  #metrics: TestRequest['metrics'] = {};
  readonly #socket: WebSocket;
  readonly #asked = new Map<number, Asked>();
  readonly #filesSent = new Set<string>();
  readonly #pinging: NodeJS.Timeout;
  #resolveGone!: () => void;
  #numbers = 0;
  #unanswered = 0;

  constructor(socket: WebSocket, { worker, host }: Hello, pingMs = PING_MS) {
    this.#socket = socket;
    this.id = worker;
    this.host = host;
    this.here = host.id !== null && host.id === hostId();
    this.gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
    socket.on('message', (data, isBinary) => this.#heard(data, isBinary));
    socket.on('pong', () => {
      this.#unanswered = 0;
    });
    // An oversized message ends the connection with a reason of its own; a connection that broke has none.
    socket.on('error', ({ message }) => this.#die(`broke off: ${message}`));
    socket.on('close', () => this.#die('vanished: its connection ended'));
    this.#pinging = setInterval(() => this.#ping(pingMs), pingMs);
  }

  async ask(command: Command): Promise<JoinedAnswer> {
    if (command.do === 'connect') {
      this.clientIds = command.request.clientIds;
      const adapter = await this.#send(command.adapter);
      return this.#withHint(command.url, this.#tell({ ...command, adapter }));
    }
    if (command.do === 'prepare') {
      this.#metrics = command.test.metrics;
      return this.#tell({ ...command, script: await this.#send(command.script) });
    }
    return this.#tell(command);
  }

  /** Has its machine measure itself. */
  async watch(): Promise<void> {
    await this.#tell({ do: 'watch' });
  }

  async watched(): Promise<JoinedAnswer> {
    return this.#tell({ do: 'watched' });
  }

  async end(): Promise<void> {
    this.letGo('did not answer in time');
  }

  /** Ends the worker's part in this session; it may join again. @param why such as `did not answer in time` */
  letGo(why: string): void {
    if (this.death !== null) return;
    this.#socket.close(CLOSE.letGo, `this worker ${why}`);
    this.#die(why);
  }

  /** Tells it that the session is over; resolves when it has hung up. */
  async over(): Promise<void> {
    if (this.death !== null) return;
    const timer = setTimeout(() => this.#socket.terminate(), GOODBYE_MS);
    this.#socket.close(CLOSE.over, 'the session is over');
    await this.gone;
    clearTimeout(timer);
  }

  /** It has joined again, so this connection is none any more. */
  replaced(): void {
    this.#die('has joined again');
  }

  #tell(command: JoinedCommand): Promise<JoinedAnswer> {
    if (this.death !== null) return Promise.reject(new Error(this.death));
    return new Promise((resolve, reject) => {
      const number = ++this.#numbers;
      const limit = command.do === 'report' ? null : LIMIT_MS[command.do];
      const late = (): void => this.#die(`did not answer "${command.do}" within ${limit! / 1000} s`);
      const timer = limit === null ? undefined : setTimeout(late, limit);
      this.#asked.set(number, { command, resolve, reject, timer });
      this.#say({ ...command, number });
    });
  }

  /** Sends a file once; what it is named by from then on. @throws Error when it is too large */
  async #send(url: string): Promise<string> {
    const text = await readFile(fileURLToPath(url), 'utf8');
    const bytes = Buffer.byteLength(text);
    if (bytes > FILE_LIMIT) {
      throw new Error(`${fileURLToPath(url)} is ${bytes} bytes, and a worker elsewhere takes ${FILE_LIMIT} at most`);
    }
    const hash = createHash('sha256').update(text).digest('hex');
    if (!this.#filesSent.has(hash)) {
      this.#filesSent.add(hash);
      this.#say({ do: 'file', hash, text });
    }
    return hash;
  }

  /** A server on loopback is out of reach of other machines, which the error of a connection does not say. */
  async #withHint(url: string, connecting: Promise<JoinedAnswer>): Promise<JoinedAnswer> {
    try {
      return await connecting;
    } catch (error) {
      const { message } = error as Error;
      if (this.death !== null || this.here || !isLoopback(new URL(url).hostname)) throw error;
      throw new Error(`${message} (it runs on ${this.host.name}: --advertise says how that reaches the server)`);
    }
  }

  #say(said: RunnerSays): void {
    if (this.death === null) this.#socket.send(JSON.stringify(said));
  }

  #ping(everyMs: number): void {
    this.#unanswered += 1;
    if (this.#unanswered > MOST_UNANSWERED) {
      this.#die(`was not heard of for ${Math.round((MOST_UNANSWERED * everyMs) / 1000)} s`);
    } else this.#socket.ping();
  }

  #heard(data: RawData, isBinary: boolean): void {
    if (this.death !== null) return;
    this.#unanswered = 0;
    try {
      if (isBinary) throw new Error('it is no text');
      this.#note(readSaid(String(data)));
    } catch (error) {
      this.#socket.close(CLOSE.policy, 'said what no worker says');
      this.#die(`said what no worker says: ${(error as Error).message}`);
    }
  }

  /** @throws Error when it is no answer to what was asked */
  #note(said: JoinedSays): void {
    if (said.says === 'connected') this.connected = Math.min(said.connected, this.clientIds.length);
    else if (said.says === 'died') this.#die(`is there no more: ${said.reason}`);
    else this.#answer(said);
  }

  #answer({ says: _, number, error, ...answer }: JoinedSays & { says: 'done' }): void {
    const asked = this.#asked.get(number);
    if (asked === undefined) return;
    if (error === null && asked.command.do === 'report') {
      if (answer.report === undefined) throw new Error('a report is missing');
      checkReport(answer.report, this.clientIds, this.#metrics);
      answer.report.host = this.host.name;
    }
    this.#asked.delete(number);
    clearTimeout(asked.timer);
    if (error === null) asked.resolve(answer);
    else asked.reject(new Error(error));
  }

  #die(how: string): void {
    if (this.death !== null) return;
    this.death = `the worker on ${this.host.name} ${how}`;
    this.connected = 0;
    clearInterval(this.#pinging);
    // One that is closing has its time to say goodbye; ws ends that by itself.
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.terminate();
    for (const { reject, timer } of this.#asked.values()) {
      clearTimeout(timer);
      reject(new Error(this.death));
    }
    this.#asked.clear();
    this.#resolveGone();
  }
}
