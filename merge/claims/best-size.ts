/**
 * A study that was run in several sizes, as one. Each comparison is judged by the largest size that has a figure for it: an interval that
 * decides nothing there leaves the claim open, whatever a smaller size says. Pure.
 */
import { ruleOf } from './claim-class.ts';
import {
  CLASSES,
  type ClaimClass,
  type Evidence,
  type JudgedClaim,
  type JudgedFigure,
  type JudgedRule,
  type JudgedStudy,
  type OpenBecause,
} from './types.ts';

/** Its facts are those of the largest size. */
export interface BestStudy extends JudgedStudy {
  /** Largest first. */
  sizes: JudgedStudy[];
}

/** @param sizes one study, judged in one size or more, largest first */
export function bestOf(sizes: readonly [JudgedStudy, ...JudgedStudy[]]): BestStudy {
  const [first] = sizes;
  const claims = first.claims.map(({ id }) =>
    bestClaim(sizes.map(({ claims }) => claims.find((claim) => claim.id === id)!) as [JudgedClaim, ...JudgedClaim[]]),
  );
  return { ...first, claims, counts: countsOf(claims), sizes: [...sizes] };
}

/** The number of claims of each class. */
export const countsOf = (claims: readonly JudgedClaim[]): Record<ClaimClass, number> =>
  Object.fromEntries(CLASSES.map((name) => [name, claims.filter((claim) => claim.class === name).length])) as Record<
    ClaimClass,
    number
  >;

function bestClaim(all: readonly [JudgedClaim, ...JudgedClaim[]]): JudgedClaim {
  const [first] = all;
  const factors = all.flatMap(({ factor }) => factor ?? []);
  const figures = first.figures.map((figure, index): JudgedFigure => {
    const known = all.map((claim) => claim.figures[index]!).find(({ here }) => here !== null);
    return known ?? figure;
  });
  const headline = bestRule(first, all);
  const factor = factors.length === 0 ? null : bestRule(first, factors as [JudgedRule, ...JudgedRule[]]);
  const runs = [...headline.evidence, ...(factor?.evidence ?? [])].map((each) => each.runs);
  return { ...first, figures, ...headline, factor, runs: Math.max(0, ...runs) };
}

/** Every size that applied the rule has its comparisons in the same order. */
function bestRule(claim: JudgedClaim, rules: readonly [JudgedRule, ...JudgedRule[]]): JudgedRule {
  const applied = rules.filter(({ evidence }) => evidence.length > 0);
  const [first] = applied;
  if (first === undefined) {
    const { verdict, class: name, evidence, reason } = rules[0];
    return { verdict, class: name, evidence, reason };
  }
  return ruleOf(
    claim,
    first.evidence.map((_, index) => bestEvidence(applied.map(({ evidence }) => evidence[index]!))),
  );
}

/** Reasons of a comparison without a figure, those that tell most first: what forbids one size is nearer to a verdict than a load machine that is too small. */
const TELLING: OpenBecause[] = ['not judged', 'needs a bigger load machine', 'not run'];

function bestEvidence(sizes: readonly Evidence[]): Evidence {
  const known = sizes.find(({ value }) => value !== null);
  const open = TELLING.flatMap((because) => sizes.find((one) => one.open === because) ?? []);
  return known ?? open[0] ?? sizes[0]!;
}

/** `judged` with the figures of `kept` beside its own: the same rules in the same order, judged by other runs. */
export function withKept(judged: JudgedStudy, kept: JudgedStudy): JudgedStudy {
  const claims = judged.claims.map((claim) => {
    const other = kept.claims.find(({ id }) => id === claim.id);
    if (other === undefined) return claim;
    const beside = (mine: Evidence[], theirs: Evidence[] = []) =>
      mine.map((evidence, index) => {
        const { value = null, low = null, high = null, size = null } = theirs[index] ?? {};
        const known = value === null ? null : { value, low, high, size };
        return { ...evidence, kept: known };
      });
    const factor = claim.factor && { ...claim.factor, evidence: beside(claim.factor.evidence, other.factor?.evidence) };
    return { ...claim, evidence: beside(claim.evidence, other.evidence), factor };
  });
  return { ...judged, claims };
}
