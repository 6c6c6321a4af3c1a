/** A session that a fault is done to: `./outcry run` as a user starts it, with folders and a mark of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesNaming, processesWith, startedBy } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import { temporaryFilesIn } from '../../system/temporary-files.ts';
import type { Moment } from './campaign-plan.ts';
import type { Part, Place, Prepared, Target } from './fault.ts';
import { sessionsIn } from './kept-files.ts';

/** Every process of a trial carries this in its environment. */
const MARK = 'OUTCRY_CAMPAIGN';

const LOOK_AGAIN_MS = 20;

export interface CommandOptions {
  /** What comes after `./outcry`. */
  words: readonly string[];
  place: Place;
  prepared: Prepared;
  /** The value of the mark. */
  mark: string;
}

export class SessionCommand implements Target {
  readonly results: string;
  readonly temporary: string;
  readonly pid: number;
  /** All that it has said on stderr so far. */
  said = '';
  readonly #child: ChildProcess;
  /** Its exit code or the signal's name, once it has ended. */
  #end: number | string | null = null;
  readonly #ended: Promise<number | string>;

  constructor({ words, place, prepared, mark }: CommandOptions) {
    this.results = place.results;
    this.temporary = place.temporary;
    const argv = [...(prepared.argv ?? []), join(ROOT, 'outcry'), ...words];
    this.#child = spawn(argv[0]!, argv.slice(1), {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: { ...process.env, ...prepared.env, ...temporaryFilesIn(place.temporary), [MARK]: mark },
    });
    this.pid = this.#child.pid!;
    this.#child.stderr!.on('data', (data) => {
      this.said += data;
    });
    // Not `close`, which waits for every process that inherited its stderr.
    this.#ended = once(this.#child, 'exit').then(([code, signal]) => {
      this.#end = (code ?? signal) as number | string;
      return this.#end;
    });
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  parts(): Part[] {
    return startedBy(this.pid);
  }

  async until<T>(look: () => T | null): Promise<T | null> {
    while (!this.hasEnded) {
      const found = look();
      if (found !== null) return found;
      await sleep(LOOK_AGAIN_MS);
    }
    return null;
  }

  /** Resolves at the moment; with false when the session has ended first. */
  async reached({ after, run, ms }: Moment): Promise<boolean> {
    const line = new RegExp(`#${run}: ${after}$`, 'm');
    const come = (): boolean => (after === 'begun' ? sessionsIn(this.results).length > 0 : line.test(this.said));
    if ((await this.until(() => come() || null)) === null) return false;
    await Promise.race([sleep(ms), this.#ended]);
    return !this.hasEnded;
  }

  /** Its exit code or the signal's name; null when it has not ended within `limitMs`. */
  async ended(limitMs: number): Promise<number | string | null> {
    const giveUp = new AbortController();
    const late = sleep(limitMs, null, { signal: giveUp.signal }).catch(() => null);
    const end = await Promise.race([this.#ended, late]);
    giveUp.abort();
    return end;
  }
}

/** Pids of the processes of the trial with this mark that still run. Some write a title over their environment, which names its folder. */
export const stillRunning = (mark: string, { temporary }: Place): number[] => [
  ...new Set([...processesWith(MARK, mark), ...processesNaming(temporary)]),
];
