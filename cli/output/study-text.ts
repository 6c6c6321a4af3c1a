/** A judged study for the terminal. Pure. */

import { foundIn } from '../../merge/claims/evidence.ts';
import { keptName, roundsText } from '../../merge/claims/size-text.ts';
import {
  CLASSES,
  type Evidence,
  type JudgedClaim,
  type JudgedRule,
  type JudgedStudy,
} from '../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../metrics/numbers.ts';
import { emphasize, printable } from './print.ts';

/** `1.48 times (1.06 to 2.05)`; empty where there is no number. */
export function oursText({ value, low, high, unit }: Evidence): string {
  if (value === null) return '';
  const interval = low === null || high === null ? '' : ` (${digits(low)} to ${digits(high)})`;
  return `${digits(value)} ${unit}${interval}`;
}

function evidenceLines(evidence: Evidence): string[] {
  const ours = oursText(evidence);
  if (ours === '') return [];
  const { what, unit, theirs, kept, runs, verdict } = evidence;
  const study = theirs === null ? '' : `the study ${digits(theirs)} ${unit}; `;
  const beside = kept === null ? '' : `; ${keptName(evidence)}: ${oursText({ ...evidence, ...kept })}`;
  const wanted = `wanted ${wantedText(evidence)}; ${runs} rounds: ${verdict}`;
  return [`      ${what}: ${study}here ${ours}${beside}, ${wanted}`];
}

/** Says what was wanted, and why its bounds are what they are: `at most 3 % of a core (the study's highest)`. */
export function wantedText({ wanted, why }: Pick<Evidence, 'wanted' | 'why'>): string {
  return why === null ? wanted : `${wanted} (${why.replace(/\.$/, '')})`;
}

function ruleLines({ evidence, reason }: JudgedRule): string[] {
  const { counts, others } = foundIn(evidence);
  return [
    ...(counts === null ? [] : [`      ${counts.text}: as the claim requires; ${roundsText(counts.rounds)}`]),
    ...others.flatMap(evidenceLines),
    ...(reason === null ? [] : [`      ${reason}`]),
  ];
}

function claimLines(claim: JudgedClaim): string[] {
  const head = `  ${claim.id} (${claim.where}): ${claim.says}`;
  const factor = claim.factor === null ? [] : [`    how much: ${claim.factor.class}`, ...ruleLines(claim.factor)];
  return [head, ...ruleLines(claim), ...factor];
}

/** The claims by class, each with its comparisons. */
export function studyText(judged: JudgedStudy): string {
  const { id, title, source, size, runs, claims, counts, differs, notices } = judged;
  const groups = CLASSES.flatMap((name) => {
    const mine = claims.filter((claim) => claim.class === name);
    return mine.length === 0 ? [] : ['', emphasize(`${name}: ${mine.length}`), ...mine.flatMap(claimLines)];
  });
  return [
    emphasize(`Study ${id}: ${title}${source === null ? '' : ` (${source})`}`),
    `${size} size, ${runs} runs. ${CLASSES.map((name) => `${name}: ${counts[name]}`).join('; ')}.`,
    ...differs.map((sentence) => `- ${sentence}`),
    ...notices.map((notice) => printable(`Notice: ${notice}`)),
    ...groups,
  ].join('\n');
}
