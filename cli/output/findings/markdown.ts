/** What the pages of findings share: cells, anchors, figures in words. Pure. */

import type { Evidence, JudgedClaim, JudgedStudy, Measured } from '../../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../../metrics/numbers.ts';

/** Escapes what would end a cell or begin a tag. */
export const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ').trim();

/** As GitHub makes the anchor of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const dayOf = (time: string | null): string => time?.slice(0, 10) ?? 'an unknown day';

/** The day on which runs were begun; the first and the last of several. */
export function daysOf({ first, last }: JudgedStudy['when']): string {
  const days = new Set([dayOf(first), dayOf(last)]);
  return [...days].join(' to ');
}

/** Of a study's page, below `docs/findings/`. */
export const fileOf = ({ id }: Pick<JudgedStudy, 'id'>): string => `study-${id.toLowerCase()}.md`;

/** Of a claim's chart, below `docs/findings/`. */
export const chartOf = ({ id }: Pick<JudgedClaim, 'id'>): string => `charts/${id}.svg`;

/** `1.48 (1.06 to 2.05)`. */
export function measuredText({ value, low, high }: Measured): string {
  return low === null || high === null || low === high
    ? digits(value)
    : `${digits(value)} (${digits(low)} to ${digits(high)})`;
}

/** Ours of a comparison; a dash where there is none. */
export const oursOf = ({ value, low, high, unit }: Evidence): string =>
  value === null ? '–' : `${measuredText({ value, low, high })} ${unit}`.trim();

/** The study's of a comparison; a dash where it gives none. */
export const theirsText = ({ theirs, unit }: Evidence): string =>
  theirs === null ? '–' : `${digits(theirs)} ${unit}`.trim();

/** Without its last stop. */
export const phrase = (sentence: string): string => sentence.replace(/\.$/, '');

/** The load of both sides; of ours alone where the study measured nothing. */
export function loadText({ load, figures }: Pick<JudgedClaim, 'load' | 'figures'>): string {
  if (load === null) return '';
  const here = cell(load.here ?? '–');
  if (figures.length === 0) return ` Load: ours ${here}.`;
  const planned = cell(load.theirs);
  const isSame = load.here === load.theirs.replace(/, \d+ rounds?/, '');
  return isSame ? ` Load as planned: ${planned}.` : ` Load: planned ${planned}; ours ${here}.`;
}
