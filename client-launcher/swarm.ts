/**
 * What the runner knows of a swarm, browser or console. A swarm is a number of members (browser pages or worker
 * processes), each holding several clients. One swarm serves all runs of a session:
 *
 *     launch -> (connect -> start -> finished) x N -> close
 *
 * `start` and `finished` may be repeated on the same connections (a warm-up, then the run). `disconnect` ends the
 * connections; the next `connect` gives every member a fresh page (or a fresh client group).
 */
import type { Dataset, InitTest } from '../protocol/messages.ts';
import type { SwarmKind } from '../protocol/run-record.ts';
import type { Transport } from '../protocol/socket.ts';

/** What every member is told before it connects. */
export interface ConnectPlan {
  /** The app's id (its adapter) and its server's origin. */
  framework: string;
  url: string;
  transport: Transport;
  /** Clients in all; the swarm divides them over its members, `clientId`s 1..clients, member by member. */
  clients: number;
}

/** What the clients send once the test has begun. */
export interface SendPlan {
  /** Messages per second per client, and messages per client. */
  rate: number;
  messages: number;
  /** Length of each payload in bytes (ASCII). */
  payloadBytes: number;
  /** `together`: all at the same instants. `spread`: client k begins (k-1)/clients of an interval later. */
  phase: 'together' | 'spread';
}

/** What `finished` gives. `dataset` is null when the master never got one; then `error` says why. */
export interface TestOutcome {
  dataset: Dataset | null;
  /** Members that died (a crashed browser, a killed worker) since `connect`, each with what is known. */
  died: { member: number; reason: string }[];
  error: string | null;
  /**
   * How busy the event loop of the busiest member was during the test: the share (0..1) of a second, median over seconds.
   * Null where that cannot be known, as in a page.
   */
  busiestLoop: number | null;
}

export interface SwarmVersions {
  browser: string | null;
  driver: string | null;
}

/** How far the swarm is, for progress displays. */
export interface SwarmProgress {
  members: number;
  membersUp: number;
  clients: number;
  clientsConnected: number;
}

export interface Swarm {
  readonly kind: SwarmKind;
  /** Known after `launch`. */
  readonly versions: SwarmVersions;
  /** `firefox`, `chrome`, or null. */
  readonly browser: string | null;
  /** Number of members that hold (or will hold) the clients. */
  readonly members: number;
  /** Starts the members. Rejects with an `OutcryError` (exit code 3) when they cannot be had or do not fit. */
  launch(): Promise<void>;
  /** Replaces members that died, then connects all clients. Rejects when any client cannot connect as asked. */
  connect(plan: ConnectPlan): Promise<void>;
  /** Has the master send `initTest`; resolves when the test has begun. */
  start(init: InitTest, send: SendPlan): Promise<void>;
  /** Waits for the master's dataset, at most `timeoutMs`. Never rejects for what the server or a member did. */
  finished(timeoutMs: number): Promise<TestOutcome>;
  disconnect(): Promise<void>;
  /** Ends everything the swarm started. Safe to call at any time, and twice. */
  close(): Promise<void>;
  /** Root process ids of the members on this machine, for the monitor; empty when they run elsewhere. */
  pids(): number[];
  progress(): SwarmProgress;
}
