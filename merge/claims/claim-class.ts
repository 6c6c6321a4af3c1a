/** What follows from the comparisons of a rule: its verdict, its class and the reason of one that is open. Pure. */
import { distinct } from '../run-facts.ts';
import { known } from '../statistics/means.ts';
import { verdictOf } from './evidence.ts';
import type { Claim, ClaimClass, ClaimVerdict, Evidence, JudgedClaim, JudgedRule } from './types.ts';

/** The part of a claim that decides between `differs now` and `refuted`. */
type Founded = Pick<Claim, 'unfounded'> & { figures: readonly object[] };

/** The rule of `claim` with these comparisons. The study's own figures are judged first: where they fail, ours decide nothing. */
export function ruleOf(claim: Founded, evidence: Evidence[]): JudgedRule {
  const verdict = verdictOf(evidence);
  const reasons = distinct(known(evidence.filter(isOpen).map(({ reason }) => reason)));
  return {
    verdict,
    class: classOf(claim, verdict, evidence),
    evidence,
    reason: verdict === 'cannot be tested here' ? reasonsText(reasons) : null,
  };
}

/** A rule that no run here can judge. */
export const withoutVerdict = (reason: string, needsLoadMachine = false): JudgedRule => ({
  verdict: 'cannot be tested here',
  class: needsLoadMachine ? 'needs a bigger load machine' : 'not judged',
  evidence: [],
  reason,
});

const isOpen = ({ verdict }: Evidence): boolean => verdict === 'cannot be tested here';

function classOf({ unfounded, figures }: Founded, verdict: ClaimVerdict, evidence: readonly Evidence[]): ClaimClass {
  if (evidence.some(({ studyAgrees }) => studyAgrees === false)) return 'the study contradicts itself';
  if (verdict === 'holds') return 'holds';
  if (verdict === 'does not hold') return unfounded || figures.length === 0 ? 'refuted' : 'differs now';
  const isShort = evidence.some(({ open }) => open === 'needs a bigger load machine');
  return isShort ? 'needs a bigger load machine' : 'not judged';
}

/** The classes in the order in which a reader wants them: first what is not as the study has it. */
const INTEREST: ClaimClass[] = [
  'differs now',
  'refuted',
  'the study contradicts itself',
  'holds',
  'needs a bigger load machine',
  'not judged',
];

/** Claims in the order in which a reader wants them: by class, and the main claims of a class before the others. */
export const byInterest = (claims: readonly JudgedClaim[]): JudgedClaim[] =>
  INTEREST.flatMap((name) => {
    const mine = claims.filter((claim) => claim.class === name);
    return [...mine.filter(({ main }) => main), ...mine.filter(({ main }) => !main)];
  });

/** Reasons of a claim in one sentence; each comparison has its own. */
const MOST_REASONS = 4;

function reasonsText(reasons: readonly string[]): string {
  const more = reasons.length - MOST_REASONS;
  return [...reasons.slice(0, MOST_REASONS), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
