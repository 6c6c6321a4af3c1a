/** A gate as tables: for a terminal, as Markdown, and as plain JSON. */

import type { Interval } from '../../merge/compare/compare.ts';
import { flaggedFor } from '../../merge/compare/ranking.ts';
import type { Condition } from '../../merge/gate/condition.ts';
import type { Gate } from '../../merge/gate/gate.ts';
import type { Row, Unmatched } from '../../merge/gate/gate-rows.ts';
import type { Judged } from '../../merge/gate/judge.ts';
import type { Ratio } from '../../merge/gate/ratios.ts';
import { labelMerges } from '../../merge/text/labels.ts';
import { noticesOf } from '../../merge/text/notices.ts';
import { plainFigure as figure, withEnds } from '../../metrics/numbers.ts';
import { shownUnit } from '../../metrics/units.ts';
import { printable, table } from './print.ts';

/** All rows of a gate, each once: the compared ones and those of the baseline. */
function sidesOf({ ratios, conditions, rows, baselines }: Gate): Row[][] {
  const here = [...ratios, ...conditions, ...rows].map(({ row }) => row);
  const there = [...ratios, ...conditions].flatMap(({ baseline }) => baseline ?? []);
  return [here, [...there, ...baselines.map(({ row }) => row)]].map((side) => [...new Set(side)]);
}

const noticesIn = (gate: Gate): string[] => noticesOf(sidesOf(gate).flatMap((side) => side.map(({ merge }) => merge)));

/** The shortest names that keep the rows of one side apart. */
export function gateLabels(gate: Gate): (row: Row) => string {
  const names = new Map<Row, string>();
  for (const all of sidesOf(gate)) {
    for (const [index, label] of labelMerges(
      all.map(({ merge }) => merge),
      gate.scenarios,
    ).entries())
      names.set(all[index]!, label);
  }
  return (row) => names.get(row) ?? row.merge.key;
}

/** The unit that a figure is shown in, and its size in the metric's own unit. */
function unitOf({ merge }: Row, path: string): { unit: string; size: number } {
  return shownUnit(merge.metrics[path.split('.')[0]!] ?? { unit: '' });
}

const ratioText = (ratio: Interval | null): string => (ratio === null ? '–' : `${withEnds(ratio).replace(' ', ' × ')}`);

function runsText({ by }: Ratio): string {
  if (by === null) return '–';
  return by.by === 'rounds' ? `${by.runs[0]} rounds` : `${by.runs[0]} and ${by.runs[1]} ${by.by}`;
}

type LabelOf = (row: Row) => string;

function pairText({ row, baseline }: Pick<Ratio, 'row' | 'baseline'>, label: LabelOf): string {
  const [here, there] = [row, baseline].map(({ merge }) => merge.combination);
  const alike = here!.frameworkLabel === there!.frameworkLabel;
  return `${label(row)}${alike ? '' : `, against ${there!.frameworkLabel}`}`;
}

const RATIO_HEAD = ['compared', 'figure', 'baseline', 'now', 'ratio', 'from', ''];

function ratioRows(ratios: Ratio[], label: LabelOf): string[][] {
  return ratios.map((each) => {
    const { unit, size } = unitOf(each.row, each.figure);
    const value = (of: number | null) => figure(of === null ? null : of / size);
    return [
      pairText(each, label),
      `${each.figure}${unit === '' ? '' : ` (${unit})`}`,
      value(each.there),
      value(each.here),
      ratioText(each.ratio),
      runsText(each),
      each.word ?? '–',
    ];
  });
}

const CONDITION_HEAD = ['condition', 'of', 'outcome', 'ratio or figure', 'why'];

function estimateText({ condition, estimate, row }: Judged): string {
  if (estimate === null) return '–';
  if ('times' in condition.limit) return ratioText(estimate);
  const { unit, size } = unitOf(row, condition.figure);
  return `${withEnds(estimate, size)} ${unit}`.trim();
}

/** The reason why a condition is undecided, or what single runs showed; empty: the interval decides. */
export function whyText({ reason, needed, unit = 'runs' }: Judged): string {
  const more = needed === null ? null : `about ${needed} ${unit} of each would decide it`;
  return [reason, more].filter((part) => part !== null).join('; ');
}

function conditionRows(judged: Judged[], label: LabelOf): string[][] {
  return judged.map((each) => [
    each.condition.text,
    each.baseline === null ? label(each.row) : pairText({ row: each.row, baseline: each.baseline }, label),
    each.outcome,
    estimateText(each),
    whyText(each),
  ]);
}

