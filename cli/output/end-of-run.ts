/**
 * The end of `./outcry run`: the order of what was measured, in 80 columns. Every figure is in `./outcry report`. Pure.
 */
import { answersToShow } from '../../merge/answers-by-scenario.ts';
import { rolesOf } from '../../merge/charts.ts';
import type { Answer } from '../../merge/compare/answers.ts';
import { notRankedBecause } from '../../merge/compare/comparable.ts';
import type { Comparison } from '../../merge/compare/compare.ts';
import { baseOf, type ComparedFigure, comparedFigures } from '../../merge/compare/costs.ts';
import { openPairs } from '../../merge/compare/decided.ts';
import { metricIn } from '../../merge/compare/effect.ts';
import { errorOf } from '../../merge/compare/family.ts';
import { byFigure } from '../../merge/compare/order.ts';
import { speakingAgainst } from '../../merge/compare/ranking.ts';
import { figureOf } from '../../merge/figures.ts';
import { mergeRuns } from '../../merge/index.ts';
import { adviceOn } from '../../merge/text/flag-advice.ts';
import { flagWords } from '../../merge/text/flags.ts';
import { labelMerges, shortLabels } from '../../merge/text/labels.ts';
import { loadTitle, orderSentences } from '../../merge/text/order-sentences.ts';
import type { Merge, MergedFlag } from '../../merge/types.ts';
import type { MetricRoles } from '../../metrics/metric.ts';
import { counted, plainFigure as figure, grouped, timesFigure } from '../../metrics/numbers.ts';
import { shownUnit } from '../../metrics/units.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { Figure, ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { wrap } from './narrow-table.ts';
import { printable, table } from './print.ts';
import { inFolder, showLines } from './run-closing.ts';

const WIDTH = 80;
/** With as many rows and a line for each note, all fits on a screen of 40 lines. */
const MOST_ROWS = 10;
const MOST_NOTES = 3;

export interface Summed {
  records: readonly RunRecord[];
  scenarios: ScenarioAbout[];
  session: string;
  /** Folder of the records. */
  results: string;
  /** Rows that differ by less than this many percent are alike. */
  percent: number;
  /** The duration of a round, seconds. */
  roundSeconds: number;
}

/** Null where there is no one table of rows: several loads, as of a search, or nothing that could be averaged. */
export function summaryOf(summed: Summed): string | null {
  const { records, scenarios, percent } = summed;
  const merges = mergeRuns([...records]);
  const scenario = merges[0]?.combination.scenario;
  if (scenario === undefined || merges.some(({ combination }) => combination.arm !== undefined)) return null;
  const [answer, ...others] = answersToShow(merges, scenarios, { detectPercent: percent });
  if (answer === undefined || others.length > 0) return null;
  const rows = [
    ...(answer.reference === null ? [] : [answer.reference]),
    ...answer.ranked,
    ...byFigure(
      answer.skipped.map(({ merge }) => merge),
      answer.question,
    ),
  ];
  if (rows.length !== merges.length) return null;
  const labels = shortLabels(rows, labelMerges(rows, scenarios));
  const nameOf = (merge: Merge): string => labels[rows.indexOf(merge)]!;
  const roles = rolesOf(scenario, scenarios, merges);
  const { lines, notes } = tablesOf(answer, rows, nameOf, roles);
  const text = [
    ...orderSentences(answer, nameOf).flatMap(wrapped),
    '',
    ...wrapped(`${loadTitle(answer.question, rows)}. ${timesOf(answer, nameOf)}`.trim()),
    ...lines,
    ...notes,
    ...wrapped(adviceText(rows)),
    ...wrapped(`${arrivedText(rows, roles)}${openText(answer, summed)}`.trim()),
    ...wrapped(nextCommand(answer, summed)),
    ...showLines(summed.session, summed.results),
  ];
  return text.map(printable).join('\n');
}

/** The base of the ratios, and the meaning of the brackets. */
function timesOf(answer: Answer, nameOf: (merge: Merge) => string): string {
  const base = baseOf(answer);
  const test = [...answer.overReference, ...answer.againstBest].find(({ ratio }) => ratio !== null);
  return base === null || test === undefined
    ? ''
    : `Times ${nameOf(base)}, with simultaneous ${confidence(answer)} % intervals:`;
}

const confidence = ({ reference, ranked }: Answer): number =>
  Number((100 * (1 - errorOf([...(reference === null ? [] : [reference]), ...ranked]))).toPrecision(4));

const cut = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);

const wrapped = (text: string): string[] => (text === '' ? [] : wrap(text, WIDTH));

function ratioText(comparison: Comparison | null): string {
  if (comparison === null) return '1';
  // Runs that are alike to the last digit have a ratio and nothing to test it with.
  if (comparison.ratio === null)
    return comparison.differencePercent === null || comparison.reason?.startsWith('no run differs') !== true
      ? '-'
      : timesFigure(1 + comparison.differencePercent / 100);
  const { value, low, high } = comparison.ratio;
  const ends = Number.isFinite(high) && high < 100 ? ` (${timesFigure(low)}-${timesFigure(high)})` : '';
  return `${timesFigure(value)}${ends}`;
}

