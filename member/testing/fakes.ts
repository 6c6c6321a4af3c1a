/** For tests of members: a clock that moves when told, and connections with a test in place of a server. */
import type { Adapter, Reply, Socket, Transport } from '../../protocol/socket.ts';
import type { Clock, Timer } from '../clock.ts';

export class FakeClock implements Clock {
  readonly shared: boolean;
  #now = 1000;
  #timers: { at: number; run: () => void }[] = [];

  constructor(shared = false) {
    this.shared = shared;
  }

  now(): number {
    return this.#now;
  }

  setTimer(run: () => void, ms: number): Timer {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return timer;
  }

  clearTimer(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }

  /** Moves on by `ms`, running each timer at its time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#now = Math.max(this.#now, next.at);
      this.clearTimer(next);
      next.run();
    }
    this.#now = end;
  }

  /** Moves on by `ms` with no timer running until the end: a page or process that hangs. */
  hang(ms: number): void {
    this.#now += ms;
    this.advance(0);
  }
}

export interface Sent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  data: any;
  at: number;
}

export class FakeSocket implements Socket {
  readonly sent: Sent[] = [];
  /** Returns the server's reply to a request; by default it rejects the request as unknown. */
  answer: (event: string, data: unknown) => Reply | Promise<Reply> = () => {
    return { ok: false, code: 'unknown-event', reason: 'no such request' };
  };
  closedByClient = false;
  readonly #handlers = new Map<string, ((data: unknown) => void)[]>();
  readonly #closeHandlers: ((reason: string) => void)[] = [];

  constructor(
    readonly clock: Clock,
    readonly transport: Transport,
    readonly substitute: string | null = null,
    readonly notice: string | null = null,
  ) {}

  on(event: string, handler: (data: unknown) => void): void {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
  }

  emit(event: string, data: unknown): void {
    this.sent.push({ event, data, at: this.clock.now() });
  }

  async request(event: string, data: unknown): Promise<Reply> {
    this.sent.push({ event, data, at: this.clock.now() });
    return this.answer(event, data);
  }

  onClose(handler: (reason: string) => void): void {
    this.#closeHandlers.push(handler);
  }

  async close(): Promise<void> {
    this.closedByClient = true;
    this.drop('closed by the client');
  }

  /** As the server: sends `event`. */
  deliver(event: string, data: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(data);
  }

  /** The connection ends. */
  drop(reason: string): void {
    for (const handler of this.#closeHandlers.splice(0)) handler(reason);
  }

  /** Lists the messages that the client sent as `event`. */
  all(event: string): Sent[] {
    return this.sent.filter((one) => one.event === event);
  }
}

export class FakeAdapter implements Adapter {
  readonly id = 'fake';
  readonly transports: readonly Transport[] = ['websocket', 'long-polling'];
  readonly sockets: FakeSocket[] = [];
  /** The largest number of connections that were being made at once. */
  mostAtOnce = 0;
  /** Called before each connection, with its number (1 ...). */
  before: (n: number) => void | Promise<void> = () => {};
  /** The transport each connection gets; null: the one asked for. */
  given: Transport | null = null;
  substitute: string | null = null;
  notice: string | null = null;
  /** The reply of all connections' servers to a request. */
  answer: FakeSocket['answer'] | null = null;
  #connecting = 0;
  #asked = 0;

  constructor(private readonly clock: Clock) {}

  async connect(_url: string, { transport }: { transport: Transport }): Promise<FakeSocket> {
    this.#asked++;
    this.#connecting++;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#connecting);
    try {
      await this.before(this.#asked);
    } finally {
      this.#connecting--;
    }
    const socket = new FakeSocket(this.clock, this.given ?? transport, this.substitute, this.notice);
    if (this.answer) socket.answer = this.answer;
    this.sockets.push(socket);
    return socket;
  }
}
