/** The control paths of a server, for the holder of its token: requests and answers. `README.md` is the specification. */
import type { Asked, Counted, RefusalCode } from './verbs.ts';

/** The environment variable that gives a server its token. Without it there is no control. */
export const CONTROL_TOKEN = 'CONTROL_TOKEN';

export const CONTROL_PATHS = {
  begin: '/outcry/begin',
  counts: '/outcry/counts',
  clock: '/outcry/clock',
  feed: '/outcry/feed',
} as const;

/** `POST /outcry/begin`. */
export interface Begin {
  /** Width of a bucket, ms: an integer from 10 to 3,600,000. */
  bucketMs: number;
  /** The message that every new connection gets at once; null: none. */
  greet: Asked | null;
}

/** Per bucket since `startedAt`, index 0 first. */
export interface VerbCounts {
  received: number[];
  sent: number[];
}

/** `GET /outcry/counts`. */
export interface Counts {
  /** The server's clock now, ms. */
  clock: number;
  /** The start of bucket 0: the first thing counted since `begin`; null before it. */
  startedAt: number | null;
  bucketMs: number;
  /** Open connections now. */
  connections: number;
  refused: number;
  verbs: Record<Counted, VerbCounts>;
}

/** `POST /outcry/feed`, when the feed has ended. */
export interface Fed {
  lines: number;
  sent: number;
}

/** `code` of every answer that is not 200, beside a `reason` for people; `README.md` says which HTTP status each comes with. */
export type ControlCode = RefusalCode | 'unauthorized' | 'unknown-name' | 'not-found' | 'wrong-method';
