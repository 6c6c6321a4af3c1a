/**
 * What the console swarm and its worker processes say to each other: commands and results only, never a message of a
 * test, so that the channel costs a measured process nothing.
 */
import type { ConnectRequest, MemberReport, TestRequest } from '../../member/contract.ts';

export type Command =
  /**
   * `adapter`: `file:` URL of the adapter's module. `url`: the server's origin. `source`: the address that connections come from; null:
   * whichever the system likes.
   */
  | { do: 'connect'; adapter: string; url: string; source: string | null; request: ConnectRequest }
  /** `script`: `file:` URL of the scenario's bundled client script. */
  | { do: 'prepare'; script: string; test: TestRequest }
  /** Answered when the test is over. */
  | { do: 'report' }
  | { do: 'begin' }
  | { do: 'disconnect' };

/** A command with the number its answer will carry. */
export type NumberedCommand = Command & { number: number };

export type WorkerSays =
  /** The worker is up. */
  | { says: 'ready' }
  /** Command `number` is done (`report` is what that command asked for), or failed with a sentence. */
  | { says: 'done'; number: number; error: string | null; report?: MemberReport }
  /** How many clients are connected, when that has changed. */
  | { says: 'connected'; connected: number };
