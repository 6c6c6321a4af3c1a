/** A file of the kernel's (in /proc or a control group) that is read again and again: opened once, read into one buffer. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Longer than any file that is read here, but for what of /proc/stat and /proc/diskstats no one looks for. */
const buffer = Buffer.alloc(16_384);

export class ProcFile {
  readonly #file: number;

  /** @throws Error when it cannot be opened */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** Its first 16,384 bytes now; null when what it tells of is gone. */
  read(): string | null {
    try {
      return buffer.toString('latin1', 0, readSync(this.#file, buffer, 0, buffer.length, 0));
    } catch {
      return null;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Opens a file; null when there is none, such as of a process that has ended. */
export function openProcFile(path: string): ProcFile | null {
  try {
    return new ProcFile(path);
  } catch {
    return null;
  }
}
