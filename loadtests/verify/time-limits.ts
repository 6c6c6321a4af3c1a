/** The time limits of the suite. Client and server share one machine, so what is late on a quiet machine does not come at all. */
import { slowness } from '../../system/slowness.ts';

export interface Limits {
  /** For what a server does at once over a loopback, ms. */
  answerMs: number;
  /** For `connect` to give up on a dead port, and for a server to notice that a connection has broken, ms. */
  timeoutMs: number;
  /** For a server to notice that a client polls no more, ms: longer than any framework's session timeout. */
  sessionMs: number;
}

const ANSWER_MS = 4_000;
/** Contract: `connect` rejects within 20 s. */
const TIMEOUT_MS = 22_000;
const SESSION_MS = 90_000;

/** The longest time until a server must listen, ms. */
export const START_MS = 25_000;

/** The limits for a machine as busy as this one is now: on one where every task waits for its turn, they grow. */
export function limitsNow(answerMs = ANSWER_MS, timeoutMs = TIMEOUT_MS, sessionMs = SESSION_MS): Limits {
  const factor = slowness();
  // Whole seconds: sentences name them.
  const scaled = (ms: number): number => Math.ceil((ms * factor) / 1_000) * 1_000;
  return { answerMs: scaled(answerMs), timeoutMs: scaled(timeoutMs), sessionMs: scaled(sessionMs) };
}
