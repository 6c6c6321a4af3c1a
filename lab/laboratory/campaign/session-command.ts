/** A session that a fault is done to: `./outcry run` as a user starts it, with folders and a mark of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesNaming, processesWith, startedBy } from '../../../system/processes.ts';
import { ROOT } from '../../../system/root.ts';
import { temporaryFilesIn } from '../../../system/temporary-files.ts';
import type { Kind, Part, Place, Prepared, Target } from './fault.ts';
import { type Ended, sessionsIn } from './ledger.ts';
import type { Moment } from './plan.ts';

/** Every process of the session carries this in its environment. */
const MARK = 'OUTCRY_CAMPAIGN';

const LOOK_AGAIN_MS = 20;
/** A session takes some seconds; one that takes this long hangs. */
const HANGS_MS = 300_000;

export interface Surroundings {
  kind: Kind;
  place: Place;
  prepared: Prepared;
  mark: string;
}

export class SessionCommand implements Target {
  readonly kind: Kind;
  readonly results: string;
  readonly temporary: string;
  readonly pid: number;
  #stderr = '';
  readonly #child: ChildProcess;
  /** Its exit code or the signal's name, once it has ended. */
  #end: number | string | null = null;
  readonly #exited: Promise<void>;

  /** @param words the arguments of `./outcry` */
  constructor(words: readonly string[], { kind, place, prepared, mark }: Surroundings) {
    this.kind = kind;
    this.results = place.results;
    this.temporary = place.temporary;
    const [file, ...rest] = [...(prepared.argv ?? []), join(ROOT, 'outcry'), ...words];
    this.#child = spawn(file!, rest, {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: { ...process.env, ...prepared.env, ...temporaryFilesIn(place.temporary), [MARK]: mark },
    });
    this.pid = this.#child.pid!;
    this.#child.stderr!.on('data', (data) => {
      this.#stderr += data;
    });
    // Not `close`, which waits for every process that inherited its stderr.
    this.#exited = once(this.#child, 'exit').then(([code, signal]) => {
      this.#end = (code ?? signal) as number | string;
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
    const come = (): boolean => (after === 'begun' ? sessionsIn(this.results).length > 0 : line.test(this.#stderr));
    if ((await this.until(() => come() || null)) === null) return false;
    await Promise.race([sleep(ms), this.#exited]);
    return !this.hasEnded;
  }

  async ended(): Promise<Ended> {
    const giveUp = new AbortController();
    await Promise.race([this.#exited, sleep(HANGS_MS, null, { signal: giveUp.signal }).catch(() => {})]);
    giveUp.abort();
    return { end: this.#end, stderr: this.#stderr };
  }
}

/** Pids of the processes of the session with this mark that still run. Some write a title over their environment, which names its folder. */
export const stillRunning = (mark: string, { temporary }: Place): number[] => [
  ...new Set([...processesWith(MARK, mark), ...processesNaming(temporary)]),
];
