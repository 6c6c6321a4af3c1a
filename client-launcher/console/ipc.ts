/**
 * The messages between the console swarm and its worker processes: commands and results only, never a message of a
 * test, so that the channel costs a measured process nothing.
 */
import type { ClockRelation, ConnectRequest, MemberReport, TestRequest } from '../../member/contract.ts';

export type Command =
  /**
   * `adapter`: `file:` URL of the adapter's module. `url`: the server's origin. `source`: the address that connections come from; null:
   * whichever the system likes. `sharedClock`: whether all workers of the swarm, and the server, read one clock.
   */
  | {
      do: 'connect';
      adapter: string;
      url: string;
      source: string | null;
      sharedClock: boolean;
      request: ConnectRequest;
    }
  /** `script`: `file:` URL of the scenario's bundled client script. */
  | { do: 'prepare'; script: string; test: TestRequest }
  /** Answered when the test is over. */
  | { do: 'report' }
  | { do: 'begin' }
  /** Relates its clock to the server's once more. */
  | { do: 'relate' }
  | { do: 'disconnect' };

/** A command with the number its answer will carry. */
export type NumberedCommand = Command & { number: number };

/** The result of a command, if it asked for one. */
export interface Answer {
  report?: MemberReport;
  clock?: ClockRelation | null;
}

export type WorkerSays =
  /** The worker is up. */
  | { says: 'ready' }
  /** Command `number` is done, or failed with a sentence. */
  | ({ says: 'done'; number: number; error: string | null } & Answer)
  /** The number of connected clients, sent on change. */
  | { says: 'connected'; connected: number };
