/** The study's own figures: what it has in the place of a quantity, and in the place of a comparison. Pure. */
import type { Quantity, Rule, Study } from './types.ts';

/** The size of the study's units in ours: its seconds and megabytes are our milliseconds and bytes. */
const UNITS: Record<string, number> = { s: 1000, us: 0.001, KB: 1000, MB: 1e6, GB: 1e9, 'million bytes': 1e6 };

export const ourUnits = (unit: string): number => UNITS[unit] ?? 1;

/** Rules that make one comparison each, in the order of the evidence that `judgeRule` gives. */
export function comparisonsOf(rule: Rule): Rule[] {
  if (rule.kind === 'all') return rule.of.flatMap(comparisonsOf);
  if (rule.kind === 'finding' || rule.kind === 'no-finding') return rule.rows.map((row) => ({ ...rule, rows: [row] }));
  if (rule.kind !== 'order') return [rule];
  return rule.rising.slice(1).map((higher, index) => ({ kind: 'order', rising: [rule.rising[index]!, higher] }));
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
    const [operation, [left, right]] = Object.entries(quantity)[0] as [string, [Quantity, Quantity]];
    const [a, b] = [read(left), read(right)];
    if (a === null || b === null) return null;
    return operation === 'plus' ? a + b : operation === 'minus' ? a - b : a / b;
  };
  return read;
}

const keyOf = (quantity: Quantity): string => JSON.stringify(quantity);

/** The study's own outcome of a comparison; null where it gives none. */
export function theirsOf(comparison: Rule, published: Published): number | null {
  if (comparison.kind === 'level') return published(comparison.of);
  if (comparison.kind === 'ratio') return published({ over: [comparison.over, comparison.under] });
  if (comparison.kind !== 'order' || comparison.rising.length !== 2) return null;
  const [lower, higher] = comparison.rising as [Quantity, Quantity];
  return published({ over: [higher, lower] });
}

/** The parts that a rule or a quantity looks at, in its order. */
export function partsIn(rule: Rule | Quantity): string[] {
  const texts = JSON.stringify(rule).match(/"[a-z][a-z0-9-]*(?:@(?:fewest|most))?\/[a-z0-9.-]+\/[a-z-]+/g) ?? [];
  return [...new Set(texts.map((text) => text.slice(1).split(/[@/]/)[0]!))];
}
