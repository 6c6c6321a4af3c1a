/**
 * What the console swarm and its worker processes say to each other: commands and results only, never a message of a
 * test, so that the channel costs a measured process nothing.
 */

import type { SendPlan } from '../../member/schedule.ts';
import type { Dataset, InitTest } from '../../protocol/messages.ts';
import type { Transport } from '../../protocol/socket.ts';

export interface ConnectCommand {
  do: 'connect';
  /** `file:` URL of the adapter's module. */
  adapter: string;
  url: string;
  transport: Transport;
  clientIds: number[];
  clientCount: number;
  /** Connections being made at any one time by this worker. */
  parallel: number;
}

export type Command =
  | ConnectCommand
  | { do: 'prepare'; plan: SendPlan }
  | { do: 'start'; init: InitTest }
  | { do: 'disconnect' };

/** A command with the number its answer will carry. */
export type NumberedCommand = Command & { number: number };

export type WorkerSays =
  /** The worker is up. */
  | { says: 'ready' }
  /** Command `number` is done, or failed with a sentence. */
  | { says: 'done'; number: number; error: string | null }
  /** How many clients are connected, now and then; `error` is what went wrong in the group, if anything. */
  | { says: 'state'; connected: number; error: string | null }
  /** The share (0..1) of the last second that the event loop was busy; once a second from `prepare` on. */
  | { says: 'busy'; share: number }
  /** The master's dataset. */
  | { says: 'dataset'; dataset: Dataset };
