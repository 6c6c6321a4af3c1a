/** A program that the agent of another machine started. */
export interface ProgramHandlers {
  onMessage?(message: unknown): void;
  /** Receives each line of its standard output. */
  onLine?(line: string): void;
}

const LOG_LINES = 15;
/** A program that was killed and does not end waits for its kernel, such as for a disk that hangs. */
const END_MS = 10_000;

export class RemoteProgram {
  /** Its pid there. */
  pid = -1;
  /** What became of it, such as `ended with code 1`, with the end of its log; null while it runs. */
  death: string | null = null;
  /** Resolves when it has ended, or its machine is gone. */
  readonly exited: Promise<void>;
  readonly #handlers: ProgramHandlers;
  readonly #log: string[] = [];
  readonly #send: (message: unknown) => void;
  readonly #end: (graceMs: number) => Promise<unknown>;
  #resolveExited!: () => void;

  constructor(
    handlers: ProgramHandlers,
    { send, end }: { send(message: unknown): void; end(graceMs: number): Promise<unknown> },
  ) {
    this.#handlers = handlers;
    this.#send = send;
    this.#end = end;
    this.exited = new Promise((resolve) => {
      this.#resolveExited = resolve;
    });
  }

  /** The last lines of its standard error. */
  get log(): readonly string[] {
    return this.#log;
  }

  /** Sends a message over its IPC channel; to one that has ended, nothing. */
  send(message: unknown): void {
    if (this.death === null) this.#send(message);
  }

  /**
   * Ends it and what it started; resolves when it has ended, or does not end.
   * @param limitMs time limit of its end after it was killed, ms
   */
  async end(graceMs = 3_000, limitMs = END_MS): Promise<void> {
    if (this.death !== null) return;
    await this.#end(graceMs).catch(() => {}); // its machine is gone, and it with that
    const late = setTimeout(() => this.ended('could not be ended'), limitMs);
    await this.exited;
    clearTimeout(late);
  }

  heard(message: unknown): void {
    if (this.death === null) this.#handlers.onMessage?.(message);
  }

  printed(of: 'stdout' | 'stderr', line: string): void {
    if (of === 'stdout') {
      this.#handlers.onLine?.(line);
      return;
    }
    this.#log.push(line);
    if (this.#log.length > LOG_LINES) this.#log.shift();
  }

  /** @param how such as `ended with code 1` */
  ended(how: string): void {
    if (this.death !== null) return;
    this.death = [how, ...this.#log].join('\n');
    this.#resolveExited();
  }
}
