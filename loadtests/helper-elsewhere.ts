/** A script of this tool on another machine, which is asked and answers as one of this machine does. */
import { join } from 'node:path';
import { bundleForNode } from '../setup/apps/build/bundle.ts';
import type { RemoteMachine } from '../system/elsewhere/remote-machine.ts';
import type { RemoteProgram } from '../system/elsewhere/remote-program.ts';
import { ROOT } from '../system/root.ts';
import type { Helper } from './helper-process.ts';

export class HelperElsewhere implements Helper {
  #answer: (answer: unknown) => void = () => {};
  #program!: RemoteProgram;

  private constructor() {}

  /**
   * Starts `script` there, bundled as `name` with its packages. It has the role of an observer.
   * @param script its absolute path here
   * @throws Error when it cannot be started
   */
  static async start(
    script: string,
    name: string,
    machine: RemoteMachine,
    args: readonly string[] = [],
  ): Promise<HelperElsewhere> {
    const bundle = join(ROOT, '.outcry', 'build', `${name}-elsewhere.mjs`);
    await bundleForNode(script, bundle, { packages: 'inside' });
    const [file] = await machine.ship([bundle]);
    const helper = new HelperElsewhere();
    helper.#program = await machine.start(['node', file!, ...args], {
      ipc: true,
      role: 'observer',
      onMessage: (message) => helper.#answer(message),
    });
    return helper;
  }

  get end(): string {
    const { death } = this.#program;
    return death === null ? '' : ` (${death})`;
  }

  async ask<Answer>(command: object): Promise<Answer | null> {
    if (this.#program.death !== null) return null;
    const answer = new Promise<Answer>((resolve) => {
      this.#answer = (message) => resolve(message as Answer);
    });
    this.#program.send(command);
    return Promise.race([answer, this.#program.exited.then(() => null)]);
  }

  async stop(graceMs = 500): Promise<void> {
    await this.#program.end(graceMs);
  }
}
