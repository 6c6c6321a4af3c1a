/**
 * Input and output of a scenario's `backend.ts`, the source of a feed, which the server passes on to its clients as events `feed`. It
 * runs in a process of its own on the server's machine, so its clock is the server's. Times are milliseconds by that clock.
 */
import type { Client, Test } from '../../member/scenario-client.ts';
import type { Params } from '../../protocol/run-record.ts';

/** The parts that it shares with the clients: the parameters, and metrics that the scenario has declared. */
export type BackendTest<P extends Params = Params> = Pick<
  Test<P>,
  'params' | 'clients' | 'now' | 'counter' | 'trend' | 'gauge' | 'random' | 'log'
>;

/**
 * What the sender of a body was told. `taken`: the server has it; `refused`: it does not; `unknown`: the connection ended, or time was up,
 * before the answer.
 */
export type Told = 'taken' | 'refused' | 'unknown';

export interface Backend {
  /**
   * Hands one body to the server in a request of its own, which takes a second at most. Bodies that must keep their order are handed over one after the
   * other. Of a backend that feeds `singly`.
   */
  post(body: unknown): Promise<Told>;
  /** Hands one body to the feed, which carries it to every open connection. Bodies wait here while the server takes no more. */
  feed(body: unknown): void;
  /** Resolves when no body waits here: a backend that feeds as fast as the server takes waits for this. */
  taken(): Promise<void>;
  /** Feeds on an open loop, as a client's `schedule` sends: each body when it is due, whatever the server has taken. */
  schedule: Client['schedule'];
  /** Asks the server for `/healthz` by a plain HTTP request; rejects when that fails. */
  ping(): Promise<void>;
  /** There is nothing more to feed. The test of a backend that does not say so ends when its clients are done. */
  done(): void;
}

export interface BackendRun {
  /** The test has begun, at `at`: every client that is told of the start has begun before. */
  start(at: number): void;
  /** The clients are done. Resolves when the backend has measured what it waits for; it is not waited for longer than for the feed. */
  ended?(): Promise<void>;
}

/**
 * The default export of a `backend.ts`: called once per test, before it begins. Further exports: `feedWaits(params)` says whether the server
 * reads the feed only as fast as its clients take it; default: it does. `singly`, if true: there is no feed that stays open, and bodies are
 * posted one by one.
 */
export type BackendScript<P extends Params = Params> = (test: BackendTest<P>, backend: Backend) => BackendRun;
