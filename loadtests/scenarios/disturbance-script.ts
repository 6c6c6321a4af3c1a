/**
 * Input and output of a scenario's `disturbance.ts`: what it does to a run at a known time of the test, and what is made of it afterwards. It runs
 * in the runner. Times are milliseconds by this machine's monotonic clock, which server, backend and clients on it share.
 */
import type { MemberReport } from '../../member/contract.ts';
import type { Measured } from '../../metrics/metric.ts';
import type { Flag, Params } from '../../protocol/run-record.ts';
import type { BackendReport } from '../session/backend/ipc.ts';

/** A change of the network or of the server: after `from` it began, and at `to` it had been made. */
export interface Change {
  from: number;
  to: number;
}

/** The network between the clients and the server's port. The runner's own requests and the backend's take another way. */
export interface ClientNetwork {
  /** Drops every packet, in both directions. */
  silence(): Promise<Change>;
  /** Resets connections at their next packet, and refuses new ones. */
  reset(): Promise<Change>;
  /** Refuses new connections; those there are stay. */
  refuse(): Promise<Change>;
  /** Lets everything pass again. */
  open(): Promise<Change>;
}

/** The processes of the clients on this machine: workers, or browsers with all that they have started. */
export interface ClientProcesses {
  /** Stops them, as those of a machine that falls asleep. */
  stop(): Promise<Change>;
  /** Has them go on. */
  go(): Promise<Change>;
}

/** The way of one client to the server, besides that of all. */
export interface SlowClient {
  /** The client takes nothing of what the server sends any more, and the server's sockets run full. What the client sends goes on. */
  hold(): Promise<Change>;
  /** It takes what waits, and goes on. */
  release(): Promise<Change>;
}

/** Another server of the app beside the first, and the front that points at either. */
export interface NextServer {
  /** Starts it on a port of its own. @throws Error when it does not come up */
  start(): Promise<Change>;
  /** Points the front at it, so that connections to the first end. Bodies of the backend go where the front points. */
  switch(): Promise<Change>;
  /** Ends the first as a deployment does: SIGTERM, and SIGKILL after 5 s. */
  endFirst(): Promise<Change>;
}

/** The process of the server. */
export interface ServerHandle {
  /** Ends it as a deployment does: SIGTERM, and SIGKILL after 5 s. */
  stop(): Promise<Change>;
  /** SIGKILL. */
  kill(): Promise<Change>;
  /** SIGKILL for one of its processes that serve: that with the most connections. The rest goes on. @throws Error when it is a single process */
  killOne(): Promise<Change>;
  /** Starts another one on the same port, with the same environment. @throws Error when it does not come up */
  start(): Promise<Change>;
}

export interface Handles {
  network: ClientNetwork;
  clients: ClientProcesses;
  server: ServerHandle;
  /** Of the `slowClient` that the script names; null: it names none. */
  slow: SlowClient | null;
  /** Null: the script does not ask for one. */
  next: NextServer | null;
  /** Resolves at that time; at once when it has passed. Rejects when the test is over before. */
  until(at: number): Promise<void>;
}

/** The disturbance as it was. */
export interface Disturbed {
  /** The time in which clients were offline, or one took nothing; null: it did not come to that. */
  window: Change | null;
  /** What went wrong with it; empty: nothing. */
  flags: Flag[];
}

/** The material of a run from which its account is made. */
export interface AccountInput<P extends Params = Params> {
  params: P;
  clients: number;
  /** The start of the test, as the members were told. */
  startedAt: number;
  disturbed: Disturbed;
  reports: readonly MemberReport[];
  backend: BackendReport | null;
}

/** The findings that follow from the logs of all clients and of the backend together. */
export interface Account {
  /** Metrics of the scenario, by name; a sentence where one cannot be told. */
  metrics: Record<string, Measured | string>;
  flags: Flag[];
  /** Lines, JSON, that are kept beside the record. */
  log: readonly unknown[];
}

/** The default export of a `disturbance.ts`. */
export interface DisturbanceScript<P extends Params = Params> {
  /** Variables that the server is started with; absent: none (`protocol/server-process.md`). */
  serverEnvironment?(params: P): Readonly<Record<string, string>>;
  /** The number of a client that can be held by itself, from 1 on; null, or absent: none. Only in console swarms. */
  slowClient?(params: P): number | null;
  /** True if a front is to point at another server. Absent: never. */
  switches?(params: P): boolean;
  /** The disturbances of the machine that this one brings with it, so that they are no flags; absent: none. */
  expects?(params: P): readonly string[];
  /** Makes the disturbance. `startedAt`: the start of the test. What it throws is a fatal flag. */
  disturb(params: P, handles: Handles, startedAt: number): Promise<Disturbed>;
  account(input: AccountInput<P>): Account;
}
