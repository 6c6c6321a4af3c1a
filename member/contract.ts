/**
 * The messages from a launcher to a member (a page, through WebDriver; a worker, through its channel) and back. Plain JSON.
 *
 *     connect -> (prepare -> begin -> report) x N -> disconnect
 *
 * The launcher prepares every member. Then it asks all of them for `report`, one pending call each that is answered when the member is
 * done. Then it asks one of them, the coordinator member, to begin. No member is asked anything while it measures.
 */
import type { Measured } from '../metrics/metric.ts';
import type { Transport } from '../metrics/transports.ts';
import type { Params } from '../protocol/run-record.ts';
import type { ConnectOptions } from '../protocol/socket.ts';
import type { Refused } from '../protocol/verbs.ts';

export interface ConnectRequest {
  transport: Transport;
  /** The clients this member is to hold, each from 1 to `clients`. */
  clientIds: number[];
  /** Clients of all members together. */
  clients: number;
  /** Connections being made at any one time by this member. */
  parallel: number;
  /** False: the scenario's clients connect themselves, this only says which they are. */
  now: boolean;
  /** Options of each connection besides its transport. Absent: none. */
  options?: Omit<ConnectOptions, 'transport'>;
  /** The client that connects to another origin than the rest. Absent: none. */
  apart?: { client: number; url: string };
}

export interface TestRequest {
  /** The name in the start message, so that members do not mistake one test's start for another's. */
  test: string;
  scenario: string;
  params: Params;
  /** Widths of buckets, ms. */
  bucketMs: number;
  /** The metrics that clients of the scenario measure, by name. */
  metrics: Record<string, { kind: 'count' | 'trend' | 'gauge' }>;
  /** After its start a member reports at the latest after this long, ms. */
  giveUpMs: number;
  seed: number;
  /**
   * The channel of the start. `publish`: the coordinator member publishes it in the room. `told`: the launcher asks every member to begin,
   * for transports and scenarios without `publish`.
   */
  start: 'publish' | 'told';
  /** One more slice of a test follows on the same connections: clocks stay related, and what comes twice is waited for after the last one. */
  goesOn?: { first: boolean; last: boolean };
}

/** The relation of a member's clock to the server's, ms: server's = member's + offset, give or take error. */
export interface ClockRelation {
  offsetMs: number;
  errorMs: number;
  /** By how much the offset was larger after the test than before it; absent: not checked again. */
  driftMs?: number;
}

export interface MemberState {
  connected: number;
  /** The error, in a sentence; null: none. */
  error: string | null;
  /** The transports in use and how many live clients use each, as the framework reports them. */
  transports: Record<string, number>;
  /** The substitute for a part of the framework, as the first client heard; null: none. */
  substitute: string | null;
  /** The mandatory notice with figures, as the first client received it; null: none. */
  notice: string | null;
}

/** Measurements of a test that is not over. */
export type SoFar = Pick<MemberReport, 'metrics' | 'clock'>;

export interface MemberReport {
  clientIds: number[];
  /** By name; only what the scenario's client measured. */
  metrics: Record<string, Measured>;
  /** Refusals the clients got: how many, and the first hundred. */
  refusals: number;
  refused: Refused[];
  /** Clients whose connection ended before they were done. */
  closed: { clientId: number; reason: string }[];
  /** Clients that gave up waiting for something. */
  gaveUp: number;
  /** The transport in use at the end, and how many clients used it. */
  transports: Record<string, number>;
  /** Null: the start never came. `atServer`: the server's clock when it had the start; null when unknown. */
  started: { atServer: number | null } | null;
  clock: ClockRelation | null;
  /** The lateness of the member's timers, ms; null if not measured. */
  loopDelay: { p99: number; max: number } | null;
  /** The load of its event loop: the share (0..1) of a second, median over seconds; null if that cannot be known, as in a page. */
  busy: number | null;
  error: string | null;
  /** Lines that its clients logged, JSON, in their order; absent: none. */
  log?: unknown[];
  /** The name of the machine that the member ran on; absent: the runner's own, or unknown. */
  host?: string;
}
