/** One test of a backend: what its script feeds, and what came of it. */
import type { Clock } from '../../../member/clock.ts';
import type { TestRequest } from '../../../member/contract.ts';
import { MemberTest } from '../../../member/member-test.ts';
import { type LoopPlan, OpenLoop } from '../../../member/open-loop.ts';
import type { Fed } from '../../../protocol/control.ts';
import type { Backend, BackendRun, BackendScript, Told } from '../../scenarios/backend-script.ts';
import type { BackendReport } from './ipc.ts';
import { LineQueue } from './line-queue.ts';

/** Sends lines to the server until they end; resolves with what the server says of them. */
export type SendLines = (lines: AsyncIterable<string>, limitMs: number) => Promise<Fed>;

/** The address by which a backend reaches its server. */
export interface Reach {
  /** Null: bodies are posted one by one. */
  send: SendLines | null;
  post(body: unknown): Promise<Told>;
  /** Rejects when the server does not answer a plain HTTP request. */
  ping(): Promise<void>;
}

/** The time limit for the server to say that it has taken everything, after the clients are done, ms. */
const ANSWER_MS = 5_000;
/** The feed is open from before the test until after it. */
const SLACK_MS = 120_000;

export class Feeding implements Backend {
  readonly #clock: Clock;
  readonly #test: MemberTest;
  readonly #run: BackendRun;
  readonly #lines = new LineQueue();
  readonly #ended: Promise<void>;
  readonly #ping: Reach['ping'];
  readonly post: Reach['post'];
  #loops: OpenLoop[] = [];
  #startedAt = 0;
  #error: string | null = null;

  /** @throws what the script throws */
  constructor(script: BackendScript, request: TestRequest, clients: number, clock: Clock, reach: Reach) {
    this.#ping = reach.ping;
    this.post = reach.post;
    this.#clock = clock;
    this.#test = new MemberTest(request, clients, [], clock, null);
    this.#run = script(this.#test, this);
    if (reach.send === null) {
      this.#ended = Promise.resolve();
      return;
    }
    // An empty line, which servers pass over: the connection is made before the test, and not by its first body.
    this.#lines.push('');
    this.#ended = reach.send(this.#lines, request.giveUpMs + SLACK_MS).then(
      () => {},
      (error: Error) => {
        this.#fail(error.message);
        this.#lines.cancel();
      },
    );
  }

  begin(): void {
    this.#startedAt = this.#clock.now();
    this.#test.begin(this.#startedAt);
    try {
      this.#run.start(this.#startedAt);
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  feed(body: unknown): void {
    this.#lines.push(JSON.stringify(body));
  }

  taken(): Promise<void> {
    return this.#lines.taken();
  }

  schedule(plan: LoopPlan, send: (seq: number, due: number) => void, sent: () => void = () => {}): void {
    const loop = new OpenLoop(this.#clock, plan, this.#startedAt, send, sent);
    this.#loops.push(loop);
    loop.run();
  }

  ping(): Promise<void> {
    return this.#ping();
  }

  done(): void {
    this.#lines.end();
  }

  /** Reports what was measured, once the feed has ended; a feed that does not end is reported as an error. */
  async report(): Promise<BackendReport> {
    for (const loop of this.#loops.splice(0)) loop.stop();
    this.#lines.end();
    let timer: unknown;
    const late = new Promise<void>((resolve) => {
      timer = this.#clock.setTimer(() => {
        this.#fail(
          `the server had not taken the whole feed, or not answered each ping, ${ANSWER_MS / 1000} s after the clients were done`,
        );
        this.#lines.cancel();
        resolve();
      }, ANSWER_MS);
    });
    await Promise.race([Promise.all([this.#ended, this.#run.ended?.()]), late]);
    this.#clock.clearTimer(timer);
    const { logged } = this.#test;
    return { metrics: this.#test.measured(), error: this.#error, ...(logged.length > 0 ? { log: logged } : {}) };
  }

  /** Keeps the first failure, which is the cause of later ones. */
  #fail(sentence: string): void {
    this.#error ??= sentence;
  }
}
