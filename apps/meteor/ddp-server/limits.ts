/** Limits of what one client may make the server keep, and of how long the server waits. */
export interface Limits {
  /** UTF-16 units of one message; a longer one ends the connection. */
  message: number;
  /** Messages that wait for the method or subscription before them, and their UTF-16 units; with more the connection ends. */
  queuedMessages: number;
  queuedUnits: number;
  /** Subscriptions at a time; one more is refused. */
  subscriptions: number;
  /** UTF-16 units that wait to go out; with more the connection ends. */
  waitingUnits: number;
  /** A message that cannot be taken is sent back with the error when it is no longer than this, UTF-16 units. */
  offendingMessage: number;
  /** A client that says nothing for `pingAfterMs` is sent a ping, and is gone when it says nothing for `goneAfterMs` more. */
  pingAfterMs: number;
  goneAfterMs: number;
  /** A client over HTTP that has asked for nothing for so long is gone. */
  idleMs: number;
}

export const LIMITS: Limits = {
  message: 4 * 1_048_576,
  queuedMessages: 10_000,
  queuedUnits: 16 * 1_048_576,
  subscriptions: 100,
  waitingUnits: 64 * 1_048_576,
  offendingMessage: 1_000,
  pingAfterMs: 15_000,
  goneAfterMs: 15_000,
  idleMs: 60_000,
};
