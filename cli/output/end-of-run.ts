/**
 * The end of `./outcry run`: the order of what was measured, in at most 25 lines of 80 columns. Every figure is in `./outcry report`. Pure.
 */
import { rankedBy, rolesOf } from '../../merge/charts.ts';
import { type Answer, answersOf } from '../../merge/compare/answers.ts';
import { notRankedBecause } from '../../merge/compare/comparable.ts';
import type { Comparison } from '../../merge/compare/compare.ts';
import { openPairs } from '../../merge/compare/decided.ts';
import { byFigure } from '../../merge/compare/order.ts';
import { rankedFor } from '../../merge/compare/ranked.ts';
import { speakingAgainst } from '../../merge/compare/ranking.ts';
import { figureOf } from '../../merge/figures.ts';
import { mergeRuns } from '../../merge/index.ts';
import { flagWords } from '../../merge/text/flags.ts';
import { labelMerges, shortLabels } from '../../merge/text/labels.ts';
import { loadTitle, orderSentences, superlative } from '../../merge/text/order-sentences.ts';
import type { Merge, MergedFlag } from '../../merge/types.ts';
import { cpuMetric, type MetricRoles } from '../../metrics/metric.ts';
import { counted, plainFigure as figure, grouped, timesFigure } from '../../metrics/numbers.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { DEFAULT_RESULTS } from '../options/common-options.ts';
import { wrap } from './narrow-table.ts';
import { printable, table } from './print.ts';

const WIDTH = 80;
/** With as many rows, notes of a line each and names in the order, all fits into 25 lines. */
const MOST_ROWS = 10;
const MOST_NOTES = 3;
/** The longest time that is worth naming. */
const MOST_HOURS = 8;
const LEAST_MINUTES = 10;

export interface Summed {
  records: readonly RunRecord[];
  scenarios: ScenarioAbout[];
  session: string;
  /** Folder of the records. */
  results: string;
  /** Rows that differ by less than this many percent are alike. */
  percent: number;
  /** How long a round takes, seconds. */
  roundSeconds: number;
}

/** Of one row: there is nothing to compare it with. */
const NO_ANSWER = { skipped: [], againstBest: [], undecided: [], noise: [] };

/** Null where there is no one table of rows: several loads, as of a search, or nothing that could be averaged. */
export function summaryOf(summed: Summed): string | null {
  const { records, scenarios, percent } = summed;
  const merges = mergeRuns([...records]);
  const scenario = merges[0]?.combination.scenario;
  if (scenario === undefined || merges.some(({ combination }) => combination.arm !== undefined)) return null;
  const by = rankedBy(scenario, scenarios, merges);
  const answers = answersOf(merges, { ...by, detectPercent: percent });
  const question = { ...rankedFor(by, merges), detectPercent: percent };
  const [answer = { ...NO_ANSWER, question, ranked: merges }] = answers;
  if (answers.length > 1 || (answers.length === 0 && merges.length > 1)) return null;
  const rows = [
    ...answer.ranked,
    ...byFigure(
      answer.skipped.map(({ merge }) => merge),
      answer.question,
    ),
  ];
  if (rows.length !== merges.length) return null;
  const labels =
    rows.length === 1 ? [rows[0]!.combination.frameworkLabel] : shortLabels(rows, labelMerges(rows, scenarios));
  const nameOf = (merge: Merge): string => labels[rows.indexOf(merge)]!;
  const roles = rolesOf(scenario, scenarios, merges);
  const { lines, notes } = tableOf(answer, rows, nameOf, roles);
  const text = [
    ...wrapped(loadTitle(answer.question, rows)),
    ...lines,
    ...wrapped(orderSentences(answer, nameOf).join(' ')),
    ...notes,
    ...wrapped(`${arrivedText(rows, roles)}${openText(answer, summed)}`.trim()),
    ...wrapped(nextCommand(answer, summed)),
    ...lastLines(inFolder(summed)),
  ];
  return text.map(printable).join('\n');
}

