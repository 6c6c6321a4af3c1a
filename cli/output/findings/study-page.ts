/** A study's page: what was run, its tables cell by cell beside ours, and a card for each claim. Pure. */
import type { BestClaim, BestStudy } from '../../../merge/claims/best-size.ts';
import { foundIn } from '../../../merge/claims/evidence.ts';
import { roundsText, sizeName } from '../../../merge/claims/size-text.ts';
import { type JudgedRule, type JudgedStudy, OPEN } from '../../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../../metrics/numbers.ts';
import { hasChart } from './claim-chart.ts';
import { cell, chartOf, daysOf, loadText, measuredText, oursOf, phrase, theirsText } from './markdown.ts';

function runsOf({ size, runs, when, machines, flags, notices, parts, versions }: JudgedStudy): string[] {
  const done = parts
    .filter(({ reason }) => reason === null)
    .map((part) => {
      const { id, about, size: how, runs: made, invalid, saturated } = part;
      const bad = invalid > 0 ? `, ${invalid} of them invalid` : '';
      const full = saturated > 0 ? `, ${saturated} saturated` : '';
      const where = machines.length > 1 ? `; ${part.machines.join(' and ')}` : '';
      return `- \`${id}\`, ${about}: ${how}; ${made} runs${bad}${full}${where}`;
    });
  const name = sizeName(size).replace('t', 'T');
  return [
    `${name}, ${runs} runs, measured on ${daysOf(when)} on ${machines.join('; ')}.`,
    ...(flags.length > 0 ? ['', `Flags: ${flags.join(', ')}.`] : []),
    ...(notices.length > 0 ? ['', ...notices] : []),
    '',
    ...done,
    ...skipped(parts),
    '',
    `With ${versions.join('; ')}.`,
  ];
}

/** A line for each reason, with the parts that it holds for. */
function skipped(parts: JudgedStudy['parts']): string[] {
  const reasons = new Set(parts.flatMap(({ reason }) => reason ?? []));
  return [...reasons].map((reason) => {
    const names = parts.flatMap((part) => (part.reason === reason ? `\`${part.id}\`` : []));
    return `- Skipped, ${reason}: ${names.join(', ')}`;
  });
}

/** Figures of one place in the study: a row for what they are of, a column for what they are. */
interface Table {
  where: string;
  cells: Map<string, Map<string, string>>;
  columns: string[];
  /** What speaks against figures with an asterisk. */
  doubts: Set<string>;
}

function tablesOf({ claims }: BestStudy): Table[] {
  const isBeside = ({ claim: { figures } }: BestClaim) => figures.some(({ ours }) => ours !== undefined);
  const places = new Set(claims.filter(isBeside).map(({ claim }) => claim.where));
  return [...places].map((where) => tableOf(where, claims));
}

/** A correction stands beside the figure; another doubt below the table. */
const isCorrection = (doubt: string): boolean => doubt.startsWith("the study's own data give");

function tableOf(where: string, claims: readonly BestClaim[]): Table {
  const table: Table = { where, cells: new Map(), columns: [], doubts: new Set() };
  const figures = claims.flatMap(({ claim }) => (claim.where === where ? claim.figures : []));
  for (const { of, what, value, unit, doubt, here } of figures) {
    const column = `${what}, ${unit}`.replace(/, $/, '');
    if (!table.columns.includes(column)) table.columns.push(column);
    const row = table.cells.get(of) ?? new Map<string, string>();
    table.cells.set(of, row);
    if (doubt !== undefined && !isCorrection(doubt)) table.doubts.add(doubt);
    const doubted = doubt === undefined ? '' : isCorrection(doubt) ? ` (${cell(doubt)})` : '\\*';
    row.set(column, `${digits(value)}${doubted} / ${here === null ? '–' : `**${cell(measuredText(here))}**`}`);
  }
  return table;
}

function tableText({ where, cells, columns, doubts }: Table): string[] {
  const rows = [...cells].map(
    ([of, row]) => `| ${cell(of) || '–'} | ${columns.map((column) => row.get(column) ?? '').join(' | ')} |`,
  );
  return [
    '',
    `### ${where[0]!.toUpperCase()}${where.slice(1)}`,
    '',
    `| theirs / **ours** | ${columns.map(cell).join(' | ')} |`,
    `|---|${'---|'.repeat(columns.length)}`,
    ...rows,
    ...(doubts.size === 0 ? [] : ['', `\\* ${[...doubts].map(cell).join('; ')}.`]),
  ];
}

