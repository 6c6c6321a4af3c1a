/** Notices processes of a test that were stopped, as by SIGSTOP, a debugger or a terminal: no trace is left when they go on. */
import type { Stopped } from '../../protocol/surroundings.ts';
import { ProcessFiles } from './process-files.ts';

/** Of many browsers those whose processes come first in the tree: drivers and the browsers themselves, not what is below them. */
const MOST = 64;

/** proc(5): T is stopped by a signal, t by who traces it. */
const isStopped = (stat: string): boolean => /^[Tt]$/.test(stat.charAt(stat.lastIndexOf(')') + 2));

export class StoppedWatch {
  /** Oldest first. */
  readonly found: Stopped[] = [];
  readonly #files = new ProcessFiles('stat');
  #now: Stopped | null = null;

  /** @param which gives the processes of the part now, what matters most first */
  constructor(
    private readonly part: Stopped['part'],
    private readonly which: () => readonly number[],
  ) {
    this.refresh();
  }

  /** Looks for processes that have come. */
  refresh(): void {
    this.#files.keep(this.which().slice(0, MOST));
  }

  /** @param at when, ms by the host's monotonic clock */
  look(at: number): void {
    let any = false;
    for (const [, text] of this.#files.read()) any ||= isStopped(text);
    if (!any) this.#now = null;
    else if (this.#now !== null) this.#now.to = at;
    else {
      this.#now = { part: this.part, from: at, to: at };
      this.found.push(this.#now);
    }
  }

  close(): void {
    this.#files.close();
  }
}
