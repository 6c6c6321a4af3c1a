/**
 * The driver host: one process that starts all drivers of this Outcry, so that drivers and browsers share one session. Linux gives each
 * session an equal share of CPU time, and thirty of them at the lowest priority still weigh as much as half a server.
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { killTree, register, spawnOwned, tell } from '../../system/processes.ts';
import { bundle } from '../console/worker-bundle.ts';

/** The command of a driver, with the number by which the host reports about it. */
export interface StartRequest {
  number: number;
  argv: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export type HostSays = { number: number } & (
  | { says: 'started'; pid: number }
  | { says: 'printed'; text: string }
  /** `how`: exit code, name of a signal, or why it could not be started. */
  | { says: 'ended'; how: string }
);

/** Called with what the host reports about one driver. */
export interface DriverEvents {
  started(pid: number): void;
  printed(text: string): void;
  /** Called once, and last. */
  ended(how: string): void;
}

interface Hosted {
  label: string;
  events: DriverEvents;
  pid: number | null;
  /** Takes it from the register of what Outcry started. */
  forget(): void;
}

/** @returns the path of the program that {@link DriverHost} starts */
export function bundleDriverHost(): Promise<string> {
  return bundle(join(import.meta.dirname, 'driver-host-process.ts'), 'driver-host');
}

export class DriverHost {
  readonly #child: ChildProcess;
  readonly #hosted = new Map<number, Hosted>();
  readonly #exited: Promise<void>;
  #numbers = 0;
  #end: string | null = null;

  /** @param program as {@link bundleDriverHost} gives it */
  constructor(program: string) {
    this.#child = spawnOwned([process.execPath, program], {
      label: 'driver host',
      role: 'load',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (message: HostSays) => this.#hear(message));
    this.#exited = new Promise((resolve) => {
      const over = (how: string): void => {
        this.#over(how);
        resolve();
      };
      this.#child.once('error', (error) => over(error.message));
      this.#child.once('exit', (code, signal) => over(signal ?? String(code)));
    });
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Starts a driver in the host's session. @param label its name in messages */
  start(label: string, command: Omit<StartRequest, 'number'>, events: DriverEvents): void {
    if (this.#end !== null) {
      events.ended(`the driver host, which had ended with ${this.#end}`);
      return;
    }
    const number = ++this.#numbers;
    this.#hosted.set(number, { label, events, pid: null, forget: () => {} });
    tell(this.#child, { number, ...command });
  }

  /** Ends the host and every driver that still runs. */
  async close(): Promise<void> {
    if (this.#child.pid !== undefined) await killTree(this.#child.pid, 0);
    await this.#exited;
  }

  #hear(message: HostSays): void {
    const hosted = this.#hosted.get(message.number);
    if (hosted === undefined) return;
    if (message.says === 'started') {
      hosted.pid = message.pid;
      hosted.forget = register(message.pid, hosted.label);
      hosted.events.started(message.pid);
    } else if (message.says === 'printed') {
      hosted.events.printed(message.text);
    } else {
      this.#hosted.delete(message.number);
      hosted.forget();
      hosted.events.ended(message.how);
    }
  }

  /** Without the host the end of a driver would go unreported, so the drivers end too. */
  #over(how: string): void {
    if (this.#end !== null) return;
    this.#end = how;
    for (const { pid, forget, events } of this.#hosted.values()) {
      if (pid !== null) void killTree(pid, 0);
      forget();
      events.ended(`the driver host, by ${how}`);
    }
    this.#hosted.clear();
  }
}
