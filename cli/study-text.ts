/** A judged study for the terminal. Pure. */
import { digits } from '../merge/claims/bounds.ts';
import { type Evidence, type JudgedClaim, type JudgedStudy, VERDICTS } from '../merge/claims/types.ts';
import { emphasize, printable } from './output.ts';

/** `1.48 times (1.06 to 2.05)`; empty where there is no number. */
export function oursText({ value, low, high, unit }: Evidence): string {
  if (value === null) return '';
  const interval = low === null || high === null ? '' : ` (${digits(low)} to ${digits(high)})`;
  return `${digits(value)} ${unit}${interval}`;
}

function evidenceLines(evidence: Evidence): string[] {
  const ours = oursText(evidence);
  if (ours === '') return [];
  return [`      ${evidence.what}: ${ours}, wanted ${evidence.wanted}; ${evidence.runs} runs: ${evidence.verdict}`];
}

function claimLines(claim: JudgedClaim): string[] {
  const head = `  ${claim.id} (${claim.where}): ${claim.says}`;
  return [head, ...claim.evidence.flatMap(evidenceLines), ...(claim.reason === null ? [] : [`      ${claim.reason}`])];
}

/** The claims by their verdicts, each with what was compared. */
export function studyText(judged: JudgedStudy): string {
  const { id, title, source, size, runs, claims, counts, differs, notices } = judged;
  const groups = VERDICTS.flatMap((verdict) => {
    const mine = claims.filter((claim) => claim.verdict === verdict);
    return mine.length === 0 ? [] : ['', emphasize(`${verdict}: ${mine.length}`), ...mine.flatMap(claimLines)];
  });
  return [
    emphasize(`Study ${id}: ${title}${source === null ? '' : ` (${source})`}`),
    `${size} size, ${runs} runs. ${VERDICTS.map((verdict) => `${verdict}: ${counts[verdict]}`).join('; ')}.`,
    ...differs.map((sentence) => `- ${sentence}`),
    ...notices.map((notice) => printable(`Notice: ${notice}`)),
    ...groups,
  ].join('\n');
}