function comparisons(rule: JudgedRule, own: boolean): string[] {
  const { counts, others } = foundIn(rule.evidence);
  const theirs = (text: string): string => (own ? '' : ` ${text} |`);
  return [
    ...(counts === null ? [] : [`| ${counts.text} |${theirs('–')} as they must be | – | ${counts.rounds} | holds |`]),
    ...others
      .filter(({ value }) => value !== null)
      .map((evidence) => {
        const { what, wanted, why, runs, verdict } = evidence;
        const because = why === null ? '' : `<br>*${cell(phrase(why))}*`;
        return `| ${cell(what)} |${theirs(theirsText(evidence))} **${cell(oursOf(evidence))}** | ${cell(wanted)}${because} | ${runs} | ${verdict} |`;
      }),
  ];
}

function reasonLine(rule: JudgedRule | null, what: string): string[] {
  return rule?.reason ? ['', `${what}: ${cell(rule.reason)}.`] : [];
}

/** @param own whether the study is our own, without figures but ours */
function card({ claim, from, against }: BestClaim, own: boolean): string[] {
  const { id, where, says, doubt, verdict, factor } = claim;
  const rows = [...comparisons(claim, own), ...(factor === null ? [] : comparisons(factor, own))];
  const columns = ['comparison', ...(own ? [] : ['theirs']), 'ours', 'wanted', 'rounds', 'verdict'];
  const much = factor === null ? '' : `; how much: ${factor.verdict}`;
  const other = against === null ? '' : ` In ${sizeName(against.size)}: ${against.verdict}.`;
  const sure = claim.runs === 0 ? '' : `, ${roundsText(claim.runs)}`;
  return [
    '',
    `### ${id}`,
    '',
    `${cell(says)} (${cell(where)})${doubt === undefined ? '' : ` *${cell(doubt)}*`}`,
    '',
    `**${verdict}**${much}, by ${sizeName(from.size)}${sure}.${loadText(claim)}${other}`,
    ...(hasChart(claim) ? ['', `![${id}: theirs and ours](${chartOf(claim)})`] : []),
    ...(rows.length === 0 ? [] : ['', `| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`, ...rows]),
    ...reasonLine(claim, 'Not known'),
    ...reasonLine(factor, 'How much is not known'),
  ];
}

/** Whether there is anything to show of a claim besides why it is open. */
const hasCard = ({ claim }: BestClaim): boolean =>
  claim.open === null || claim.main === true || claim.evidence.some(({ value }) => value !== null);

function openList({ claims }: BestStudy): string[] {
  return OPEN.flatMap((reason) => {
    const mine = claims.filter((best) => !hasCard(best) && best.claim.open === reason);
    const lines = mine.map(
      ({ claim }) => `- \`${claim.id}\` ${cell(claim.says)} (${cell(claim.where)}): ${cell(claim.reason ?? '')}.`,
    );
    return lines.length === 0 ? [] : ['', `### ${reason[0]!.toUpperCase()}${reason.slice(1)}`, '', ...lines];
  });
}

const repeated = (id: string): string =>
  `\`./outcry study ${id} --quick\` repeats it on your machine; [findings.md](../findings.md) sums it up.`;

/** The text of `docs/findings/study-<id>.md`. */
export function studyPage(study: BestStudy): string {
  const { id, title, source, sizes, claims } = study;
  const cards = claims.filter(hasCard);
  const open = openList(study);
  const own = source === null;
  const differs = [...new Set(sizes.flatMap((size) => size.differs))];
  const tables = tablesOf(study);
  return `${[
    `# Study ${id}: ${title}`,
    '',
    own
      ? `This study is our own. This page has each of its claims with its verdict. ${repeated(id)}`
      : `${source}. This page has each claim of the study with its verdict, and the study's own tables beside ours. ${repeated(id)}`,
    ...['', '## What was run', ''],
    ...sizes.flatMap((size, index) => (index === 0 ? runsOf(size) : ['', ...runsOf(size)])),
    ...['', own ? '## How it was done' : '## Differences from the study', '', ...differs.map((line) => `- ${line}`)],
    ...(tables.length === 0
      ? []
      : [
          '',
          '## Side by side',
          '',
          'Each cell has their figure, then ours. A dash: it was not run, or not at a load that can tell.',
        ]),
    ...tables.flatMap(tableText),
    ...(cards.length === 0 ? [] : ['', '## Claims', ...cards.flatMap((best) => card(best, own))]),
    ...(open.length === 0 ? [] : ['', '## Open claims', ...open]),
  ].join('\n')}\n`;
}