/** The option that a command needs where records are not in the usual folder. */
const inFolder = ({ results }: Summed): string => (results === DEFAULT_RESULTS ? '' : ` --results ${results}`);

function lastLines(folder: string): string[] {
  const lines = [`See it: ./outcry charts${folder}`, `Every figure: ./outcry report${folder}`];
  return folder === '' ? [lines.join('     ')] : lines;
}

const cut = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);

const wrapped = (text: string): string[] => (text === '' ? [] : wrap(text, WIDTH));

function ratioText(comparison: Comparison | undefined): string {
  if (comparison?.ratio == null) return '';
  const { value, low, high } = comparison.ratio;
  const ends = Number.isFinite(high) && high < 100 ? ` (${timesFigure(low)}-${timesFigure(high)})` : '';
  return `${timesFigure(value)}${ends}`;
}

function tableOf(answer: Answer, rows: Merge[], nameOf: (merge: Merge) => string, roles: MetricRoles) {
  const { question, ranked, againstBest, skipped } = answer;
  const metric = question.metric;
  const unit = rows[0]!.metrics[metric]?.unit ?? '';
  const kind = rows[0]!.metrics[metric]?.kind ?? 'trend';
  const middle = kind === 'trend' ? 'mean' : kind === 'gauge' ? 'typical' : 'total';
  const figureIn = (merge: Merge, name: string, of: Parameters<typeof figureOf>[2]): number | undefined =>
    figureOf(merge, name, of)?.value;
  const shown = rows.length > MOST_ROWS ? rows.slice(0, MOST_ROWS - 1) : rows;
  const best = superlative(question.words.better).toLowerCase();
  const { notes, marks } = notesOf(
    shown.map((merge) => {
      const reason = skipped.find((each) => each.merge === merge)?.reason ?? null;
      return { text: noteOf(merge, reason), ranked: ranked.includes(merge) };
    }),
  );
  const cells = shown.map((merge, index) => {
    const place = ranked.indexOf(merge);
    const cpu = figureIn(merge, cpuMetric(roles), 'typical');
    const memory = figureIn(merge, 'serverMemory', 'max');
    return [
      nameOf(merge),
      figure(figureIn(merge, metric, middle)),
      place === 0 && rows.length > 1 ? '1' : place > 0 ? ratioText(againstBest[place - 1]) : '-',
      ...(kind === 'trend' ? [figure(figureIn(merge, metric, 'p99'))] : []),
      cpu === undefined ? '-' : `${figure(cpu)} %`,
      memory === undefined ? '-' : `${(memory / 1e6).toFixed(0)} MB`,
      marks[index]!,
    ];
  });
  const p99 = kind === 'trend' ? [`p99 ${unit}`] : [];
  const head = [
    'framework',
    `${middle === 'typical' ? 'median' : middle} ${unit}`,
    `x ${best}`,
    ...p99,
    'server CPU',
    'memory',
    '',
  ];
  const more = rows.length > shown.length ? [`and ${counted(rows.length - shown.length, 'more row')}`] : [];
  return {
    lines: [...table(head, cells).split('\n'), ...more].map((line) => `  ${line}`),
    notes: notes.map((text, index) => cut(`${letter(index)}  ${text}`)),
  };
}

const letter = (index: number): string => String.fromCharCode(97 + index);
const OTHER_REASONS = 'not ranked for other reasons, which ./outcry report names';

/**
 * At most {@link MOST_NOTES} notes, and the mark of each row. Every row that is not ranked has one; ranked rows get the room that is left.
 * @param rows in the order of the table; a text of null: there is nothing to say
 */
function notesOf(rows: readonly { text: string | null; ranked: boolean }[]): { notes: string[]; marks: string[] } {
  const textsOf = (some: typeof rows) => [...new Set(some.flatMap(({ text }) => text ?? []))];
  const reasons = textsOf(rows.filter(({ ranked }) => !ranked));
  const room =
    reasons.length > MOST_NOTES
      ? [...reasons.slice(0, MOST_NOTES - 1), OTHER_REASONS]
      : [...new Set([...reasons, ...textsOf(rows)])].slice(0, MOST_NOTES);
  const said = rows.map(({ text, ranked }) => {
    if (text === null || room.includes(text)) return text;
    return ranked ? null : OTHER_REASONS;
  });
  const notes = [...new Set(said.flatMap((text) => text ?? []))];
  return { notes, marks: said.map((text) => (text === null ? '' : letter(notes.indexOf(text)))) };
}

