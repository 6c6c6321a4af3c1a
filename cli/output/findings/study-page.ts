/** A study's page: its tables cell by cell beside ours, a table of its claims, and lists of those that are open. Pure. */

import { alike, alikeText } from '../../../merge/choice/alike.ts';
import { daysOf, distinct, machinesOf, phrase } from '../../../merge/choice/figure-text.ts';
import type { BestStudy } from '../../../merge/claims/best-size.ts';
import { byInterest } from '../../../merge/claims/claim-class.ts';
import { firstReason, lacksRuns } from '../../../merge/claims/evidence.ts';
import type { ClaimClass, JudgedClaim, JudgedStudy } from '../../../merge/claims/types.ts';
import { afterClass, CLAIM_HEADS, COUNTS_ALONE, cell, claimCells, tableText } from './markdown.ts';
import { tablesText } from './published-tables.ts';

/** `whole, 2026-11-24 to 2026-11-26 (14 of 15 parts, 161 of 418 runs saturated)`. */
function sizeText({ size, when, parts, runs }: JudgedStudy): string {
  const planned = parts.filter((part) => part.size !== null);
  const done = planned.filter((part) => part.runs > 0);
  const saturated = parts.reduce((sum, part) => sum + part.saturated, 0);
  const facts = [
    ...(done.length === planned.length ? [] : [`${done.length} of ${planned.length} parts`]),
    saturated === 0 ? `${runs} runs` : `${saturated} of ${runs} runs saturated`,
  ];
  return `${size}, ${daysOf(when)} (${facts.join(', ')})`;
}

/** `Alpha 1.2.3 on node 20.19.0 in firefox 128.0` without its browser. */
const withoutBrowser = (version: string): string => version.replace(/ in \w+ [\d.]+$/, '');

const OPEN: readonly ClaimClass[] = ['needs a bigger load machine', 'not judged'];

/** The first reason of a claim that is not judged; empty: the class says it. */
const openReason = ({ class: name, reason, evidence }: JudgedClaim): string =>
  name === 'not judged' ? (firstReason(evidence) ?? reason ?? '') : '';

/** `It is so (4 / **3 (2–5)** times)`; without figures of ours nothing is in brackets. */
function openClaimText(claim: JudgedClaim): string {
  const [says, theirs, ours] = claimCells(claim);
  const more = afterClass(claim);
  if (ours === '–') return `${says}${more}`;
  return `${says} (${theirs === '–' ? '' : `${theirs} / `}${ours}${more})`;
}

const itemsOf = (texts: readonly string[]): string[] => alike(texts).map((some) => `- ${alikeText(some)}`);

/** Rows of claims; of those that differ in one place, only the first says the rest. */
const rowsOf = (rows: readonly (readonly string[])[]): string[][] =>
  alike(rows.map(([says]) => says!)).flatMap(({ shared, each }) =>
    each.map(({ own, index }, at) => {
      const says = each.length === 1 ? shared : at === 0 ? `${shared}: ${own}` : `… ${own}`;
      return [says, ...rows[index]!.slice(1)];
    }),
  );

/** The claims of an open class as a list; several with one reason are below it. Those that wait for runs are named by their ids. */
function openText(name: ClaimClass, all: readonly JudgedClaim[]): string[] {
  if (all.length === 0) return [];
  const waiting = all.filter(lacksRuns).map(({ id }) => `\`${id}\``);
  const claims = all.filter((claim) => !lacksRuns(claim));
  const items = distinct(claims.map(openReason)).flatMap((reason) => {
    const mine = claims.filter((claim) => openReason(claim) === reason).map(openClaimText);
    if (reason === '') return itemsOf(mine);
    const why = `*${cell(phrase(reason))}*`;
    return mine.length === 1 ? [`- ${mine[0]}: ${why}`] : [`- ${why}:`, ...itemsOf(mine).map((item) => `  ${item}`)];
  });
  const lacking = waiting.length === 0 ? [] : [`- Runs are missing: ${waiting.join(', ')}`];
  return ['', `${name[0]!.toUpperCase()}${name.slice(1)}:`, '', ...items, ...lacking];
}

/** The claims that counts alone decide, without a figure, as a list for each class. */
function countedText(claims: readonly JudgedClaim[]): string[] {
  const cells = claims.map(claimCells);
  return distinct(cells.map(([, , , verdict]) => verdict)).flatMap((verdict) => [
    '',
    `By the counts of each run, ${verdict}:`,
    '',
    ...itemsOf(cells.flatMap(([says, , , mine]) => (mine === verdict ? [says] : []))),
  ]);
}

function claimsText(claims: readonly JudgedClaim[], own: boolean): string[] {
  const withoutTheirs = ([says, theirs, ...others]: readonly string[]): string[] =>
    own ? [says!, ...others] : [says!, theirs!, ...others];
  const judged = claims.filter((claim) => !OPEN.includes(claim.class));
  const isCounted = (claim: JudgedClaim): boolean => {
    const [, theirs, ours] = claimCells(claim);
    return theirs === '–' && ours === COUNTS_ALONE;
  };
  const rows = judged.flatMap((claim) => (isCounted(claim) ? [] : [withoutTheirs(claimCells(claim))]));
  return [
    ...(rows.length === 0 ? [] : ['', ...tableText(withoutTheirs(CLAIM_HEADS), rowsOf(rows))]),
    ...countedText(judged.filter(isCounted)),
    ...OPEN.flatMap((name) =>
      openText(
        name,
        claims.filter((claim) => claim.class === name),
      ),
    ),
  ];
}

/** Tells whether a figure or verdict of the page is from this size: smaller ones often have nothing that a larger one has not. */
function isUsed({ size, claims }: JudgedStudy, at: number, { sizes, claims: best }: BestStudy): boolean {
  const larger = sizes.slice(0, at);
  return claims.some(
    ({ figures }, claim) =>
      best[claim]!.evidence.some((found) => found.size === size && found.value !== null) ||
      figures.some(
        ({ here }, of) => here !== null && larger.every((one) => one.claims[claim]!.figures[of]!.here === null),
      ),
  );
}

/** What a study's page has before its claims: how and when it was run, and its tables beside ours. */
export function studyFacts(study: BestStudy): string[] {
  const { id, title, source, claims } = study;
  const sizes = study.sizes.filter((size, at) => at === 0 || isUsed(size, at, study));
  const own = source === null;
  const versions = distinct(sizes.flatMap((size) => size.versions.map(withoutBrowser)));
  const notices = distinct(sizes.flatMap((size) => size.notices));
  const differs = distinct(sizes.flatMap((size) => size.differs));
  const tables = tablesText(claims);
  return [
    `# Study ${id}: ${title}`,
    '',
    `${own ? 'A study of our own' : source}. [How to read and repeat it](../findings.md#the-studies).`,
    '',
    `Run: ${sizes.map(sizeText).join('; ')}. On ${machinesOf(sizes)}. With ${versions.join(', ')}.`,
    ...(notices.length === 0 ? [] : ['', ...notices]),
    '',
    `${own ? 'How it was done' : 'What differs from the study'}: ${differs.map(cell).join(' ')}`,
    ...(tables.length === 0 ? [] : ['', '## Its tables beside ours', ...tables]),
  ];
}

/** The text of `docs/findings/study-<id>.md`. */
export function studyPage(study: BestStudy): string {
  const claims = claimsText(byInterest(study.claims), study.source === null);
  return `${[...studyFacts(study), '', '## Claims', ...claims].join('\n')}\n`;
}
