/** One body that a server brings back to its sender, by whichever verb of the transport does that. */
import type { Hops, Verb } from '../../protocol/verbs.ts';
import { monotonicMs as now } from '../../system/monotonic.ts';
import { demand, show } from './demand.ts';
import type { TestClient } from './test-client.ts';

/** Verbs that bring a body back to its sender, in the order in which they are preferred. */
export const CARRIERS = ['echo', 'publish', 'request'] as const;
export type Carrier = (typeof CARRIERS)[number];

/** The carriers among `verbs`. */
export const carriersOf = (verbs: readonly Verb[]): Carrier[] => CARRIERS.filter((verb) => verbs.includes(verb));

export interface Carried {
  hops: Hops;
  /** The times of sending and of arrival by this machine's monotonic clock, ms. */
  sentAt: number;
  arrivedAt: number;
}

/** Has `client` send `body` by `verb`, and waits for it. */
export async function carry(client: TestClient, verb: Carrier, body: unknown): Promise<Carried> {
  const sentAt = now();
  if (verb === 'request') {
    const { hops } = await client.ask(verb, { body });
    return { hops: hopsOf(hops, verb), sentAt, arrivedAt: now() };
  }
  const before = client.of(verb).length;
  client.socket.emit(verb, body);
  await client.until(`its ${verb}`, () => client.of(verb).length > before);
  const { data, at } = client.of(verb)[before]!;
  return { hops: hopsOf(data?.hops, verb), sentAt, arrivedAt: at };
}

/** Demands that `hops` are two times. */
export function hopsOf(hops: unknown, what: string): Hops {
  const shaped = Array.isArray(hops) && hops.length === 2 && hops.every((time) => Number.isFinite(time));
  demand(shaped, () => `${what} must carry hops, two times in ms, but has ${show(hops)}`);
  return hops as Hops;
}
