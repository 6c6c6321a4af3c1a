/** Another machine: a program here whose standard input and output lead to Outcry's agent there. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { EXIT, OutcryError } from '../errors.ts';
import { monotonicMs } from '../monotonic.ts';
import { tailOf } from '../output-tail.ts';
import { killTree, spawnOwned } from '../processes.ts';
import { checkedAbout, printable } from './about.ts';
import { ChannelInput } from './channel-input.ts';
import { ChannelLines } from './channel-lines.ts';
import { whyNot } from './failures.ts';
import { localProgram } from './local-program.ts';
import type { MachineSpec } from './machine-spec.ts';
import {
  type AgentAbout,
  type AgentAnswer,
  type AgentRequest,
  BEAT_MS,
  type FromAgent,
  MOST_MISSED,
  type ProgramOptions,
  type ToAgent,
} from './messages.ts';
import { RemoteFiles } from './remote-files.ts';
import { type ProgramHandlers, RemoteProgram } from './remote-program.ts';
import { startScript } from './start-script.ts';

export interface OpenOptions {
  /** The number of the program among those of its spec, from 1. Default 1. */
  number?: number;
  /** Time limit until the agent is up, ms; default: a minute by ssh, ten where an image or a pod may have to come first. */
  limitMs?: number;
  /** Time between two signs of life, ms; for tests. */
  beatMs?: number;
  /** Time limit of each answer, ms; for tests. */
  answerMs?: number;
}

export type StartOptions = ProgramHandlers & Partial<ProgramOptions>;

const LIMIT_MS = { ssh: 60_000, docker: 600_000, exec: 600_000 } as const;
/** A program of the user's own may have a pod to remove. */
const GOODBYE_MS = { ssh: 6_000, docker: 6_000, exec: 15_000 } as const;
/** The longest question is a file of which a piece is still on its way over a slow network. */
const ANSWER_MS = 60_000;
/** A changed host key is a page of text to ssh. */
const LOG_LINES = 25;

interface Asked {
  resolve(answer: AgentAnswer): void;
  reject(error: Error): void;
  /** The time at which its connection took the question; null: not yet. */
  since: number | null;
}

