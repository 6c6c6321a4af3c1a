/**
 * The relation of a member's clock to the server's. A server stamps each message that it relays with two times: when it received it and
 * when it passed it on. A message is sent at s and arrives at a, by the member's clock. By the server's clock, it is received at h and
 * passed on at g. Then h cannot be before s, and g cannot be after a. So the offset (server's = member's + offset) lies between
 * g - a and h - s. Of many round trips the narrowest bounds hold (the intersection that Marzullo's algorithm and NTP begin with).
 */
import type { Hops } from '../protocol/verbs.ts';
import type { Clock } from './clock.ts';
import type { ClockRelation } from './contract.ts';

const ROUND_TRIPS = 20;
/** On a transport that polls a round trip takes as long as the wait between two polls. */
const LIMIT_MS = 1_000;
/** Times on the wire are rounded to this, ms. */
const ROUNDING_MS = 0.001;

/** Tells whether `hops` are two times; a server can send anything. */
export function areHops(hops: unknown): hops is Hops {
  return Array.isArray(hops) && hops.length === 2 && Number.isFinite(hops[0]) && Number.isFinite(hops[1]);
}

/** Most looks at a clock to see how coarse it is: some ms. One that is set by a test never moves. */
const MOST_LOOKS = 200_000;

/** The smallest step in which `clock` moves, ms: a person's browser rounds its own to 1 ms, so that pages cannot tell too much. */
function resolutionOf(clock: Clock): number {
  let smallest = Number.POSITIVE_INFINITY;
  let last = clock.now();
  for (let looks = 0, steps = 0; looks < MOST_LOOKS && steps < 5; looks++) {
    const now = clock.now();
    if (now === last) continue;
    smallest = Math.min(smallest, now - last);
    last = now;
    steps++;
  }
  return Number.isFinite(smallest) ? smallest : 0;
}

/** The offsets that are possible after all round trips that were noted. */
export class OffsetBounds {
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;

  /** @param roundingMs by how much the member's clock may be off because it is rounded */
  constructor(private readonly roundingMs = 0) {}

  /** Notes one round trip: sent and arrived by the member's clock, ms. */
  note(sent: number, hops: Hops, arrived: number): void {
    const low = hops[1] - arrived - this.roundingMs;
    const high = hops[0] - sent + this.roundingMs;
    if (low > this.#low) this.#low = low;
    if (high < this.#high) this.#high = high;
  }

  /** Returns the distance of `offsetMs` from the nearest possible offset, ms; 0 if it is possible itself. */
  distance(offsetMs: number): number {
    return Math.max(0, this.#low - offsetMs, offsetMs - this.#high);
  }

  /** The middle and half the width; null when nothing was noted, or when no offset fits all, as when a clock was set. */
  relation(): ClockRelation | null {
    const width = this.#high - this.#low;
    if (!Number.isFinite(width) || width < -2 * ROUNDING_MS) return null;
    return { offsetMs: (this.#low + this.#high) / 2, errorMs: Math.max(0, width) / 2 };
  }

  allows(offsetMs: number): boolean {
    return this.distance(offsetMs) <= ROUNDING_MS;
  }
}

/**
 * Relates `clock` to the server's by some round trips, one after another.
 * @param ask makes one round trip and gives its hops; rejects where the server does not answer requests
 * @returns offset 0 and error 0 where both read the same clock; null where nothing can be said
 */
export async function relateClocks(clock: Clock, ask: () => Promise<Hops>): Promise<ClockRelation | null> {
  const bounds = new OffsetBounds(resolutionOf(clock));
  const deadline = clock.now() + LIMIT_MS;
  try {
    for (let trip = 0; trip < ROUND_TRIPS && clock.now() < deadline; trip++) {
      const sent = clock.now();
      const hops = await ask();
      if (!areHops(hops)) return null;
      bounds.note(sent, hops, clock.now());
    }
  } catch {
    return null; // the transport has no requests, or the connection ended, of which the client tells
  }
  // Processes on one host share its monotonic clock; that the server is on this host shows in that 0 is possible.
  if (clock.shared && bounds.allows(0)) return { offsetMs: 0, errorMs: 0 };
  return bounds.relation();
}

/** Tells whether a member reads the server's own clock, which has no offset and cannot drift. */
export const isOneClock = (clock: ClockRelation | null): boolean => clock?.offsetMs === 0 && clock.errorMs === 0;

/**
 * Combines the relations of a clock before and after a test. The test used the offset found before. Its error is the error at first or the
 * change since, whichever is larger: a drifting clock moves in one direction over a test.
 * @returns null if one of the two is unknown
 */
export function relationOver(before: ClockRelation | null, after: ClockRelation | null): ClockRelation | null {
  if (before === null || after === null) return null;
  const driftMs = after.offsetMs - before.offsetMs;
  return {
    offsetMs: before.offsetMs,
    errorMs: Math.max(before.errorMs, Math.abs(driftMs) + after.errorMs),
    driftMs,
  };
}

/**
 * Combines what is known of one clock: by several members that read it, or by one in several tests.
 * @returns the offset of the first, the largest error and the largest drift; null if one of them is unknown, or there is none
 */
export function commonClock(clocks: readonly (ClockRelation | null)[]): ClockRelation | null {
  const known = clocks.filter((clock) => clock !== null);
  const [first] = known;
  if (first === undefined || known.length < clocks.length) return null;
  const drifts = known.flatMap(({ driftMs }) => driftMs ?? []);
  const worst = drifts.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  const errorMs = Math.max(...known.map((clock) => clock.errorMs));
  return { offsetMs: first.offsetMs, errorMs, ...(drifts.length === 0 ? {} : { driftMs: worst }) };
}
