/** A study that was run in several sizes: each claim takes its verdict from the largest size that can tell. Pure. */
import { type ClaimVerdict, type JudgedClaim, type JudgedStudy, OPEN, type OpenBecause, VERDICTS } from './types.ts';

export interface BestClaim {
  claim: JudgedClaim;
  /** The size that it was judged in. */
  from: JudgedStudy;
  /** Another size with another verdict; null: none. */
  against: { verdict: ClaimVerdict; size: JudgedStudy['size'] } | null;
}

export interface BestStudy {
  id: string;
  title: string;
  source: string | null;
  /** Largest first. */
  sizes: JudgedStudy[];
  claims: BestClaim[];
}

const isDecided = ({ verdict }: JudgedClaim): boolean => verdict !== 'cannot be tested here';

/** How near an open claim is to a verdict: figures with a wide interval say more than rows without any, and these more than no run. */
function openPriority({ open, evidence }: JudgedClaim): number {
  if (evidence.some(({ value }) => value !== null)) return 2;
  return open === 'too noisy' ? 1 : 0;
}

/** @param sizes one study, judged in one size or more, largest first */
export function bestOf(sizes: readonly [JudgedStudy, ...JudgedStudy[]]): BestStudy {
  const [first] = sizes;
  const claims = first.claims.map(({ id }) => {
    const all = sizes.map((from) => ({ from, claim: from.claims.find((claim) => claim.id === id)! }));
    const decided = all.filter(({ claim }) => isDecided(claim));
    const best = decided[0] ?? [...all].sort((a, b) => openPriority(b.claim) - openPriority(a.claim))[0]!;
    const other = decided.find(({ claim }) => claim.verdict !== best.claim.verdict);
    return { ...best, against: other ? { verdict: other.claim.verdict, size: other.from.size } : null };
  });
  return { id: first.id, title: first.title, source: first.source, sizes: [...sizes], claims };
}

/** How many claims have each verdict, and how many are open for each reason. */
export function tallyOf({
  claims,
}: Pick<BestStudy, 'claims'>): Record<ClaimVerdict, number> & Record<OpenBecause, number> {
  const count = (is: (claim: JudgedClaim) => boolean) => claims.filter(({ claim }) => is(claim)).length;
  return Object.fromEntries([
    ...VERDICTS.map((verdict) => [verdict, count((claim) => claim.verdict === verdict)]),
    ...OPEN.map((open) => [open, count((claim) => claim.open === open)]),
  ]) as ReturnType<typeof tallyOf>;
}

/** `judged` with the figures of `kept` beside its own: the same rules in the same order, judged by other runs. */
export function withKept(judged: JudgedStudy, kept: BestStudy): JudgedStudy {
  const claims = judged.claims.map((claim) => {
    const other = kept.claims.find((one) => one.claim.id === claim.id)?.claim;
    if (other === undefined) return claim;
    const beside = (mine: JudgedClaim['evidence'], theirs: JudgedClaim['evidence'] = []) =>
      mine.map((evidence, index) => {
        const value = theirs[index]?.value ?? null;
        const known =
          theirs[index] && value !== null ? { value, low: theirs[index].low, high: theirs[index].high } : null;
        return { ...evidence, kept: known };
      });
    const factor = claim.factor && { ...claim.factor, evidence: beside(claim.factor.evidence, other.factor?.evidence) };
    return { ...claim, evidence: beside(claim.evidence, other.evidence), factor };
  });
  return { ...judged, claims };
}
