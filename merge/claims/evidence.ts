/** One comparison of a rule, and the verdict from several. */
import type { ClaimVerdict, Evidence, Missing } from './types.ts';

/** A comparison that was made. Fields that are not given are null or empty. */
export const compared = (given: Pick<Evidence, 'verdict' | 'wanted'> & Partial<Evidence>): Evidence => ({
  what: '',
  value: null,
  low: null,
  high: null,
  unit: '',
  theirs: null,
  studyAgrees: null,
  size: null,
  kept: null,
  why: null,
  runs: 0,
  open: given.verdict === 'cannot be tested here' ? 'not judged' : null,
  reason: null,
  remarks: [],
  ...given,
});

/** A comparison that could not be made. @param why why the bounds are what they are */
export const cannot = ({ missing, open }: Missing, wanted: string, why: string | null = null): Evidence =>
  compared({ verdict: 'cannot be tested here', wanted, why, open, reason: missing });

/** A claim does not hold where one comparison speaks against it, and holds where all speak for it. */
export function verdictOf(evidence: readonly Evidence[]): ClaimVerdict {
  if (evidence.some(({ verdict }) => verdict === 'does not hold')) return 'does not hold';
  return evidence.length > 0 && evidence.every(({ verdict }) => verdict === 'holds')
    ? 'holds'
    : 'cannot be tested here';
}

/** Tells whether nothing is known of it, and only since runs were not made: more of them, or a whole part of its study. */
export function lacksRuns({ evidence }: { evidence: readonly Evidence[] }): boolean {
  const open = evidence.flatMap((one) => one.open ?? []);
  return open.length > 0 && open.every((why) => why === 'not run') && evidence.every(({ value }) => value === null);
}

/** Tells whether every run had the required count or flags. */
const isPlainCount = ({ unit, verdict, value, runs }: Evidence): boolean =>
  unit === 'runs' && verdict === 'holds' && (value === runs || value === 0);

/** The findings of comparisons, for people. Plain counts are one line, however many rows of runs have them. */
export interface Found {
  /** Null: there are none. `rounds`: of the row with the fewest. */
  counts: { text: string; rounds: number } | null;
  others: Evidence[];
}

export function foundIn(evidence: readonly Evidence[]): Found {
  const plain = evidence.filter(isPlainCount);
  const text = `counts and flags of ${plain.length} ${plain.length === 1 ? 'row' : 'rows'}, in each run`;
  return {
    counts: plain.length === 0 ? null : { text, rounds: Math.min(...plain.map(({ runs }) => runs)) },
    others: evidence.filter((one) => !isPlainCount(one)),
  };
}

/**
 * The comparison that stands for a claim: one that the study's own figures fail, then one that ours fail, otherwise the first with a figure of
 * the study.
 */
export function cited(evidence: readonly Evidence[]): Evidence | undefined {
  const known = evidence.filter(({ value, unit }) => value !== null && unit !== 'runs');
  return (
    evidence.find(({ studyAgrees }) => studyAgrees === false) ??
    known.find(({ verdict }) => verdict === 'does not hold') ??
    known.find(({ theirs }) => theirs !== null) ??
    known[0]
  );
}

/** The reason of the first comparison without a verdict; null where all have one, or none was made. */
export const firstReason = (evidence: readonly Evidence[]): string | null =>
  evidence.find(({ verdict }) => verdict === 'cannot be tested here')?.reason ?? null;
