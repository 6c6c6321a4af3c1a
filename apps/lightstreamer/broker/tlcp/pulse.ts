/** What a streaming connection needs as time goes by. */

/** How a stream connection is to be used. Times in ms. */
export interface Binding {
  /** The connection ends with what is there, or after `idle` with nothing; the next comes `pause` later. Null: streaming. */
  polling: { pause: number; idle: number } | null;
  /** Time without a notification after which one is sent that says nothing. */
  keepalive: number;
  /** Within this the client has promised to send something; 0: no promise. */
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

/** `stuck`: the client has broken its promise, and something in between keeps its connection open. */
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
