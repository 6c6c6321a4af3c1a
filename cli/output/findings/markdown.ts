/** Parts that the pages of findings share: cells, figures in words, and the row of a claim. Pure. */

import { distinct, measuredText, phrase } from '../../../merge/choice/figure-text.ts';
import { cited } from '../../../merge/claims/evidence.ts';
import type { Evidence, JudgedClaim, JudgedStudy } from '../../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../../metrics/numbers.ts';

/** Escapes what would end a cell or begin a tag. */
export const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ').trim();

/** A table in Markdown; `rows` have as many cells as `heads`. */
export function tableText(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const [head, ...below] = [heads, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [head!, `|${'---|'.repeat(heads.length)}`, ...below];
}

/** Of a study's page, below `docs/findings/`. */
export const fileOf = ({ id }: Pick<JudgedStudy, 'id'>): string => `study-${id.toLowerCase()}.md`;

/** In the place of figures, for claims that counts decide. */
export const COUNTS_ALONE = 'counts, each run';

export const CLAIM_HEADS = ['claim', 'study', 'ours', 'class; how much, if another'] as const;

/** Sizes below the whole that a verdict rests on: ` (full-console)`. */
function sizesText(evidence: readonly Evidence[]): string {
  const smaller = evidence.flatMap(({ size, value }) => (value === null || size === 'whole' ? [] : (size ?? [])));
  return smaller.length === 0 ? '' : ` (${distinct(smaller).join(', ')})`;
}

/** What follows the class of a claim: that of its figures, where it is another, and the sizes that judged it. */
export function afterClass({ class: own, factor, evidence }: JudgedClaim): string {
  const much =
    factor === null || factor.class === 'not judged' || factor.class === own ? '' : `; how much: ${factor.class}`;
  return `${much}${sizesText(evidence)}`;
}

/** The cells of a claim's row: what it says, the study's figure, ours with its interval and the unit of both, and its class. */
export function claimCells(claim: JudgedClaim): [says: string, theirs: string, ours: string, verdict: string] {
  const { says, verdict, evidence } = claim;
  const one = cited(evidence);
  const unit = one === undefined || one.unit === '' ? '' : ` ${one.unit}`;
  const ours = one && one.value !== null ? `**${measuredText({ ...one, value: one.value })}**${unit}` : null;
  return [
    cell(phrase(says)),
    one && one.theirs !== null ? `${digits(one.theirs)}${ours === null ? unit : ''}` : '–',
    ours === null ? (verdict === 'cannot be tested here' ? '–' : COUNTS_ALONE) : cell(ours),
    `${claim.class}${afterClass(claim)}`,
  ];
}
