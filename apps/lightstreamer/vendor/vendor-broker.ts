/** What the app knows of a broker of the vendor's, started by it or not. */
import type { AriPorts } from './adapter-set.ts';

/**
 * A broker of the vendor's. What the app says of it in its ready line:
 * `"otherPort": OTHER_PORT` (clients do not connect to PORT, so that no proxy before PORT can count their bytes);
 * and `limits`, `maxClients`, `otherProcess`, `standIn` and `notice`, each under its own name, when it is not null.
 */
export interface VendorBroker {
  /** Origin for clients. Where the app listens on all interfaces its host is 0.0.0.0: see `addressFor`. */
  url: string;
  /** Where its proxy adapters wait for the app's adapters. */
  ari: { host: string } & AriPorts;
  /** Such as "7.4.9 build 3500"; null when the broker does not say. Known after `start`. */
  version: string | null;
  /** A sentence about what its edition limits; null when nothing is known to be limited. Known after `start`. */
  limits: string | null;
  /** Clients at once that its edition lets in; null when that is not known. Known after `start`. */
  maxClients: number | null;
  /** Why its CPU and memory are not among the app's; null when they are. */
  otherProcess: string | null;
  /** Set when it does not say that it is the vendor's: then it may be anything. Known after `start`. */
  standIn: string | null;
  /** What is to be said with every figure that is measured on it; null: nothing. Known after `start`. */
  notice: string | null;
  /** Looks whether it can be used, without starting anything. @throws Error, a sentence for people */
  check(): Promise<void>;
  /** Resolves when clients and adapters can connect. @throws Error, a sentence for people */
  start(): Promise<void>;
  /** Ends what `start` has started. A broker that ran before goes on. */
  stop(): Promise<void>;
}

/** How long a broker may take. */
export interface Patience {
  /** Until it answers, ms. */
  startMs: number;
}
