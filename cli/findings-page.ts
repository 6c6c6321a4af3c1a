/** The page of what was found, made of judged studies: whoever writes it again from the same records gets the same text. Pure. */
import { type Evidence, type JudgedClaim, type JudgedStudy, VERDICTS } from '../merge/claims/types.ts';
import { oursText } from './study-text.ts';

/** Nothing in a cell may end it, nor begin a tag. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');

const INTRO = `# What still holds

Five studies measured what frameworks and transports for the real-time web cost. Their plans and their claims are data beside their
figures, in [\`results/reference/studies/\`](../results/reference/studies), each claim with the rule by which a program judges it. This
page is written by \`./outcry findings\` from the records in [\`results/reference/kept/\`](../results/reference/kept), and a test says when
the two disagree. [method.md](method.md#claims-of-studies) says how a claim is judged. \`./outcry study E --quick\` does study E again on your
machine.`;

const dayOf = (time: string | null): string => time?.slice(0, 10) ?? 'on a day that nobody noted';

const headOf = ({ id, title }: JudgedStudy): string => `Study ${id}: ${title}`;

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

function tally(studies: readonly JudgedStudy[]): string {
  const rows = studies.map((study) => {
    const { when, size, runs, counts } = study;
    const numbers = VERDICTS.map((verdict) => counts[verdict]).join(' | ');
    return `| [${cell(headOf(study))}](#${anchorOf(headOf(study))}) | ${dayOf(when.first)}, ${size}, ${runs} runs | ${numbers} |`;
  });
  return [`| study | what was run | ${VERDICTS.join(' | ')} |`, '|---|---|---|---|---|', ...rows].join('\n');
}

/** What was compared, a piece for each comparison that has a number; and why it cannot be told. */
function hereText({ evidence, reason }: JudgedClaim): string {
  const compared = evidence.filter(({ value }) => value !== null).map(comparedText);
  return [...compared, ...(reason === null ? [] : [reason])].join('<br>');
}

const comparedText = (evidence: Evidence): string =>
  `${cell(evidence.what)}: **${cell(oursText(evidence))}** (wanted ${cell(evidence.wanted)}; ${evidence.runs} runs)`;

function claimRow(claim: JudgedClaim): string {
  const { id, where, says, doubt, verdict } = claim;
  const doubtful = doubt === undefined ? '' : `<br>*${cell(doubt)}*`;
  return `| \`${id}\`<br>${cell(where)} | ${cell(says)}${doubtful} | ${verdict} | ${hereText(claim)} |`;
}

function studySection(study: JudgedStudy): string {
  const { source, size, runs, when, machines, versions, differs, flags, notices, parts, claims } = study;
  const done = parts.map(({ id, about, size: how, reason, runs: made, invalid }) => {
    const what =
      reason === null
        ? `${how}; ${made} runs${invalid > 0 ? `, ${invalid} of them invalid` : ''}`
        : `left out: ${reason}`;
    return `- \`${id}\`, ${about}: ${what}`;
  });
  return [
    `## ${headOf(study)}`,
    '',
    `${source === null ? '' : `${source}. `}${size === 'quick' ? 'The quick size' : 'The whole study'}, ${runs} runs, begun on ${dayOf(when.first)} on ${machines.join('; ')}.`,
    ...(flags.length > 0 ? ['', `What runs say against themselves: ${flags.join(', ')}.`] : []),
    ...(notices.length > 0 ? ['', ...notices] : []),
    '',
    'What is not as it was in the study:',
    '',
    ...differs.map((sentence) => `- ${sentence}`),
    '',
    'What was run:',
    '',
    ...done,
    '',
    'With:',
    '',
    ...versions.map((version) => `- ${version}`),
    '',
    '| claim | the study says | verdict | here, with intervals of 95 % |',
    '|---|---|---|---|',
    ...VERDICTS.flatMap((verdict) => claims.filter((claim) => claim.verdict === verdict).map(claimRow)),
  ].join('\n');
}

/** The text of `docs/findings.md`. */
export function findingsPage(studies: readonly JudgedStudy[], missing: readonly string[]): string {
  const without = missing.length === 0 ? [] : ['', `Without kept runs: study ${missing.join(', ')}.`];
  return `${[INTRO, '', tally(studies), ...without, ...studies.flatMap((study) => ['', studySection(study)])].join('\n')}\n`;
}
