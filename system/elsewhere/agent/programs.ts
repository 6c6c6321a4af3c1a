/** The programs that an agent started: each in a process group of its own, all ended with the agent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { measuredEnvironment } from '../../environment.ts';
import { watchMemoryKills } from '../../memory-kills.ts';
import { AutogroupPriority } from '../../priority/autogroup.ts';
import { NicePriority } from '../../priority/nice.ts';
import { processTree } from '../../process-tree.ts';
import { readOr } from '../../read-or.ts';
import type { AgentRequest, FromAgent } from '../messages.ts';

/** Control groups would have to be taken away again, which an agent that is killed cannot do. */
const priority = AutogroupPriority.make() ?? new NicePriority();

/** Longest line of a program's output that is passed on. */
const LINE_LENGTH = 10_000;

export class Programs {
  readonly #all = new Map<number, ChildProcess>();
  readonly #say: (said: FromAgent) => void;

  constructor(say: (said: FromAgent) => void) {
    this.#say = say;
  }

  /** @returns the pid. @throws Error when it cannot be started */
  async start({ id, argv, stdout, cwd, env, ipc, role }: AgentRequest & { do: 'start' }): Promise<number> {
    const [program = '', ...rest] = argv;
    const kills = watchMemoryKills();
    const child = spawn(program === 'node' ? process.execPath : program, rest, {
      cwd: cwd ?? undefined,
      env: { ...measuredEnvironment(), ...env },
      detached: true,
      stdio: ['pipe', stdout ? 'pipe' : 'ignore', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
    });
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    if (role !== null) priority.assign(child.pid!, role);
    child.on('error', () => {}); // its end says what became of it
    child.stdin!.on('error', () => {}); // likewise
    this.#all.set(id, child);
    const read = (['stdout', 'stderr'] as const).map((of) => {
      const output = child[of];
      if (output === null) return null;
      createInterface({ input: output }).on('line', (line) =>
        this.#say({ says: 'line', id, of, line: line.slice(0, LINE_LENGTH) }),
      );
      return finished(output).catch(() => {});
    });
    child.on('message', (message) => this.#say({ says: 'message', id, message }));
    child.once('exit', async (code, signal) => {
      // What it started may hold its output open.
      await Promise.race([Promise.all(read), sleep(1_000, undefined, { ref: false })]);
      this.#all.delete(id);
      const how = signal ? `was ended by ${signal}${signal === 'SIGKILL' ? kills() : ''}` : `ended with code ${code}`;
      this.#say({ says: 'exited', id, how });
    });
    return child.pid!;
  }

  /** Passes a message on; to one that has ended, or has no channel, nothing. */
  send(id: number, message: unknown): void {
    const child = this.#all.get(id);
    if (child?.connected) child.send(message as object, () => {});
  }

  async end(id: number, graceMs: number): Promise<void> {
    const child = this.#all.get(id);
    if (child !== undefined) await endTree(child, graceMs);
  }

  /** Ends all of them. */
  async close(graceMs: number): Promise<void> {
    await Promise.all([...this.#all.values()].map((child) => endTree(child, graceMs)));
  }
}

const signal = (target: number, name: NodeJS.Signals): boolean => readOr(() => process.kill(target, name), false);

async function endTree(child: ChildProcess, graceMs: number): Promise<void> {
  const tree = processTree(child.pid!);
  const ended = child.exitCode !== null || child.signalCode !== null;
  if (graceMs > 0 && !ended) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    if (child.connected) child.disconnect();
    else signal(-child.pid!, 'SIGTERM');
    await Promise.race([gone, sleep(graceMs, undefined, { ref: false })]);
  }
  signal(-child.pid!, 'SIGKILL');
  for (const pid of tree) signal(pid, 'SIGKILL');
}
