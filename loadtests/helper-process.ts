/** A script of this tool in a process of its own, which is asked and answers over its IPC channel. */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { bundleForNode } from '../setup/apps/build/bundle.ts';
import { killTree, spawnOwned, tell } from '../system/processes.ts';
import { ROOT } from '../system/root.ts';

/** A helper, wherever it runs. */
export interface Helper {
  /** Its end as a text in brackets; empty while nothing is known of it. */
  readonly end: string;
  /** Gives its answer to `command`; null: it has ended. */
  ask<Answer>(command: object): Promise<Answer | null>;
  /** Ends it, at the latest after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

interface HelperOptions {
  /** The name of the process in sentences. */
  label: string;
  role: 'server' | 'observer';
  args?: string[];
}

export class HelperProcess implements Helper {
  end = '';

  private constructor(private readonly child: ChildProcess) {
    child.once('exit', (code, signal) => {
      this.end = ` (${signal ?? `exit code ${code}`})`;
    });
  }

  /** Starts `script`, bundled as `name`. @param script its absolute path */
  static async start(script: string, name: string, { label, role, args = [] }: HelperOptions): Promise<HelperProcess> {
    const bundle = join(ROOT, '.outcry', 'build', `${name}.mjs`);
    await bundleForNode(script, bundle);
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    return new HelperProcess(spawnOwned([process.execPath, bundle, ...args], { label, role, stdio: [...stdio] }));
  }

  get pid(): number {
    return this.child.pid!;
  }

  async ask<Answer>(command: object): Promise<Answer | null> {
    if (!this.child.connected) return null;
    const answer = this.message<Answer>();
    tell(this.child, command);
    return answer;
  }

  /** Gives its next message; null: it ends before that. */
  message<Message>(): Promise<Message | null> {
    return new Promise((resolve) => {
      const gone = (): void => resolve(null);
      this.child.once('exit', gone);
      this.child.once('message', (message) => {
        this.child.off('exit', gone);
        resolve(message as Message);
      });
    });
  }

  async stop(graceMs = 500): Promise<void> {
    if (this.child.pid !== undefined) await killTree(this.child.pid, graceMs);
  }
}
