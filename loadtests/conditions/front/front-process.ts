/** A front that runs: a process with a configuration of its own, on a free port, before one server. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createReadStream, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { freePort } from '../../../system/free-port.ts';
import { noteLeftover } from '../../../system/leftovers.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { tailOf } from '../../../system/output-tail.ts';
import { listeningPorts } from '../../../system/ports.ts';
import { killTree, spawnOwned } from '../../../system/processes.ts';
import { slowness } from '../../../system/slowness.ts';
import type { Certificates } from './authority.ts';
import { ADMIN, type Front, type FrontPlan, type FrontProgram, LOG, type Protocol } from './front.ts';
import { Owners } from './owners.ts';
import { Used } from './used.ts';

export interface Wanted {
  front: Front;
  program: FrontProgram;
  protocol: Protocol;
  certificates: Certificates;
  /** The interface to listen on. */
  host: string;
  serverPort: number;
  /** Its server is another one later. */
  switches?: boolean;
}

const UP_MS = 10_000;
const LOOK_MS = 20;
const STOP_MS = 2_000;
const LOG_LINES = 5;
/** Its port is chosen before it is started, and somebody else may be faster. */
const ATTEMPTS = 3;

export class FrontProcess {
  /** The use by clients, complete when the front has stopped. */
  readonly used = new Used();
  readonly owners: Owners;
  readonly port: number;
  readonly pid: number;
  readonly #said: () => string[];
  /** The times of the tests, by the clock of its log. */
  readonly #tests: { from: number; to: number }[] = [];
  #isStopped = false;
  #death: string | null = null;

  private constructor(
    private readonly child: ChildProcess,
    private readonly plan: FrontPlan,
    private readonly front: Front,
    private readonly forget: () => void,
  ) {
    this.#said = tailOf(LOG_LINES, child.stderr!);
    this.port = plan.port;
    this.owners = new Owners(plan.port);
    this.pid = child.pid ?? -1;
    child.once('error', (error) => {
      this.#death = error.message;
    });
    child.once('exit', (code, signal) => {
      if (!this.#isStopped) this.#death ??= `ended with ${code ?? signal}`;
    });
  }

  /** The end that came before the front was told to stop, in words; null: none. */
  get death(): string | null {
    return this.#death;
  }

  /**
   * @param choosePort gives the port to listen on; default: one that is free
   * @throws OutcryError (failed) with what it says
   */
  static async start(wanted: Wanted, choosePort = () => freePort(wanted.host)): Promise<FrontProcess> {
    const startAt = async (port: number): Promise<FrontProcess | string> => {
      const one = FrontProcess.#startOnce(wanted, port, wanted.switches ? await freePort() : null);
      try {
        await one.#untilUp();
        return one;
      } catch (error) {
        await one.stop();
        return [(error as Error).message, ...one.#said()].join('; ');
      }
    };
    for (let attempt = 1; ; attempt++) {
      const port = await choosePort();
      // A front that cannot listen tries for a while, in which clients would reach the other program.
      const isTaken = await listens(wanted.host, port);
      const why = isTaken ? `port ${port} is taken` : await startAt(port);
      if (why instanceof FrontProcess) return why;
      if (attempt === ATTEMPTS) throw new OutcryError(`${wanted.front.name} did not start: ${why}`, EXIT.failed);
    }
  }

  static #startOnce(wanted: Wanted, port: number, feedPort: number | null): FrontProcess {
    const { front, program, certificates, switches: _, ...rest } = wanted;
    const folder = mkdtempSync(join(tmpdir(), `outcry-front-`));
    const forget = noteLeftover({ label: `the folder of ${front.name}`, argv: ['rm', '-rf', folder], env: {} });
    const { certificate, key } = certificates;
    const plan: FrontPlan = { ...rest, certificate, key, port, feedPort, folder, asRoot: process.getuid?.() === 0 };
    for (const [name, text] of Object.entries(front.files(plan, program))) writeFileSync(join(folder, name), text);
    const log = openSync(join(folder, LOG), 'a');
    try {
      const child = spawnOwned(front.command(plan, program), {
        label: front.name,
        // It stands where the server would, and clients wait for it as they wait for the server.
        role: 'server',
        cwd: folder,
        stdio: ['ignore', log, 'pipe'],
        env: { ...front.environment?.(plan) },
      });
      return new FrontProcess(child, plan, front, forget);
    } finally {
      closeSync(log);
    }
  }

  async #untilUp(): Promise<void> {
    const giveUp = performance.now() + UP_MS * slowness();
    // Another program may have taken the port meanwhile: clients would measure that one.
    const isMine = (): boolean => listeningPorts(this.pid)?.includes(this.port) ?? true;
    while (!((await listens(this.plan.host, this.port)) && isMine())) {
      if (this.#death !== null) throw new Error(`it ${this.#death}`);
      if (performance.now() > giveUp) throw new Error(`it did not listen on port ${this.port}`);
      await sleep(LOOK_MS);
    }
  }

  /** The port at which a backend hands over its feed; null: the server stays the same. */
  get feedPort(): number | null {
    return this.plan.feedPort;
  }

  /** Points it at another server of this machine, and ends the connections to the one there was. @throws Error with what it says */
  async pointAt(port: number): Promise<void> {
    const socket = connect(join(this.plan.folder, ADMIN));
    socket.end(`${this.front.pointAt!(port)}\n`);
    const said = (await text(socket)).trim();
    // It says nothing of what it has done but where an address changed.
    const wrong = said.split('\n').find((line) => line !== '' && !/^(IP|port|no need) /i.test(line.trim()));
    if (wrong !== undefined) throw new Error(`${this.front.name} did not change its server: ${wrong}`);
  }

  get hadTest(): boolean {
    return this.#tests.length > 0;
  }

  /** Notes that a test was, or a slice of one. @param from when it began, as `to` by the monotonic clock, ms */
  noteTest(from: number, to: number): void {
    const sinceBoot = Date.now() - monotonicMs();
    this.#tests.push({ from: from + sinceBoot, to: to + sinceBoot });
    this.owners.note();
  }

  /** Ends it, and reads its log. Safe to call twice. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    if (this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      await killTree(this.child.pid, STOP_MS);
      await exited;
    }
    await this.#readLog();
    rmSync(this.plan.folder, { recursive: true, force: true });
    this.forget();
  }

  async #readLog(): Promise<void> {
    const file = join(this.plan.folder, LOG);
    if (!existsSync(file)) return;
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const request = this.front.read(line);
      if (request === null) continue;
      const inTest = this.#tests.some(({ from, to }) => request.at >= from && request.at <= to);
      this.used.add(request, inTest);
    }
  }
}

/** Tells whether a program accepts connections at `port`. */
function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host === '0.0.0.0' ? '127.0.0.1' : host, port });
    const end = (up: boolean): void => {
      socket.destroy();
      resolve(up);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
