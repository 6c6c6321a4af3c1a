/** A study's page: its tables cell by cell beside ours, and one table of its claims. Pure. */
import type { BestStudy } from '../../../merge/claims/best-size.ts';
import { byInterest } from '../../../merge/claims/claim-class.ts';
import { firstReason } from '../../../merge/claims/evidence.ts';
import type { JudgedClaim, JudgedStudy } from '../../../merge/claims/types.ts';
import { CLAIM_HEADS, cell, claimCells, daysOf, distinct, machinesOf, phrase, tableText } from './markdown.ts';
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

/** The first reason of a claim that is not judged; the class of one that needs a bigger load machine says its own. */
function openReason({ class: name, reason, evidence }: JudgedClaim): string | null {
  return name === 'not judged' ? (firstReason(evidence) ?? reason) : null;
}

function claimsText(claims: readonly JudgedClaim[], own: boolean): string[] {
  const reasons = distinct(claims.flatMap((claim) => openReason(claim) ?? []));
  const withoutTheirs = ([says, theirs, ...others]: readonly string[]): string[] =>
    own ? [says!, ...others] : [says!, theirs!, ...others];
  const rows = claims.map((claim) => {
    const [says, theirs, ours, verdict] = claimCells(claim);
    const reason = openReason(claim);
    const note = reason === null ? '' : ` [${reasons.indexOf(reason) + 1}]`;
    return withoutTheirs([`\`${claim.id}\` ${says}`, theirs, ours, `${verdict}${note}`]);
  });
  const notes = reasons.map((reason, index) => `[${index + 1}] ${cell(phrase(reason))}.`).join(' ');
  return [...tableText(withoutTheirs(CLAIM_HEADS), rows), ...(notes === '' ? [] : ['', notes])];
}

const NO_FIGURE =
  "Each cell has the study's figure, then **ours** with its 95 % interval. A dash: our runs cannot judge it.";

/** The text of `docs/findings/study-<id>.md`. */
export function studyPage(study: BestStudy): string {
  const { id, title, source, sizes, claims } = study;
  const own = source === null;
  const versions = distinct(sizes.flatMap((size) => size.versions.map(withoutBrowser)));
  const notices = distinct(sizes.flatMap((size) => size.notices));
  const differs = distinct(sizes.flatMap((size) => size.differs));
  const tables = tablesText(claims);
  return `${[
    `# Study ${id}: ${title}`,
    '',
    `${own ? 'A study of our own' : source}. \`./outcry study ${id} --quick\` repeats it on your machine; the page of \`./outcry charts\` draws each of its comparisons. [How to read this page](../findings.md).`,
    '',
    `Run: ${sizes.map(sizeText).join('; ')}. On ${machinesOf(sizes)}. With ${versions.join(', ')}.`,
    ...(notices.length === 0 ? [] : ['', ...notices]),
    '',
    `${own ? 'How it was done' : 'What differs from the study'}: ${differs.map(cell).join(' ')}`,
    ...(tables.length === 0 ? [] : ['', '## Its tables beside ours', '', NO_FIGURE, ...tables]),
    ...['', '## Claims', '', ...claimsText(byInterest(claims), own)],
  ].join('\n')}\n`;
}