function openLines({ rows, baselines }: Gate, label: LabelOf): string[] {
  const lines = (what: string, open: Unmatched[]) => open.map(({ row, reason }) => `${what} ${label(row)}: ${reason}`);
  return [...lines('Not compared:', rows), ...lines('Only in the baseline:', baselines)];
}

/** Each remark and flag once, with its rows. */
function remarkLines({ ratios, conditions }: Gate, label: LabelOf): string[] {
  const about = new Map<string, Set<string>>();
  const note = (remark: string, row: Row) => about.set(remark, (about.get(remark) ?? new Set()).add(label(row)));
  for (const { remarks, row } of ratios) for (const remark of remarks) note(remark, row);
  for (const { row, baseline } of [...ratios, ...conditions]) {
    for (const each of baseline === null ? [row] : [row, baseline]) {
      const flagged = flaggedFor(each.merge);
      if (flagged !== null) note(flagged, each);
    }
  }
  return [...about].map(([remark, rows]) => `${[...rows].join(' and ')}: ${remark}.`);
}

const METHOD =
  'Ratios are now / baseline, of geometric means; intervals hold for all rows of a figure at once, and for all conditions at once (Holm).';

/** The outcome of the gate in one sentence. */
export function verdict(judged: { condition: Condition; outcome: Judged['outcome'] }[], strict: boolean): string {
  const of = (outcome: Judged['outcome']) => judged.filter((each) => each.outcome === outcome);
  const [failing, open] = [of('fails'), of('cannot tell')];
  const texts = (each: typeof judged) => [...new Set(each.map(({ condition }) => condition.text))].join('; ');
  if (failing.length > 0) return `Failed: the runs show that this holds: ${texts(failing)}.`;
  if (open.length > 0) {
    const so = strict ? 'with --strict this is a failure' : 'without --strict this is no failure';
    return `Undecided, since there are too few runs or they vary too much: ${texts(open)}; ${so}.`;
  }
  return judged.length === 0 ? '' : 'Passed: the runs show that no condition holds.';
}

export function gateText(gate: Gate, strict: boolean): string {
  const label = gateLabels(gate);
  return [
    ...(gate.ratios.length > 0 ? [table(RATIO_HEAD, ratioRows(gate.ratios, label))] : []),
    ...(gate.conditions.length > 0 ? ['', table(CONDITION_HEAD, conditionRows(gate.conditions, label))] : []),
    '',
    ...[...remarkLines(gate, label), ...openLines(gate, label)].map(printable),
    METHOD,
    ...noticesIn(gate).map((notice) => printable(`Notice: ${notice}`)),
    verdict(gate.conditions, strict),
  ]
    .join('\n')
    .trim();
}

/** Escapes other people's text, which could end a cell or be read as markup. */
const cell = (text: string): string =>
  printable(text)
    .replace(/[\\|`*_<>[\]]/g, '\\$&')
    .replace(/\n/g, ' ');

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
}

/** For a comment on a pull request. */
export function gateMarkdown(gate: Gate, baseline: string | null, strict: boolean): string {
  const label = gateLabels(gate);
  const said = verdict(gate.conditions, strict);
  const notices = noticesIn(gate).map((notice) => `Notice: ${notice}`);
  const lines = [...notices, ...remarkLines(gate, label), ...openLines(gate, label), METHOD];
  return [
    `### Outcry${baseline === null ? '' : `: compared with ${cell(baseline)}`}`,
    ...(said === '' ? [] : [`**${cell(said)}**`]),
    ...(gate.conditions.length > 0 ? [markdownTable(CONDITION_HEAD, conditionRows(gate.conditions, label))] : []),
    ...(gate.ratios.length > 0 ? [markdownTable(RATIO_HEAD, ratioRows(gate.ratios, label))] : []),
    lines.map((line) => `- ${cell(line)}`).join('\n'),
  ].join('\n\n');
}

const named = ({ merge: { key, combination } }: Row) => ({ key, ...combination });
const open = ({ row, reason }: Unmatched) => ({ ...named(row), reason });

/** Plain JSON. */
export function gateDocument(gate: Gate, baseline: string | null, failed: boolean): object {
  return {
    baseline,
    failed,
    ratios: gate.ratios.map(({ row, baseline: there, ...ratio }) => ({
      row: named(row),
      baseline: named(there),
      ...ratio,
    })),
    conditions: gate.conditions.map(({ condition, row, baseline: there, ...judged }) => ({
      condition: condition.text,
      figure: condition.figure,
      row: named(row),
      baseline: there && named(there),
      ...judged,
    })),
    notCompared: gate.rows.map(open),
    onlyInBaseline: gate.baselines.map(open),
    notices: noticesIn(gate),
  };
}
