const LETTERS = 'etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789';

/**
 * `bytes` of ASCII that looks like text and needs no escaping in JSON. Varied, so that a transport that compresses
 * does not look as if it had nothing to carry; always the same, so that runs compare.
 */
export function makePayload(bytes: number): string {
  let state = 42;
  let text = '';
  for (let i = 0; i < bytes; i++) {
    // A linear congruential generator (modulus 2^31, the constants of C's ANSI example); its high bits are the good ones.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += LETTERS[(state >>> 16) % LETTERS.length];
  }
  return text;
}
