/** The part of a server that all its clients share. */
import type { Limits } from './limits.ts';
import type { Connection, Subscription } from './subscription.ts';

// biome-ignore lint/suspicious/noExplicitAny: parameters are what a client sends; who gets them looks at them
export type Method = (this: { connection: Connection }, ...params: any[]) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Publication = (this: Subscription, ...params: any[]) => unknown;

export interface Offered {
  methods: ReadonlyMap<string, Method>;
  publications: ReadonlyMap<string, Publication>;
  /** Collections whose documents nobody keeps: each message goes out as it is said. */
  unmerged: ReadonlySet<string>;
  limits: Limits;
  /** Takes what went wrong and clients must not see. */
  log(problem: unknown): void;
}
