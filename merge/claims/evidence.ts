/** One comparison of a rule, and the verdict from several. */
import type { ClaimVerdict, Evidence } from './types.ts';

/** A comparison that could not be made. @param why why the bounds are what they are */
export const cannot = (reason: string, wanted: string, why: string | null = null): Evidence => ({
  verdict: 'cannot be tested here',
  what: '',
  value: null,
  low: null,
  high: null,
  unit: '',
  theirs: null,
  kept: null,
  wanted,
  why,
  runs: 0,
  reason,
  remarks: [],
});

/** A claim does not hold where one comparison speaks against it, and holds where all speak for it. */
export function verdictOf(evidence: readonly Evidence[]): ClaimVerdict {
  if (evidence.some(({ verdict }) => verdict === 'does not hold')) return 'does not hold';
  return evidence.length > 0 && evidence.every(({ verdict }) => verdict === 'holds')
    ? 'holds'
    : 'cannot be tested here';
}