/** What a reader must know of a row, in a line; null: nothing. */
function noteOf(merge: Merge, reason: string | null): string | null {
  const apart = notRankedBecause(merge);
  if (apart !== null) return `not ranked, ${apart}`;
  const flags = speakingAgainst(merge).sort((a, b) => b.count - a.count);
  if (flags.length > 0) {
    const [{ code, count }] = flags as [MergedFlag];
    const more = reason === null && flags.length > 1 ? `, and ${counted(flags.length - 1, 'other flag')}` : '';
    return `${reason === null ? '' : 'not ranked: '}${flagWords(code)} in ${count} of ${counted(merge.runs, 'round')}${more}`;
  }
  if (merge.excluded.length > 0) {
    const codes = [...new Set(merge.excluded.flatMap((run) => run.codes))].map(flagWords).join(', ');
    return `${counted(merge.excluded.length, 'invalid run')} not averaged: ${codes}`;
  }
  return reason === null ? null : `not ranked: ${reason}`;
}

function arrivedText(rows: Merge[], { delivered = '' }: MetricRoles): string {
  const counts = rows.flatMap(({ metrics }) => {
    const metric = metrics[delivered];
    if (metric?.kind !== 'count' || metric.total === null || metric.expected === null) return [];
    return [{ total: metric.total, expected: metric.expected }];
  });
  if (counts.length === 0) return '';
  const total = counts.reduce((sum, each) => sum + each.total, 0);
  const expected = counts.reduce((sum, each) => sum + each.expected, 0);
  const all = grouped(expected, 3);
  return total === expected ? `All ${all} messages arrived. ` : `${grouped(total, 3)} of ${all} messages arrived. `;
}

/** How many minutes of rounds settle what is open, if runs scatter as they did; infinite where nobody would wait for it. */
function minutesToSettle(answer: Answer, { roundSeconds }: Summed): number {
  const rounds = openPairs(answer).map(({ needed, runs }) => (needed === null ? Infinity : Math.max(1, needed - runs)));
  const minutes = Math.ceil((Math.max(0, ...rounds) * roundSeconds) / 60 / 5) * 5;
  return minutes > MOST_HOURS * 60 ? Infinity : Math.max(LEAST_MINUTES, minutes);
}

/** Rounds for a session whose number of rounds was given: what is needed, and at least twice as many as there were. */
function runsToSettle(answer: Answer): number {
  const rows = [...answer.ranked, ...answer.skipped.map(({ merge }) => merge)];
  const needed = openPairs(answer).map((pair) => pair.needed ?? 0);
  return Math.min(1_000, Math.max(5, ...rows.map(({ runs }) => 2 * runs), ...needed));
}

const isOver = (answer: Answer): boolean =>
  (answer.ranked.length > 1 || answer.skipped.length === 0) && openPairs(answer).length === 0;

function openText(answer: Answer, summed: Summed): string {
  if (isOver(answer)) return 'More rounds would change nothing.';
  if (Number.isFinite(minutesToSettle(answer, summed))) return '';
  return `To settle ${summed.percent} % between all rows would take over ${MOST_HOURS} h.`;
}

/** The one command that settles what is open, or comes nearer to it. */
function nextCommand(answer: Answer, summed: Summed): string {
  if (isOver(answer)) return `Session ${summed.session}.`;
  if (summed.records[0]?.session.until === undefined)
    return `Surer: the same with --runs ${runsToSettle(answer)}, or without --runs.`;
  const minutes = minutesToSettle(answer, summed);
  const time = Number.isFinite(minutes) ? `${minutes}m` : '1h';
  return `Surer: ./outcry run --resume ${summed.session}${inFolder(summed)} --time ${time}`;
}
