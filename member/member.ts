/**
 * The engine of a load test: the clients that one page or one worker process holds. It knows an adapter, a clock and how to get a scenario's
 * client script, and nothing of pages or processes. `contract.ts` says what is asked of it and in which order.
 */
import type { Adapter } from '../protocol/socket.ts';
import type { Refused } from '../protocol/verbs.ts';
import type { Clock } from './clock.ts';
import { relateClocks } from './clock-relation.ts';
import { connectAll, connectOne } from './connect.ts';
import type { ClockRelation, ConnectRequest, MemberReport, MemberState, SoFar, TestRequest } from './contract.ts';
import type { BusyMeter } from './loop-delay.ts';
import { Run } from './run.ts';
import type { ScenarioClient } from './scenario-client.ts';
import { startBody } from './start.ts';
import { type Holder, TestClient } from './test-client.ts';

export interface MemberOptions {
  adapter: Adapter;
  url: string;
  clock: Clock;
  /** Gets the client script of the scenario with that name; rejects with a sentence. */
  script(scenario: string): Promise<ScenarioClient>;
  busy?: BusyMeter;
  /** Called when something changed that a person may be shown; not per message. */
  onChange?: () => void;
}

export class Member {
  #request: ConnectRequest | null = null;
  #clients: TestClient[] = [];
  #run: Run | null = null;
  #relation: ClockRelation | null = null;
  /** The first connection that ended without being asked to. */
  #lost: { id: number; reason: string } | null = null;
  #error: string | null = null;

  constructor(private readonly options: MemberOptions) {}

  get connected(): number {
    let connected = 0;
    for (const { live } of this.#clients) if (live) connected++;
    return connected;
  }

  state(): MemberState {
    const transports: Record<string, number> = {};
    for (const { transport } of this.#clients) {
      if (transport !== null) transports[transport] = (transports[transport] ?? 0) + 1;
    }
    return {
      connected: this.connected,
      error: this.#error,
      transports,
      substitute: this.#clients[0]?.substitute ?? null,
      notice: this.#clients[0]?.notice ?? null,
    };
  }

  /** Keeps `sentence` as what went wrong; a test that runs goes on, and reports it. */
  fail(sentence: string): void {
    this.#error ??= sentence;
    this.#run?.fail(sentence);
    this.options.onChange?.();
  }

  /** Connects all clients after ending those there were, or rejects with the reason after closing those that were up. */
  async connect(request: ConnectRequest): Promise<void> {
    await this.disconnect();
    this.#request = request;
    this.#error = null;
    this.#lost = null;
    const holder = this.#holder(request);
    const clients = request.clientIds.map((id) => new TestClient(id, holder));
    this.#clients = clients;
    if (!request.now) return;
    try {
      await connectAll(clients, request.parallel);
      const lost = this.#lost as { id: number; reason: string } | null; // set while this waited, which the compiler does not see
      if (lost) throw new Error(`Client ${lost.id} lost its connection while others connected: ${lost.reason}`);
    } catch (error) {
      await this.disconnect();
      this.#error = (error as Error).message;
      throw error;
    }
  }

  /** Gets ready for `test`, forgetting the one before. Rejects with a sentence when it cannot take part. */
  async prepare(test: TestRequest): Promise<void> {
    const request = this.#request;
    if (request === null) throw new Error('Nothing is connected yet.');
    this.#run?.cancel();
    this.#run = null;
    this.#error = null;
    if (request.now && this.#lost) throw new Error(lossOf(this.#lost.id, this.#lost.reason));
    const script = await this.options.script(test.scenario);
    const { clock, busy } = this.options;
    if (test.goesOn?.first !== false) this.#relation = await this.#relateClocks(request);
    const relation = this.#relation;
    const run = new Run({ test, request, clients: this.#clients, clock, relation, busy, state: () => this.state() });
    run.prepare(script);
    this.#run = run;
  }

  /** Begins the prepared test. The coordinator member publishes the start, unless the launcher tells every member. */
  begin(): void {
    const run = this.#run;
    if (run === null) throw new Error('No test was prepared.');
    const master = this.#clients.find(({ id, live }) => id === 1 && live);
    if (run.test.start === 'told') run.startAll();
    else if (master) master.publish(startBody(run.test.test));
    else run.abandon('Client 1 begins the test, and it is not connected here.');
  }

  /** Resolves when the test that was prepared is over for all clients, or has not begun in time. */
  async report(): Promise<MemberReport> {
    if (this.#run === null) throw new Error('No test was prepared.');
    return this.#run.report();
  }

  /** The measurements so far of the test that runs, for a person to see; null: none runs. */
  soFar(): SoFar | null {
    return this.#run?.soFar() ?? null;
  }

  /** Relates the clocks again after a test; null if no relation was found. It asks the server, so the server's counts are read before. */
  async relateAgain(): Promise<ClockRelation | null> {
    if (this.#request === null) throw new Error('Nothing is connected yet.');
    try {
      return await this.#relateClocks(this.#request);
    } catch {
      return null; // the one client that asks could not connect
    }
  }

  /** Ends all connections; resolves when they have ended. */
  async disconnect(): Promise<void> {
    this.#run?.cancel();
    this.#run = null;
    this.#request = null;
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
  }

  /** Clients that connect themselves begin every test without a connection; the clocks are related over one of its own. */
  async #relateClocks(request: ConnectRequest): Promise<ClockRelation | null> {
    const { clock } = this.options;
    const [first] = this.#clients;
    if (first === undefined) return null;
    if (!request.now) {
      await Promise.all(this.#clients.map((client) => client.close()));
      try {
        await first.connect();
      } catch {
        return null; // it tries again in the test, which says why
      }
    }
    const relation = await relateClocks(clock, async () => (await first.request({ body: null })).hops);
    if (!request.now) await first.close();
    return relation;
  }

  #holder({ transport, options, apart }: ConnectRequest): Holder {
    const { adapter, url, clock } = this.options;
    return {
      clock,
      open: (id, chosen) =>
        connectOne(adapter, id === apart?.client ? apart.url : url, transport, id, { chosen, options }),
      heardStart: (client, at, atServer) => this.#run?.heardStart(client, at, atServer),
      finished: () => this.#run?.clientFinished(),
      refused: (refused) => this.#refused(refused),
      failed: (sentence) => this.fail(sentence),
      lost: (client, reason) => {
        this.#lost ??= { id: client.id, reason };
        this.#run?.noteClosed(client.id, reason);
        this.fail(lossOf(client.id, reason));
      },
    };
  }

  #refused(refused: Refused): void {
    this.#run?.noteRefusal(refused);
    this.fail(`The server refused "${refused?.event}": ${refused?.reason}`);
  }
}

function lossOf(id: number, reason: string): string {
  return `The connection of client ${id} ended: ${reason}`;
}
