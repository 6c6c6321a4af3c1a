/** The bodies that a backend feeds and clients get. */

export interface FedBody {
  /** 0, 1, 2 ... */
  seq: number;
  /** When it was fed, by the backend's clock, which is the server's: ms, to the microsecond. */
  sent: number;
  payload: string;
}

/** A time as bodies carry it. */
export const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Tells whether a delivery can be of a test of this many bodies; anything else must not touch the counters. */
export function isFedBody(body: unknown, bodies: number): body is FedBody {
  if (typeof body !== 'object' || body === null) return false;
  const { seq, sent } = body as Partial<FedBody>;
  return Number.isInteger(seq) && Number.isFinite(sent) && seq! >= 0 && seq! < bodies;
}
