/**
 * The way up of a session over plain HTTP: POSTs of envelopes, one per line, one POST at a time, so that order is kept. Envelopes
 * sent while one is under way go into the next one together: a busy server gets fewer and larger requests.
 */
import { LINES } from '../../protocol/envelope.ts';

/** Envelopes are added to a body until it is this long, characters: at most three bytes each. */
const BODY_CHARS = 1_000_000;

export class Posts {
  readonly #url: string;
  readonly #failed: (error: unknown) => void;
  #waiting: string[] = [];
  #underWay: Promise<void> | null = null;

  /** @param failed called with the reason when a POST was not taken; nothing is sent after that */
  constructor(url: string, failed: (error: unknown) => void) {
    this.#url = url;
    this.#failed = failed;
  }

  send(envelope: string): void {
    this.#waiting.push(envelope);
    // Not at once: what is sent in the same turn of the event loop belongs together.
    this.#underWay ??= Promise.resolve().then(() => this.#run());
  }

  /** Resolves when all that was sent so far has been taken, or has failed. */
  async settled(): Promise<void> {
    await this.#underWay;
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#post(this.#takeBody());
      this.#underWay = null;
    } catch (error) {
      this.#failed(error);
    }
  }

  async #post(body: string): Promise<void> {
    const headers = { 'content-type': LINES };
    const response = await fetch(this.#url, { method: 'POST', headers, body, cache: 'no-store' });
    if (!response.ok) throw new Error((await response.text()).trim() || `a POST was answered ${response.status}`);
  }

  #takeBody(): string {
    let chars = 0;
    const end = this.#waiting.findIndex((envelope, index) => {
      chars += envelope.length + 1;
      return index > 0 && chars > BODY_CHARS;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end).join('\n');
  }
}
