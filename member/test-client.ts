/** One client: a connection with its own number, and what a scenario makes it do. */
import type { Reply, Socket } from '../protocol/socket.ts';
import type { Answered, Asked, Hops, Named, Refused, Relayed } from '../protocol/verbs.ts';
import type { Clock } from './clock.ts';
import { type LoopPlan, OpenLoop } from './open-loop.ts';
import type { Chosen, Client, ClientRun } from './scenario-client.ts';
import { isStart } from './start.ts';

/** The interface that a client needs of its member. */
export interface Holder {
  readonly clock: Clock;
  /** Opens a connection for client `id`; rejects with a sentence that names it. */
  open(id: number, chosen?: Chosen): Promise<Socket>;
  /** The client has heard of the start, at `at`; `atServer` is the server's clock when it had it, as far as the server says. */
  heardStart(client: TestClient, at: number, atServer: number | null): void;
  /** It is done, or its connection has ended. */
  finished(): void;
  refused(refused: Refused): void;
  /** Records an error that a scenario's client reports. */
  failed(sentence: string): void;
  /** Its connection ended without being asked to. */
  lost(client: TestClient, reason: string): void;
}

const beside = (body: unknown): object => (body === undefined ? {} : { body });

export class TestClient implements Client {
  live = false;
  /** True if it waits for nothing more in this test. */
  finished = true;
  tellsAttempts = false;
  /** The client's run in the present test; null before its start and after its end. A plain field, because every delivery reads it. */
  private running: ClientRun | null = null;
  #prepared: ClientRun | null = null;
  /** The test whose start it listens for in `publish` deliveries. */
  #awaited: string | null = null;
  #socket: Socket | null = null;
  #startedAt = 0;
  #loops: OpenLoop[] = [];

  constructor(
    readonly id: number,
    private readonly holder: Holder,
  ) {}

  get transport(): string | null {
    return this.live ? this.#socket!.transport : null;
  }

  get substitute(): string | null {
    return this.#socket?.substitute ?? null;
  }

  get notice(): string | null {
    return this.#socket?.notice ?? null;
  }

  /** Takes over a connection that was made for it. */
  attach(socket: Socket): void {
    this.#socket = socket;
    this.live = true;
    const { clock } = this.holder;
    // A server can send anything: what is no object has neither body nor hops.
    socket.on('publish', (data: Relayed | null) => {
      const { running } = this;
      if (running === null) this.#listenForStart(data);
      else if (running.publish !== undefined) running.publish(data?.body, data?.hops as Hops, clock.now());
    });
    for (const verb of ['echo', 'greet', 'feed'] as const) {
      socket.on(verb, (data: Relayed | null) => {
        const { running } = this;
        if (running?.[verb] !== undefined) running[verb](data?.body, data?.hops as Hops, clock.now());
      });
    }
    for (const event of ['joined', 'left'] as const) {
      socket.on(event, (data: Named | null) => {
        const { running } = this;
        if (typeof data?.name !== 'string' || running?.[event] === undefined) return;
        running[event](data.name, data.body, data.hops, this.holder.clock.now());
      });
    }
    socket.on('refused', (refused: Refused) => this.holder.refused(refused));
    socket.onLost?.((reason) => this.running?.lost?.(reason, clock.now()));
    socket.onBack?.((how) => this.running?.back?.(how, clock.now()));
    socket.onAttempt?.(() => this.running?.attempt?.(clock.now()));
    this.tellsAttempts = socket.onAttempt !== undefined;
    socket.onClose((reason) => this.#ended(socket, reason));
  }

  /** Has it ready for a test. @param awaited the test whose start is published; null: it will be told */
  prepare(run: ClientRun, awaited: string | null): void {
    this.end();
    this.#prepared = run;
    this.#awaited = awaited;
    this.finished = false;
  }

  /** Begins what was prepared, once. */
  start(at: number): void {
    const run = this.#prepared;
    if (run === null) return;
    this.#prepared = null;
    this.#awaited = null;
    this.#startedAt = at;
    this.running = run;
    run.start(at);
  }

  /** Ends the test for it: counts missing messages unless it was done. Later messages belong to no test. */
  giveUp(): void {
    const run = this.running ?? this.#prepared;
    if (!this.finished) {
      this.finished = true;
      run?.giveUp?.();
    }
    this.end();
  }

  end(): void {
    this.#stopSending();
    this.running = null;
    this.#prepared = null;
    this.#awaited = null;
    this.finished = true;
  }

  fail(sentence: string): void {
    this.holder.failed(sentence);
  }

  done(): void {
    if (this.finished) return;
    this.finished = true;
    this.#stopSending();
    this.holder.finished();
  }

  echo(body: unknown): void {
    if (this.live) this.#socket!.emit('echo', body);
  }

  publish(body: unknown): void {
    if (this.live) this.#socket!.emit('publish', body);
  }

  sink(body: unknown): void {
    if (this.live) this.#socket!.emit('sink', body);
  }

  async request(asked: Asked): Promise<Relayed> {
    const { body, hops } = (await this.#ask('request', asked)) as unknown as Answered;
    return { body, hops };
  }

  async join(name: string, body?: unknown): Promise<string[]> {
    return (await this.#ask('join', { name, ...beside(body) })).names as string[];
  }

  async leave(body?: unknown): Promise<void> {
    await this.#ask('leave', beside(body));
  }

  schedule(plan: LoopPlan, send: (seq: number, due: number) => void, sent: () => void = () => {}): void {
    if (this.finished) return;
    const loop = new OpenLoop(this.holder.clock, plan, this.#startedAt, send, sent);
    this.#loops.push(loop);
    loop.run();
  }

  async connect(chosen?: Chosen): Promise<void> {
    if (!this.live) this.attach(await this.holder.open(this.id, chosen));
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    this.live = false; // so that its end is no loss
    await socket?.close();
  }

  async #ask(event: string, data: unknown): Promise<Reply & { ok: true }> {
    if (!this.live) throw new Error(`${event}: client ${this.id} is not connected`);
    const reply = await this.#socket!.request(event, data);
    if (reply.ok) return reply;
    throw Object.assign(new Error(`The server refused "${event}": ${reply.reason}`), { code: reply.code });
  }

  #listenForStart(data: Relayed | null): void {
    if (this.#awaited === null || !isStart(data?.body, this.#awaited)) return;
    const at = this.holder.clock.now();
    const received = data?.hops?.[0];
    this.holder.heardStart(this, at, typeof received === 'number' ? received : null);
  }

  #ended(socket: Socket, reason: string): void {
    if (!this.live || socket !== this.#socket) return; // it was closed from here
    this.live = false;
    if (this.running?.ended !== undefined) {
      this.running.ended(reason, this.holder.clock.now());
      return;
    }
    const cutShort = !this.finished;
    this.#stopSending();
    if (cutShort) {
      this.finished = true;
      (this.running ?? this.#prepared)?.giveUp?.();
    }
    this.holder.lost(this, reason);
    if (cutShort) this.holder.finished();
  }

  #stopSending(): void {
    for (const loop of this.#loops.splice(0)) loop.stop();
  }
}
