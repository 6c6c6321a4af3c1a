/**
 * The messages between a runner and a joined worker, each one JSON text in a WebSocket message:
 *
 *     hello -> (file, connect -> (file, prepare -> watch -> report, begin -> watched, relate) x N -> disconnect) x N
 *
 * The commands are those that local workers get, and two more. A file that a command names was sent before it, under its hash.
 */
import type { HostAbout, HostSamples } from '../../member-host.ts';
import type { Answer, Command, WorkerSays } from '../ipc.ts';

/** Most bytes of one message, in either direction: a report of an hour, or a bundle, is a tenth of it. */
export const MESSAGE_LIMIT = 16 * 2 ** 20;
/** Most bytes of a file. As JSON it may take up to twice as many. */
export const FILE_LIMIT = 7 * 2 ** 20;

/** The runner pings so often, ms; a worker that misses this many pings is gone. Nothing of it reaches the process that measures. */
export const PING_MS = 5_000;
export const MOST_UNANSWERED = 4;

/** WebSocket close codes (RFC 6455, section 7.4). */
export const CLOSE = {
  /** The session is over. */
  over: 1000,
  /** The other end said what it must not. */
  policy: 1008,
  /** The runner has let go of the worker, which may join again. */
  letGo: 4000,
  /** The worker's process has died, and it says why before. */
  died: 4001,
} as const;

export type JoinedCommand =
  | Command
  /** The machine measures itself from now on. */
  | { do: 'watch' }
  /** That ends; answered with what it measured. */
  | { do: 'watched' };

/** `text` is a module; commands after it name it by `hash` (SHA-256, hex). */
export interface FileMessage {
  do: 'file';
  hash: string;
  text: string;
}

export type RunnerSays = FileMessage | (JoinedCommand & { number: number });

export interface JoinedAnswer extends Answer {
  samples?: HostSamples | null;
}

/** The first that a worker says. `worker` is the same for one `./outcry worker`, however often it joins. */
export interface Hello {
  says: 'hello';
  worker: string;
  host: HostAbout;
}

export type JoinedSays =
  | Exclude<WorkerSays, { says: 'ready' | 'done' }>
  | ({ says: 'done'; number: number; error: string | null } & JoinedAnswer)
  /** Its process has ended. */
  | { says: 'died'; reason: string };
