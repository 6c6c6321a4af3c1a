/** A study's page: its tables cell by cell beside ours, a table of its claims, and lists of those that are open. Pure. */
import type { BestStudy } from '../../../merge/claims/best-size.ts';
import { byInterest } from '../../../merge/claims/claim-class.ts';
import { firstReason } from '../../../merge/claims/evidence.ts';
import type { ClaimClass, JudgedClaim, JudgedStudy } from '../../../merge/claims/types.ts';
import {
  afterClass,
  CLAIM_HEADS,
  cell,
  claimCells,
  daysOf,
  distinct,
  machinesOf,
  phrase,
  tableText,
} from './markdown.ts';
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

/** The claims of an open class as a list; several with one reason are below it. */
function openText(name: ClaimClass, claims: readonly JudgedClaim[]): string[] {
  if (claims.length === 0) return [];
  const items = distinct(claims.map(openReason)).flatMap((reason) => {
    const mine = claims.filter((claim) => openReason(claim) === reason).map(openClaimText);
    if (reason === '') return mine.map((text) => `- ${text}`);
    const why = `*${cell(phrase(reason))}*`;
    return mine.length === 1 ? [`- ${mine[0]}: ${why}`] : [`- ${why}:`, ...mine.map((text) => `  - ${text}`)];
  });
  return ['', `${name[0]!.toUpperCase()}${name.slice(1)}:`, '', ...items];
}

function claimsText(claims: readonly JudgedClaim[], own: boolean): string[] {
  const withoutTheirs = ([says, theirs, ...others]: readonly string[]): string[] =>
    own ? [says!, ...others] : [says!, theirs!, ...others];
  const judged = claims.filter((claim) => !OPEN.includes(claim.class));
  const rows = judged.map((claim) => withoutTheirs(claimCells(claim)));
  return [
    ...(rows.length === 0 ? [] : ['', ...tableText(withoutTheirs(CLAIM_HEADS), rows)]),
    ...OPEN.flatMap((name) =>
      openText(
        name,
        claims.filter((claim) => claim.class === name),
      ),
    ),
  ];
}

const NO_FIGURE = "The study's figure, then **ours** with its 95 % interval. A dash: our runs cannot judge it.";

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
    `${own ? 'A study of our own' : source}. \`./outcry study ${id} --quick\` repeats it; \`./outcry charts\` draws it. [How to read this page](../findings.md#the-studies).`,
    '',
    `Run: ${sizes.map(sizeText).join('; ')}. On ${machinesOf(sizes)}. With ${versions.join(', ')}.`,
    ...(notices.length === 0 ? [] : ['', ...notices]),
    '',
    `${own ? 'How it was done' : 'What differs from the study'}: ${differs.map(cell).join(' ')}`,
    ...(tables.length === 0 ? [] : ['', '## Its tables beside ours', '', NO_FIGURE, ...tables]),
    ...['', '## Claims', ...claimsText(byInterest(claims), own)],
  ].join('\n')}\n`;
}