/** A figure of a row in the unit of its column. */
function amountText(merge: Merge, { metric, figure: of }: ComparedFigure): string {
  const merged = merge.metrics[metric];
  if (merged === undefined) return '-';
  const shown: Figure = merged.kind === 'gauge' ? 'typical' : of === 'median' ? 'p50' : (of as Figure);
  const value = figureOf(merge, metric, shown)?.value;
  return value === undefined ? '-' : figure(value / shownUnit(merged).size);
}

function headOf(rows: Merge[], { metric, figure: of }: ComparedFigure): string {
  const merged = rows.map(({ metrics }) => metrics[metric]).find((each) => each !== undefined)!;
  const unit = shownUnit(merged).unit.replace('% of one core', '%');
  const what = merged.kind !== 'trend' ? `${merged.label.replace(/^server /, '')}, ` : '';
  return `${what}${of} ${unit}`.trim();
}

/** Tables of two figures each: what ranks the rows and its slowest part, then what they cost. */
function tablesOf(answer: Answer, rows: Merge[], nameOf: (merge: Merge) => string, roles: MetricRoles) {
  const shown = rows.length > MOST_ROWS ? rows.slice(0, MOST_ROWS - 1) : rows;
  const { notes, marks } = notesOf(
    shown.map((merge) => {
      const reason = answer.skipped.find((each) => each.merge === merge)?.reason ?? null;
      return { text: noteOf(merge, reason), ranked: merge === answer.reference || answer.ranked.includes(merge) };
    }),
  );
  const figures = comparedFigures(answer, rows, roles);
  const isSkipped = (row: Merge): boolean => answer.skipped.some(({ merge }) => merge === row);
  const names = shown.map((merge, index) => `${nameOf(merge)}${marks[index] === '' ? '' : ` ${marks[index]}`}`);
  const width = Math.max(...names.map((name) => name.length));
  const isAlone = rows.length < 2;
  const timesIn = (merge: Merge, comparison: Comparison | null): string[] =>
    isAlone ? [] : [isSkipped(merge) ? '-' : ratioText(comparison)];
  const one = (own: ComparedFigure[]): string[] =>
    table(
      ['', ...own.flatMap((each) => [headOf(rows, each), ...(isAlone ? [] : ['times'])])],
      shown.map((merge, row) => [
        names[row]!.padEnd(width),
        ...own.flatMap((each) => [amountText(merge, each), ...timesIn(merge, each.comparisons[row]!)]),
      ]),
    ).split('\n');
  const [ranked, costs] = [
    figures.filter(({ path }) => isRanked(path, answer)),
    figures.filter(({ path }) => !isRanked(path, answer)),
  ];
  const more = rows.length > shown.length ? [`and ${counted(rows.length - shown.length, 'more row')}`] : [];
  return {
    lines: [...one(ranked), ...more, ...inTwos(costs).flatMap((two) => ['', ...one(two)])],
    notes: notes.map((text, index) => cut(`${letter(index)}  ${text}`)),
  };
}

/** Two figures with their intervals have room in 80 columns. */
const inTwos = (figures: ComparedFigure[]): ComparedFigure[][] =>
  figures.flatMap((_, index) => (index % 2 === 0 ? [figures.slice(index, index + 2)] : []));

const isRanked = (path: string, { question }: Answer): boolean => metricIn(path) === question.metric;

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

/** The note that a reader needs on a row, in a line; null: none. */
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

/** The next step for the flag that most runs have. */
function adviceText(rows: Merge[]): string {
  const flags = rows.flatMap((merge) => speakingAgainst(merge).map((flag) => ({ flag, merge })));
  const [most] = flags.sort((a, b) => b.flag.count - a.flag.count);
  const advice = most === undefined ? '' : adviceOn(most.flag.code, most.merge);
  return advice === '' ? '' : `As ${flagWords(most!.flag.code)}: ${advice}`;
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

/** The longest time that is suggested, and the shortest, minutes. */
const MOST_MINUTES = 30;
const LEAST_MINUTES = 2;
/** An interval is half as long with four times as many rounds. */
const HALVES = 4;

/** Minutes of further rounds that halve what is open, the longest that are suggested at most. */
function minutesToHalve(answer: Answer, { roundSeconds }: Summed): number {
  const rounds = Math.max(1, ...openPairs(answer).map(({ runs }) => (HALVES - 1) * runs));
  return Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, Math.ceil((rounds * roundSeconds) / 60)));
}

const isOver = (answer: Answer): boolean =>
  (answer.ranked.length > 1 || answer.skipped.length === 0) && openPairs(answer).length === 0;

/** Tells whether rounds of the longest time that is suggested would leave all open pairs open, if runs scatter as they did. */
function decidesNothing(answer: Answer, { roundSeconds }: Summed): boolean {
  const more = Math.floor((MOST_MINUTES * 60) / Math.max(1, roundSeconds));
  const open = openPairs(answer);
  return open.length > 0 && open.every(({ needed, runs }) => needed === null || needed > runs + more);
}

function openText(answer: Answer, summed: Summed): string {
  if (isOver(answer)) return 'More time would decide nothing more.';
  if (decidesNothing(answer, summed)) return `${MOST_MINUTES} more minutes would leave open what is open now.`;
  return '';
}

/** The one command that makes what is open half as wide; none where time would decide nothing. */
function nextCommand(answer: Answer, summed: Summed): string {
  if (isOver(answer) || decidesNothing(answer, summed)) return `Session ${summed.session}.`;
  return `Surer: ./outcry run --resume ${summed.session}${inFolder(summed.results)} --time ${minutesToHalve(answer, summed)}m`;
}
