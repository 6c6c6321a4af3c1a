/** Decides what a streaming connection needs at a given time. */

/** How a stream connection is to be used. Times in ms. */
export interface Binding {
  /** The connection ends with what is there, or after `idle` with nothing; the next comes `pause` later. Null: streaming. */
  polling: { pause: number; idle: number } | null;
  /** After this time without a notification the broker sends an empty one. */
  keepalive: number;
  /** The client has promised to send something at this interval; 0: no promise. */
  inactivity: number;
  /** Whether the client wants to know how much time has passed on the server. */
  sync: boolean;
}

/** When things last happened, ms. */
export interface Times {
  bound: number;
  synced: number;
  written: number;
  requested: number;
}

/** `stuck`: the client has broken its promise, but its connection is still open. */
export type Need = 'stuck' | 'sync' | 'probe' | null;

export function needOf(
  binding: Binding,
  times: Times,
  now: number,
  limits: { inactivityGrace: number; sync: number },
): Need {
  const { inactivity, sync, keepalive } = binding;
  if (inactivity > 0 && now - times.requested > inactivity + limits.inactivityGrace) return 'stuck';
  if (sync && now - times.synced >= limits.sync) return 'sync';
  return now - times.written >= keepalive ? 'probe' : null;
}
