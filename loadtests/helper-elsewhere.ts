/** A script of this tool on another machine, which is asked and answers as one of this machine does. */
import { join } from 'node:path';
import { bundleForNode } from '../setup/apps/build/bundle.ts';
import type { RemoteMachine } from '../system/elsewhere/remote-machine.ts';
import type { RemoteProgram } from '../system/elsewhere/remote-program.ts';
import { ROOT } from '../system/root.ts';
import type { Helper } from './helper-process.ts';

/** Time limit of an answer, ms: the longest question is a look at a machine, of some seconds. */
const ANSWER_MS = 60_000;

export class HelperElsewhere implements Helper {
  #answer: (answer: unknown) => void = () => {};
  #program!: RemoteProgram;
  /** True once it has left a question without an answer: it is asked nothing more. */
  #isLate = false;

  private constructor(private readonly answerMs: number) {}

  /**
   * Starts `script` there, bundled as `name` with its packages. It has the role of an observer.
   * @param script its absolute path here
   * @param answerMs time limit of each answer, ms
   * @throws Error when it cannot be started
   */
  static async start(
    script: string,
    name: string,
    machine: RemoteMachine,
    args: readonly string[] = [],
    answerMs = ANSWER_MS,
  ): Promise<HelperElsewhere> {
    const bundle = join(ROOT, '.outcry', 'build', `${name}-elsewhere.mjs`);
    await bundleForNode(script, bundle, { packages: 'inside' });
    const [file] = await machine.ship([bundle]);
    const helper = new HelperElsewhere(answerMs);
    helper.#program = await machine.start(['node', file!, ...args], {
      ipc: true,
      role: 'observer',
      onMessage: (message) => helper.#answer(message),
    });
    return helper;
  }

  get end(): string {
    const { death } = this.#program;
    if (this.#isLate) return ` (it did not answer within ${this.answerMs / 1000} s)`;
    return death === null ? '' : ` (${death})`;
  }

  async ask<Answer>(command: object): Promise<Answer | null> {
    if (this.#isLate || this.#program.death !== null) return null;
    let late: NodeJS.Timeout | undefined;
    const answer = new Promise<Answer | null>((resolve) => {
      this.#answer = (message) => resolve(message as Answer);
      late = setTimeout(() => {
        this.#isLate = true;
        void this.#program.end(0);
        resolve(null);
      }, this.answerMs);
    });
    this.#program.send(command);
    try {
      return await Promise.race([answer, this.#program.exited.then(() => null)]);
    } finally {
      clearTimeout(late);
    }
  }

  async stop(graceMs = 500): Promise<void> {
    await this.#program.end(graceMs);
  }
}
