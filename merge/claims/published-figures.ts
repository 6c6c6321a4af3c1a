/** The study's own figures: what it has in the place of a quantity, and in the place of a comparison. Pure. */
import { compute, type Operation } from './operations.ts';
import type { Bounds, Quantity, Rule, Study } from './types.ts';

/** The size of the study's units in ours: its seconds and megabytes are our milliseconds and bytes. */
const UNITS: Record<string, number> = { s: 1000, us: 0.001, KB: 1000, MB: 1e6, GB: 1e9, 'million bytes': 1e6 };

export const ourUnits = (unit: string): number => UNITS[unit] ?? 1;

/** Rules that make one comparison each, in the order of the evidence that `judgeRule` gives. */
export function comparisonsOf(rule: Rule): Rule[] {
  if (rule.kind === 'all') return rule.of.flatMap(comparisonsOf);
  if (rule.kind === 'finding' || rule.kind === 'no-finding') return rule.rows.map((row) => ({ ...rule, rows: [row] }));
  if (rule.kind !== 'order') return [rule];
  return rule.rising.slice(1).map((higher, index) => ({ ...rule, rising: [rule.rising[index]!, higher] }));
}

/** Returns the study's figure for a quantity, in our unit; null if it gives none. */
export type Published = (quantity: Quantity) => number | null;

export function publishedIn({ claims }: Study): Published {
  const given = new Map<string, number>();
  for (const { ours, value, unit } of claims.flatMap(({ figures }) => figures)) {
    if (ours !== undefined && !given.has(keyOf(ours))) given.set(keyOf(ours), value * ourUnits(unit));
  }
  const read: Published = (quantity) => {
    const itself = given.get(keyOf(quantity));
    if (itself !== undefined) return itself;
    if (typeof quantity === 'string') return null;
    const [operation, operands] = Object.entries(quantity)[0] as [Operation, Quantity[]];
    const values = operands.map(read);
    return values.includes(null) ? null : compute(operation, values as number[]);
  };
  return read;
}

const keyOf = (quantity: Quantity): string => JSON.stringify(quantity);

/** The study's own outcome of a comparison, and whether it agrees with it. */
export interface Theirs {
  theirs: number | null;
  studyAgrees: boolean | null;
}

/** Applies a comparison to the study's own figures; nulls where it gives none. They have no scatter: what is more at all is in order. */
export function theirsOf(comparison: Rule, published: Published): Theirs {
  if (comparison.kind === 'level') return judged(published(comparison.of), comparison);
  if (comparison.kind === 'ratio') return judged(published({ over: [comparison.over, comparison.under] }), comparison);
  if (comparison.kind !== 'order' || comparison.rising.length !== 2) return judged(null, {});
  const [lower, higher] = comparison.rising as [Quantity, Quantity];
  const [theirs, limit] = comparison.fixed
    ? [published({ minus: [higher, lower] }), 0]
    : [published({ over: [higher, lower] }), 1];
  return { theirs, studyAgrees: theirs === null ? null : theirs > limit };
}

function judged(theirs: number | null, { least = -Infinity, most = Infinity }: Bounds): Theirs {
  return { theirs, studyAgrees: theirs === null ? null : theirs >= least && theirs <= most };
}

/** The parts that a rule or a quantity looks at, in its order. */
export function partsIn(rule: Rule | Quantity): string[] {
  const texts = JSON.stringify(rule).match(/"[a-z][a-z0-9-]*(?:@(?:fewest|most))?\/[a-z0-9.-]+\/[a-z-]+/g) ?? [];
  return [...new Set(texts.map((text) => text.slice(1).split(/[@/]/)[0]!))];
}