export class RemoteMachine {
  readonly spec: MachineSpec;
  /** The reason why it is gone; null while it is there. */
  death: string | null = null;
  /** Resolves when it is gone. */
  readonly gone: Promise<void>;
  #about: AgentAbout | null = null;
  readonly #child: ChildProcess;
  readonly #input: ChannelInput;
  readonly #lines: ChannelLines;
  readonly #log: () => string[];
  readonly #asked = new Map<number, Asked>();
  readonly #programs = new Map<number, RemoteProgram>();
  readonly #files = new RemoteFiles(
    (request) => this.ask(request),
    (said) => this.#say(said),
  );
  readonly #beating: NodeJS.Timeout;
  readonly #answerMs: number;
  #node: string | null = null;
  #missed = 0;
  #numbers = 0;
  #onUp: () => void = () => {};
  #resolveGone!: () => void;

  private constructor(
    spec: MachineSpec,
    child: ChildProcess,
    marker: string,
    { beatMs = BEAT_MS, answerMs = ANSWER_MS }: OpenOptions,
  ) {
    this.spec = spec;
    this.#child = child;
    this.#answerMs = answerMs;
    this.gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
    this.#log = tailOf(LOG_LINES, child.stderr!);
    this.#lines = new ChannelLines(marker, (text) => this.#heard(JSON.parse(text) as FromAgent));
    this.#input = new ChannelInput(child.stdin!, this.gone);
    child.stdout!.setEncoding('utf8');
    child.stdout!.on('data', (text: string) => this.#take(text));
    child.once('error', (error) => this.#die(this.#whyNot(`could not be started: ${error.message}`)));
    child.once('close', (code, signal) => {
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      this.#die(this.#about === null ? this.#whyNot(how) : 'vanished: its connection ended');
    });
    this.#beating = setInterval(() => this.#beat(beatMs), beatMs);
  }

  /**
   * Starts the program that leads there, and Outcry's agent through it.
   * @throws OutcryError (missing) that says why the machine cannot be used, and what to do
   */
  static async open(spec: MachineSpec, options: OpenOptions = {}): Promise<RemoteMachine> {
    const { number = 1, limitMs } = options;
    const marker = randomBytes(12).toString('hex');
    const script = await startScript(marker);
    const child = spawnOwned(localProgram(spec, number), { label: spec.text, stdio: ['pipe', 'pipe', 'pipe'] });
    const machine = new RemoteMachine(spec, child, marker, options);
    const most = limitMs ?? LIMIT_MS[spec.kind];
    const up = new Promise<void>((resolve) => {
      machine.#onUp = resolve;
    });
    const late = setTimeout(
      () => machine.#die(machine.#whyNot(`gave no shell with Node.js within ${most / 1000} s`)),
      most,
    );
    child.stdin!.write(script);
    await Promise.race([up, machine.gone]);
    clearTimeout(late);
    if (machine.death !== null) {
      await machine.#endProgram();
      throw new OutcryError(machine.death, EXIT.missing);
    }
    return machine;
  }

  /** The machine as it describes itself, made safe to print. */
  get about(): AgentAbout {
    return this.#about!;
  }

  /** Sends files that are missing there. @returns their paths there, in order. @throws Error when it cannot keep them */
  ship(paths: readonly string[]): Promise<string[]> {
    return this.#files.ship(paths);
  }

  /**
   * Sends a folder, of which only files go that are missing there.
   * @param wanted tells by its relative path whether a file is sent; default: all are
   * @returns its path there
   */
  shipFolder(folder: string, wanted?: (path: string) => boolean): Promise<string> {
    return this.#files.shipFolder(folder, wanted);
  }

  /**
   * Starts a program there.
   * @param argv the first word `node` is the Node.js of the agent
   * @throws Error when it cannot be started
   */
  async start(argv: readonly string[], options: StartOptions = {}): Promise<RemoteProgram> {
    const { cwd = null, env = {}, ipc = false, role = null, ...handlers } = options;
    const id = ++this.#numbers;
    const stdout = handlers.onLine !== undefined;
    const program = new RemoteProgram(handlers, {
      send: (message) => void this.#say({ do: 'send', id, message }),
      end: (graceMs) => this.ask({ do: 'end', id, graceMs }),
    });
    this.#programs.set(id, program);
    try {
      program.pid = (await this.ask({ do: 'start', id, argv: [...argv], stdout, cwd, env, ipc, role })).pid ?? -1;
    } catch (error) {
      this.#programs.delete(id);
      throw error;
    }
    return program;
  }

  /** Measures one round trip, ms, and what its monotonic clock was in the middle of it, by ours: with an error of half the round trip. */
  async clock(): Promise<{ roundTripMs: number; offsetMs: number }> {
    const before = monotonicMs();
    const { at = Number.NaN } = await this.ask({ do: 'clock' });
    const after = monotonicMs();
    return { roundTripMs: after - before, offsetMs: Number(at) - (before + after) / 2 };
  }

  /** @throws Error when it cannot do it. A machine that does not answer in time is given up. */
  ask(request: AgentRequest): Promise<AgentAnswer> {
    if (this.death !== null) return Promise.reject(new Error(this.death));
    return new Promise((resolve, reject) => {
      const number = ++this.#numbers;
      const asked: Asked = { resolve, reject, since: null };
      this.#asked.set(number, asked);
      void this.#say({ ...request, number }).then(() => {
        asked.since = monotonicMs();
      });
    });
  }

  /** Ends what was started there, and the connection. */
  async close(): Promise<void> {
    this.#die('was closed');
    await this.#endProgram();
  }

  /** Ends the connection to a machine that cannot be used any more. @param why such as `said what no machine says` */
  giveUp(why: string): void {
    this.#die(why);
    void this.#endProgram();
  }

  async #endProgram(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin!.end();
    const timer = setTimeout(() => void killTree(pid, 1_000), GOODBYE_MS[this.spec.kind]);
    await ended;
    clearTimeout(timer);
  }

  async #say(said: ToAgent): Promise<void> {
    if (this.death === null) await this.#input.write(said);
  }

  #beat(beatMs: number): void {
    this.#missed += 1;
    if (this.#about === null) return;
    if (this.#missed >= MOST_MISSED) this.giveUp(`was not heard of for ${Math.round((MOST_MISSED * beatMs) / 1000)} s`);
    else if (this.#isOverdue()) this.giveUp(`did not answer within ${this.#answerMs / 1000} s`);
    else if (this.#input.fullSince === null) void this.#say({ do: 'beat' });
  }

  /** Tells whether it says that it lives and does not do what it was asked, such as on a disk that hangs. */
  #isOverdue(): boolean {
    const since = [this.#input.fullSince, ...[...this.#asked.values()].map((asked) => asked.since)];
    return since.some((time) => time !== null && monotonicMs() - time > this.#answerMs);
  }

  #take(text: string): void {
    if (this.death !== null) return;
    this.#missed = 0;
    try {
      this.#lines.take(text);
    } catch (error) {
      this.giveUp(`said what no machine says: ${(error as Error).message}`.slice(0, 200));
    }
  }

  /** @throws Error when it is nothing that an agent says */
  #heard(said: FromAgent): void {
    switch (said.says) {
      case 'beat':
        return;
      case 'shell':
        this.#node = printable(said.node);
        return;
      case 'up':
        this.#about = checkedAbout(said.about);
        this.#onUp();
        return;
      case 'done': {
        const { says: _, number, error, ...answer } = said;
        const asked = this.#asked.get(number);
        this.#asked.delete(number);
        if (error === null) asked?.resolve(answer);
        else asked?.reject(new Error(printable(error, 2_000)));
        return;
      }
      case 'message':
        this.#programs.get(said.id)?.heard(said.message);
        return;
      case 'line':
        this.#programs.get(said.id)?.printed(said.of, printable(said.line, 10_000));
        return;
      case 'exited':
        this.#programs.get(said.id)?.ended(printable(said.how));
        this.#programs.delete(said.id);
        return;
      default:
        throw new Error('nothing of the kind is ever said');
    }
  }

  #whyNot(how: string): string {
    const printed = [...this.#lines.noise, ...this.#log()].map((line) => printable(line, 500));
    return whyNot(this.spec, { how, printed, node: this.#node });
  }

  #die(why: string): void {
    if (this.death !== null) return;
    this.death = why;
    clearInterval(this.#beating);
    for (const { reject } of this.#asked.values()) reject(new Error(why));
    this.#asked.clear();
    for (const program of this.#programs.values()) program.ended(why);
    this.#programs.clear();
    this.#resolveGone();
  }
}
