/** The messages between the processes of one server: the coordinator, which knows the whole room, and the workers with a part of it each. */
import type { Counts, VerbCounts } from '../../protocol/control.ts';
import type { Counted } from '../../protocol/verbs.ts';
import type { Greeting } from '../node/base-room.ts';

/** A connection's name among the processes: the number of its worker, and its own there, as in `2:17`. */
export type Key = string;

export const keyOf = (worker: number, connection: number): Key => `${worker}:${connection}`;

/** The number of the worker that `key` is of. */
export const workerOf = (key: Key): number => Number.parseInt(key, 10);

/** A worker asks the coordinator. */
export type WorkerAsks =
  /** Gives it the name, and answers with all names: `string[]`. */
  | { join: Key; name: string; body: unknown; at: number }
  /** Takes its name back. */
  | { leave: Key; body: unknown; at: number }
  /** A request to the auction house; the answer is its reply. */
  | { auction: Key; event: string; data: unknown; address: string | undefined };

/** A worker tells the coordinator. */
export type WorkerTells =
  /** It listens, on this port of the server's. */
  | { ready: number }
  /** The number of its connections now. */
  | { open: number }
  /** A connection has ended, at `at` (ms). */
  | { gone: Key; at: number; open: number }
  /** It has counted something, and does not know when bucket 0 begins. */
  | { counting: true }
  /** It has handed on everything that was broadcast before mark `heard` of one worker. */
  | { heard: number }
  /** True while some connection is too far behind with a feed to everybody. */
  | { behind: boolean }
  /** It cannot go on, a sentence for people; nor can the server. */
  | { failed: string };

/** The coordinator asks a worker. */
export type CoordinatorAsks =
  /** Counts anew. */
  | { begin: true; bucketMs: number; greeting: Greeting }
  /** All workers count anew: what was received before `since` (ms) is not counted. */
  | { since: number }
  /** Asks for the time of the first event that it has counted: ms, or null. */
  | { earliest: true }
  /** Answered with a `Share`. */
  | { counts: true }
  /** A line for everybody, which it is to broadcast, or for one of its connections. Answered with how many of its own it went to. */
  | { feed: unknown; received: number; to: Key | null }
  /** Answered with how much waits to go out to one of its connections, bytes. */
  | { waiting: Key };

/** The coordinator tells a worker. */
export type CoordinatorTells =
  /** Says it to its own connections: an event that everybody gets. `by` is the worker whose connection caused it, where one did. */
  | { say: string; data: unknown; counted: { verb: 'join' | 'leave'; at: number; by: number | null } | null }
  /** Bucket 0 of the last `begin` begins at `start`, ms. The start of an earlier one is told before the next is asked for. */
  | { start: number }
  /** Has every worker hear this mark, itself too, after all that it has broadcast so far. */
  | { mark: number };

/** The counts of one process: its share of `Counts`. */
export interface Share extends Pick<Counts, 'connections' | 'refused'> {
  verbs: Record<Counted, VerbCounts>;
}
