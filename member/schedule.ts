/** When a client's messages are due. Pure. */

/** What the clients send once the test has begun. */
export interface SendPlan {
  /** Messages per second per client, over 0; and messages per client, 1 or more. */
  rate: number;
  messages: number;
  /** Length of each payload in bytes (ASCII). */
  payloadBytes: number;
  /** `together`: all at the same instants. `spread`: client k begins (k-1)/clients of an interval later. */
  phase: 'together' | 'spread';
}

/** How long after its start a client's first message is due, ms. */
export function phaseOffset(plan: SendPlan, clientId: number, clientCount: number): number {
  if (plan.phase === 'together') return 0;
  return ((clientId - 1) / clientCount) * (1000 / plan.rate);
}

/** When message `seq` is due, on the clock that `first` (the due time of message 0) was read from. Drift cannot add up. */
export function dueAt(plan: SendPlan, first: number, seq: number): number {
  return first + (seq * 1000) / plan.rate;
}

/** Checks a plan that came from outside; gives a sentence, or null when it is sound. */
export function planProblem(plan: SendPlan): string | null {
  if (!(plan.rate > 0 && plan.rate <= 1000)) return 'The rate must be over 0 and at most 1000 messages per second.';
  if (!(Number.isInteger(plan.messages) && plan.messages >= 1 && plan.messages <= 1_000_000)) {
    return 'The number of messages must be a whole number from 1 to 1,000,000.';
  }
  if (!(Number.isInteger(plan.payloadBytes) && plan.payloadBytes >= 0 && plan.payloadBytes <= 1_048_576)) {
    return 'The payload must be a whole number of bytes from 0 to 1,048,576.';
  }
  if (plan.phase !== 'together' && plan.phase !== 'spread') return 'The phase must be "together" or "spread".';
  return null;
}

/**
 * `bytes` of ASCII that looks like text and needs no escaping in JSON. Varied, so that a transport that compresses
 * does not look as if it had nothing to carry; always the same, so that runs compare.
 */
export function makePayload(bytes: number): string {
  const letters = 'etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789';
  let state = 42;
  let text = '';
  for (let i = 0; i < bytes; i++) {
    // A linear congruential generator (modulus 2^31, the constants of C's ANSI example); its high bits are the good ones.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += letters[(state >>> 16) % letters.length];
  }
  return text;
}
