/**
 * Keeps the page connected: connects, notices the end, and connects again, waiting a little longer each time. A network
 * that is gone tells nobody, and some client libraries go on trying without a word: so it asks, too.
 */
import type { Clock, Timer } from '../../member/clock.ts';
import type { Adapter, Socket, Transport } from '../../protocol/socket.ts';
import { PING } from './contract.ts';

/** `connecting`: for the first time. `lost`: was connected and is not, or the first time failed. */
export type ConnectionState = 'connecting' | 'connected' | 'lost';

/** First and longest wait before connecting again, ms; each wait is up to a half shorter, so that pages spread. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** The time between two checks of a connection, and the time limit of its answer, ms. */
const CHECK_MS = 5_000;
const ANSWER_MS = 10_000;

/** The pause before attempt number `attempt` (0 ...), ms; `random` is from 0 to 1. */
export function waitBefore(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (1 - random / 2);
}

export interface ConnectionOptions {
  adapter: Adapter;
  url: string;
  transport: Transport;
  clock: Pick<Clock, 'setTimer' | 'clearTimer'>;
  random?: () => number;
  /**
   * A socket is there. Its handlers are to be set before anything is awaited. The state is `connected` once this
   * resolves; when it rejects the socket is closed and another one made.
   */
  opened(socket: Socket): Promise<void>;
  changed(state: ConnectionState): void;
}

export class Connection {
  #socket: Socket | null = null;
  #timer: Timer | null = null;
  #failures = 0;
  #started = false;

  constructor(private readonly options: ConnectionOptions) {}

  get socket(): Socket | null {
    return this.#socket;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.options.changed('connecting');
    void this.#attempt();
  }

  /** Ends a pending wait: the network is back, or a person is impatient. */
  retryNow(): void {
    if (this.#timer === null) return;
    this.options.clock.clearTimer(this.#timer);
    this.#timer = null;
    void this.#attempt();
  }

  /** Gives up on the socket in use, which does not answer, and makes another. */
  renew(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#ended(socket);
    socket.close().catch(() => {});
  }

  async #attempt(): Promise<void> {
    const { adapter, url, transport } = this.options;
    let socket: Socket;
    try {
      socket = await adapter.connect(url, { transport });
    } catch {
      this.#failed();
      return;
    }
    this.#socket = socket;
    socket.onClose(() => this.#ended(socket));
    try {
      await this.options.opened(socket);
    } catch {
      if (this.#socket === socket) this.renew();
      return;
    }
    if (this.#socket !== socket) return;
    this.#failures = 0;
    this.options.changed('connected');
    this.#checkLater(socket);
  }

  #checkLater(socket: Socket): void {
    this.options.clock.setTimer(() => {
      if (this.#socket === socket) void this.#check(socket);
    }, CHECK_MS);
  }

  /** Whatever the answer is, it is one. */
  async #check(socket: Socket): Promise<void> {
    const { clock } = this.options;
    const giveUp = () => {
      if (this.#socket === socket) this.renew();
    };
    const timer = clock.setTimer(giveUp, ANSWER_MS);
    try {
      await socket.request(PING, {});
      this.#checkLater(socket);
    } catch {
      giveUp();
    } finally {
      clock.clearTimer(timer);
    }
  }

  #ended(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#failed();
  }

  #failed(): void {
    const { clock, changed, random = Math.random } = this.options;
    changed('lost');
    const wait = waitBefore(this.#failures++, random());
    this.#timer = clock.setTimer(() => {
      this.#timer = null;
      void this.#attempt();
    }, wait);
  }
}
