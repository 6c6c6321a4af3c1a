/** One kernel file of each of a changing set of processes, kept open. */
import { openProcFile, type ProcFile } from './proc-file.ts';

export class ProcessFiles {
  readonly #files = new Map<number, ProcFile>();

  /** @param name the file's name in a process's folder, such as `statm` */
  constructor(private readonly name: string) {}

  /** Opens the file of each of these processes that has none yet, and closes those of all others. */
  keep(pids: readonly number[]): void {
    const kept = new Set(pids);
    for (const pid of this.#files.keys()) if (!kept.has(pid)) this.#drop(pid);
    for (const pid of kept) {
      if (this.#files.has(pid)) continue;
      const file = openProcFile(`/proc/${pid}/${this.name}`);
      if (file !== null) this.#files.set(pid, file);
    }
  }

  pids(): number[] {
    return [...this.#files.keys()];
  }

  /** Reads the file of each living process; those that ended drop out. */
  *read(): Generator<[pid: number, text: string]> {
    for (const [pid, file] of this.#files) {
      const text = file.read();
      if (text === null || text === '') this.#drop(pid);
      else yield [pid, text];
    }
  }

  close(): void {
    for (const pid of [...this.#files.keys()]) this.#drop(pid);
  }

  #drop(pid: number): void {
    this.#files.get(pid)?.close();
    this.#files.delete(pid);
  }
}
