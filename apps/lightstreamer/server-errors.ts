/** Meanings of the broker's codes for a client that wants a session. Source: TLCP's appendix of error codes. */

const MEANINGS: Record<number, string> = {
  1: 'the broker wants a user and a password',
  2: 'the broker has no such Adapter Set, or its adapters are not connected',
  7: 'the licence of the broker allows no more sessions',
  8: 'the configuration of the broker allows no more sessions',
  9: 'the broker is at the greatest load it is configured for',
  10: 'the broker takes no new sessions for now',
  11: 'the licence of the broker does not allow streaming',
  60: 'the licence of the broker does not allow this version of the client',
  71: 'the licence of the broker does not allow this kind of client',
};

/** A sentence for the broker's refusal or end of a session. */
export function whyRefused(code: number, message: string | null): string {
  const meaning = MEANINGS[code] ?? 'the broker ended the session';
  return `${meaning} (${[`code ${code}`, message].filter(Boolean).join(': ')})`;
}
