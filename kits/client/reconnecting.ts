/**
 * What an app has to write where nothing else connects again: another connection is opened, later after each failure, and at a random moment,
 * so that clients that were lost together do not all come back together.
 */
import type { Adapter, Reply, Socket, Transport } from '../../protocol/socket.ts';
import { Continuity } from './continuity.ts';

/** The longest time until the first attempt, ms. It doubles with each failure, up to the limit. */
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

// biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
type Handler = (data: any) => void;

/** Returns `adapter`, whose lost connections are replaced if its user wants that. */
export function reconnecting(adapter: Adapter): Adapter {
  return {
    ...adapter,
    async connect(url, options) {
      const { transport } = options;
      const open = () => adapter.connect(url, { transport });
      return options.reconnect ? new ReplacedSocket(await open(), open) : adapter.connect(url, options);
    },
  };
}

/** A socket over one connection after the other. */
class ReplacedSocket extends Continuity implements Socket {
  readonly #open: () => Promise<Socket>;
  readonly #handlers: [event: string, handler: Handler][] = [];
  /** While the connection is lost, the one that has ended. */
  #current: Socket;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosing = false;

  constructor(first: Socket, open: () => Promise<Socket>) {
    super();
    this.#open = open;
    this.#current = first;
    this.#watch(first);
  }

  get transport(): Transport {
    return this.#current.transport;
  }

  get substitute(): string | null {
    return this.#current.substitute ?? null;
  }

  get notice(): string | null {
    return this.#current.notice ?? null;
  }

  on(event: string, handler: Handler): void {
    this.#handlers.push([event, handler]);
    this.#current.on(event, handler);
  }

  emit(event: string, data: unknown): void {
    this.#current.emit(event, data);
  }

  request(event: string, data: unknown): Promise<Reply> {
    return this.#current.request(event, data);
  }

  raw(text: string): void {
    this.#current.raw?.(text);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    await this.#current.close();
    this.closed('closed by the client');
  }

  #watch(socket: Socket): void {
    socket.onClose((reason) => {
      if (this.#isClosing) return this.closed(reason);
      this.lost(reason);
      this.#later(0);
    });
  }

  /** @param failures attempts that have failed since the connection was lost */
  #later(failures: number): void {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
    this.#timer = setTimeout(() => this.#attempt(failures), longest * (0.5 + Math.random() / 2));
  }

  async #attempt(failures: number): Promise<void> {
    this.attempt();
    let next: Socket;
    try {
      next = await this.#open();
    } catch {
      if (!this.#isClosing) this.#later(failures + 1);
      return;
    }
    if (this.#isClosing) return void next.close();
    this.#current = next;
    for (const [event, handler] of this.#handlers) next.on(event, handler);
    this.#watch(next);
    this.back('new');
  }
}
