/** The lines of a run's log, as JSON: one for the run, one per body, one per client. `ledger/` reads them too, with types of its own. */
import type { Told } from '../backend-script.ts';
import type { Change } from '../disturbance-script.ts';

/** Times in all lines are ms by the monotonic clock of the machine. */
export interface RunLine {
  line: 'run';
  bodies: number;
  clients: number;
  disturbance: string;
  startedAt: number;
  /** The time in which clients were offline, or one took nothing; null: it did not come to that. */
  window: Change | null;
}

export interface BodyLine {
  line: 'body';
  seq: number;
  /** The time it was fed, which it carries. */
  fed: number;
  told: Told;
}

/** `lost`: the connection ended and comes back by itself; `ended`: it ended for good. */
type EventName = 'lost' | 'attempt' | 'back' | 'ended';
export type ClientEvent = [at: number, what: EventName, detail: string];

export interface ClientLine {
  line: 'client';
  client: number;
  /** By how much the clock of the log is ahead of the client's, in whose time it wrote the line; null: not known. */
  ahead: number | null;
  /** Each delivery as it came: its number, and when. */
  seq: number[];
  at: number[];
  events: ClientEvent[];
  /** The bodies that the client has never had, by what it counted while they came. */
  missing: number[];
  /** The end of its part in the test. */
  until: number;
}
