/** One test in one member, from being prepared to its report. */
import type { Refused } from '../protocol/verbs.ts';
import type { Clock, Timer } from './clock.ts';
import type { ClockRelation, ConnectRequest, MemberReport, MemberState, SoFar, TestRequest } from './contract.ts';
import { type BusyMeter, LoopDelay } from './loop-delay.ts';
import { MemberTest } from './member-test.ts';
import type { ScenarioClient } from './scenario-client.ts';
import type { TestClient } from './test-client.ts';

/** From when a report is asked for, the start may take this long, ms. */
const START_MS = 20_000;
/** The time that duplicates have to come after all clients are done, ms. */
const LINGER_MS = 250;
/** Refusals beyond this many are only counted: a server that refuses everything is clear from the first hundred. */
const MOST_REFUSED = 100;

export interface RunOptions {
  test: TestRequest;
  request: ConnectRequest;
  clients: readonly TestClient[];
  clock: Clock;
  relation: ClockRelation | null;
  busy: BusyMeter | undefined;
  state(): MemberState;
}

export class Run {
  readonly test: TestRequest;
  readonly #options: RunOptions;
  readonly #shared: MemberTest;
  readonly #loopDelay: LoopDelay;
  readonly #reported: Promise<MemberReport>;
  #resolve!: (report: MemberReport) => void;
  #phase: 'prepared' | 'started' | 'over' = 'prepared';
  #atServer: number | null = null;
  #timer: Timer = null;
  #lingering = false;
  /** Clients before this one have finished. */
  #finished = 0;
  #refusals = 0;
  readonly #refused: Refused[] = [];
  readonly #closed: MemberReport['closed'] = [];
  #error: string | null = null;

  constructor(options: RunOptions) {
    const { test, request, clock, relation } = options;
    this.test = test;
    this.#options = options;
    this.#shared = new MemberTest(test, request.clients, request.clientIds, clock, relation);
    this.#loopDelay = new LoopDelay(clock);
    this.#reported = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Gives every client what it is to do. @throws what the scenario's script throws */
  prepare(script: ScenarioClient): void {
    const { clients, test } = this.#options;
    const clientOf = script(this.#shared);
    const awaited = test.start === 'publish' ? test.test : null;
    for (const client of clients) client.prepare(clientOf(client), awaited);
  }

  /** Waits for the report. From the first call on the start is waited for. */
  report(): Promise<MemberReport> {
    if (this.#phase === 'prepared' && this.#timer === null) this.#after(START_MS, () => this.#finish());
    return this.#reported;
  }

  /** The clients' measurements so far; null: the test has not begun, or is over. It costs the test some time. */
  soFar(): SoFar | null {
    if (this.#phase !== 'started') return null;
    return { metrics: this.#shared.measured(), clock: this.#shared.relation() };
  }

  heardStart(client: TestClient, at: number, atServer: number | null): void {
    if (this.#phase === 'over') return;
    this.#begin(at);
    this.#atServer ??= atServer;
    this.#start(client, at);
  }

  /** Starts every client, because the member was told to. */
  startAll(): void {
    if (this.#phase === 'over') return;
    const at = this.#options.clock.now();
    this.#begin(at);
    for (const client of this.#options.clients) this.#start(client, at);
  }

  /** A client is done, or has lost its connection. */
  clientFinished(): void {
    if (this.#phase === 'over' || this.#lingering || !this.#allFinished()) return;
    this.#lingering = true;
    this.#after(this.test.goesOn?.last === false ? 0 : LINGER_MS, () => this.#finish());
  }

  /** Goes on where it stopped: each client would look through all before it otherwise. */
  #allFinished(): boolean {
    const { clients } = this.#options;
    while (this.#finished < clients.length && clients[this.#finished]!.finished) this.#finished++;
    return this.#finished === clients.length;
  }

  noteRefusal(refused: Refused): void {
    this.#refusals++;
    if (this.#refused.length < MOST_REFUSED) this.#refused.push(refused);
  }

  noteClosed(clientId: number, reason: string): void {
    if (this.#phase !== 'over') this.#closed.push({ clientId, reason });
  }

  /** Something went wrong; the test goes on. */
  fail(sentence: string): void {
    this.#error ??= sentence;
  }

  /** Something went wrong that ends the test here. */
  abandon(sentence: string): void {
    this.fail(sentence);
    this.#finish();
  }

  /** Ends the test; who waits for its report gets what there is. */
  cancel(): void {
    if (this.#phase !== 'over') this.abandon('The test was ended before it was over.');
  }

  #begin(at: number): void {
    if (this.#phase !== 'prepared') return;
    this.#phase = 'started';
    this.#shared.begin(at);
    this.#loopDelay.start();
    this.#options.busy?.start();
    this.#after(this.test.giveUpMs, () => this.#finish());
  }

  #start(client: TestClient, at: number): void {
    try {
      client.start(at);
    } catch (error) {
      this.abandon(`The client of the scenario "${this.test.scenario}" failed: ${(error as Error).message}`);
    }
  }

  #finish(): void {
    if (this.#phase === 'over') return;
    const started = this.#phase === 'started';
    this.#phase = 'over';
    const { clients, clock, busy, request, state } = this.#options;
    clock.clearTimer(this.#timer);
    this.#loopDelay.stop();
    if (!started) this.#shared.begin(clock.now());
    const gaveUp = clients.filter(({ finished }) => !finished).length;
    for (const client of clients) client.giveUp();
    this.#resolve({
      clientIds: request.clientIds,
      metrics: this.#shared.measured(),
      refusals: this.#refusals,
      refused: this.#refused,
      closed: this.#closed,
      gaveUp,
      transports: state().transports,
      started: started ? { atServer: this.#atServer } : null,
      clock: this.#shared.relation(),
      loopDelay: this.#loopDelay.result(),
      busy: started ? (busy?.stop() ?? null) : null,
      error: this.#error,
      ...(this.#shared.logged.length > 0 ? { log: this.#shared.logged } : {}),
    });
  }

  #after(ms: number, act: () => void): void {
    const { clock } = this.#options;
    clock.clearTimer(this.#timer);
    this.#timer = clock.setTimer(act, ms);
  }
}
