/**
 * The way up of the transports over plain HTTP: envelopes, one per line, in POSTs of which one is under way at a time.
 * What is sent meanwhile goes into the next one together, so order is kept and a slow server is not asked more often.
 */

/** A body is not made longer than this by adding envelopes to it, characters (at most three bytes each). */
const BATCH_CHARS = 1_000_000;

export class Posts {
  readonly #url: string;
  readonly #failed: (reason: string) => void;
  #waiting: string[] = [];
  #running: Promise<void> | null = null;

  /** `failed` is called with the reason when a POST was not taken; nothing is sent after that. */
  constructor(url: string, failed: (reason: string) => void) {
    this.#url = url;
    this.#failed = failed;
  }

  send(envelope: string): void {
    this.#waiting.push(envelope);
    this.#running ??= this.#run();
  }

  /** Resolves when everything sent so far has been taken or has failed. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // What is sent in the same turn of the event loop belongs together.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) {
        const response = await fetch(this.#url, { method: 'POST', body: this.#nextBody(), cache: 'no-store' });
        if (!response.ok) throw new Error((await response.text()).trim() || `POST was answered ${response.status}`);
      }
      this.#running = null;
    } catch (error) {
      this.#failed(error instanceof Error ? error.message : String(error));
    }
  }

  #nextBody(): string {
    let count = 0;
    for (let chars = 0; count < this.#waiting.length; count++) {
      chars += this.#waiting[count]!.length + 1;
      if (count > 0 && chars > BATCH_CHARS) break;
    }
    return this.#waiting.splice(0, count).join('\n');
  }
}
