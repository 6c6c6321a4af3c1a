/**
 * The input and output of a scenario's client script (`loadtests/scenarios/<name>/client.ts`). The same script runs in pages and in worker
 * processes. Times are milliseconds by the member's clock unless said otherwise.
 */
import type { Params } from '../protocol/run-record.ts';
import type { Back } from '../protocol/socket.ts';
import type { Hops, Relayed } from '../protocol/verbs.ts';

/** Counts things, in the bucket of when they happened. */
export interface Counter {
  /** Of `n` (default 1) things at `at`. */
  add(at: number, n?: number): void;
}

/** Keeps a distribution, and sum and count per bucket. */
export interface Trend {
  /** `value` in the metric's unit (ms), of something that belongs to the time `at`. Below zero it is counted apart and skipped. */
  record(at: number, value: number): void;
}

/** Keeps a level, sampled every so often. */
export interface Gauge {
  sample(value: number): void;
}

/** The state that all clients of one member share in one test. */
export interface Test<P extends Params = Params> {
  readonly params: P;
  /** Clients of all members together; their numbers are 1..clients. */
  readonly clients: number;
  readonly clientIds: readonly number[];
  /** True if times stamped by other clients can be subtracted from this member's. */
  readonly sharedClock: boolean;
  now(): number;
  /** The metric of that name, which the scenario must have declared. Ask once, before the start; not per message. */
  counter(name: string): Counter;
  trend(name: string): Trend;
  gauge(name: string, intervalMs: number): Gauge;
  /**
   * Splits the time from `sent` to `arrived` by `hops` into the three standard trends `toServer`, `inServer`, `toClient`, in the bucket of
   * `sent`. Pages and servers have different clocks: the member has related them before the test, and says with what error.
   */
  hops(sent: number, hops: Hops, arrived: number): void;
  /**
   * A time by the server's clock (that of a backend too), as this member's clock would have shown it; null where the two could not be
   * related. A difference with it has the same error as hops have.
   */
  fromServer(time: number): number | null;
  /** Keeps a line of JSON for the run's log. Call it when a client is done, and not per message. */
  log(line: unknown): void;
  /** Random numbers from 0 to 1 for client `id`: the same ones for the same seed. */
  random(id: number): () => number;
}

/** The actor that chooses the transport of a connection: `by the framework` if its client library does so, else it is the requested one. */
export type Chosen = 'as asked' | 'by the framework';

export interface Client {
  readonly id: number;
  /** The transport in use now, as the framework reports it; null without a connection. */
  readonly transport: string | null;
  /** False once its connection has ended. */
  readonly live: boolean;
  /** True if its framework tells of each attempt to connect again ({@link ClientRun.attempt}). */
  readonly tellsAttempts: boolean;
  /** The verbs. After the connection has ended they do nothing. */
  echo(body: unknown): void;
  publish(body: unknown): void;
  sink(body: unknown): void;
  /** Resolves with the reply; rejects with the refusal's or the connection's sentence. */
  request(asked: { body: unknown } | { bytes: number }): Promise<Relayed>;
  /** Resolves with the names in the room; rejects with an Error whose `code` is the refusal's. Everybody is told the body. */
  join(name: string, body?: unknown): Promise<string[]>;
  leave(body?: unknown): Promise<void>;
  /**
   * Sends on an open loop: calls `send(seq, due)` for seq 0 .. count-1 when each is due, however late the timer is and whatever has come
   * back, then `sent()`. Message `seq` is due `offsetMs + seq * 1000 / rate` after the start.
   */
  schedule(
    plan: { rate: number; count: number; offsetMs: number },
    send: (seq: number, due: number) => void,
    sent?: () => void,
  ): void;
  /**
   * Opens its connection, if none is open: in scenarios whose clients connect themselves, or after {@link close}.
   * @param chosen default: `as asked`
   */
  connect(chosen?: Chosen): Promise<void>;
  /** Ends its connection, which then is no loss. */
  close(): Promise<void>;
  /** Something went wrong that a person should know, in a sentence; the test goes on. A member's report has the first of its clients. */
  fail(sentence: string): void;
  /** This client has all it waited for. When all clients of a member say so, the member's report is ready. */
  done(): void;
}

/** The part of one client in one test. Handlers run per delivery: their work is part of the measurement. */
export interface ClientRun {
  /** The test has begun; `at` is when this client heard of it. */
  start(at: number): void;
  /** Deliveries, with the body as it came and when it arrived. */
  echo?(body: unknown, hops: Hops, arrived: number): void;
  publish?(body: unknown, hops: Hops, arrived: number): void;
  greet?(body: unknown, hops: Hops, arrived: number): void;
  feed?(body: unknown, hops: Hops, arrived: number): void;
  joined?(name: string, body: unknown, hops: Hops, arrived: number): void;
  left?(name: string, body: unknown, hops: Hops, arrived: number): void;
  /** Of connections that come back by themselves (`reconnects` of the scenario): lost, tried again, back. */
  lost?(reason: string, at: number): void;
  attempt?(at: number): void;
  back?(how: Back, at: number): void;
  /** The connection has ended for good, which is a result here: the test goes on without it. Absent: it is a loss that ends the client's part. */
  ended?(reason: string, at: number): void;
  /** Time is up, or the connection has ended, before `done`: count what is missing. Called once, and not after `done`. */
  giveUp?(): void;
}

/** The default export of a scenario's `client.ts`: called once per member and test, it gives what each of its clients does. */
export type ScenarioClient<P extends Params = Params> = (test: Test<P>) => (client: Client) => ClientRun;
