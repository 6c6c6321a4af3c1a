/** Answers in sentences, for page, report and command line. Every number comes from the answer. */
import { digits } from '../../metrics/numbers.ts';
import { standardRoles } from '../../metrics/standard-metrics.ts';
import type { Answer, Undecided } from '../compare/answers.ts';
import { notRankedBecause } from '../compare/comparable.ts';
import type { Comparison, Interval } from '../compare/compare.ts';
import { speakingAgainst } from '../compare/ranking.ts';
import { POWER } from '../statistics/sample-size.ts';
import type { Merge, MergedMetric } from '../types.ts';
import { flagWords } from './flags.ts';
import { unrankedMark } from './labels.ts';
import { noiseText } from './noise-sentences.ts';
import { unfitText } from './preflight-sentences.ts';

/** Sentences by topic; a list may be empty. */
export interface AnswerText {
  /** The best row, and its lead. */
  best: string[];
  /** Pairs without a shown difference, and how many runs would show one. */
  undecided: string[];
  /** Rows that are not ranked, and why. */
  skipped: string[];
  /** Flags of averaged runs, and reasons why a machine was not fit to measure on. */
  flagged: string[];
  /** The test, the clients' share, and the smallest difference that the machine can show, if known. */
  method: string[];
}

export type LabelOf = (merge: Merge) => string;

/** The most pairs that a sentence names. */
const NAMED_PAIRS = 4;

/** `1.48 times, 1.06 to 2.05`. */
const times = ({ value, low, high }: Interval): string => `${digits(value)} times, ${digits(low)} to ${digits(high)}`;

const listed = (items: string[], last = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;

/** A row's mean or median as in its table; empty for bytes, which have other units there. */
function middleText(metric: MergedMetric | undefined, isMedian: boolean): string {
  if (metric === undefined || metric.unit === 'bytes') return '';
  if (isMedian && metric.kind === 'trend')
    return metric.distribution === null ? '' : ` (median: ${digits(metric.distribution.p50)} ${metric.unit})`;
  const figure = metric.kind === 'trend' ? metric.mean : metric.kind === 'gauge' ? metric.typical : metric.perRun;
  return figure === null ? '' : ` (mean of ${figure.n} runs: ${digits(figure.mean)} ${metric.unit})`;
}

/** `B with 1.48 times (1.06 to 2.05) its latency`; without numbers when a run has 0. */
const withRatio = (label: string, ratio: Interval | null, what: string): string =>
  ratio === null
    ? label
    : `${label}, with ${digits(ratio.value)} times (${digits(ratio.low)} to ${digits(ratio.high)}) its ${what}`;

function bestSentences(answer: Answer, labelOf: LabelOf): string[] {
  const { ranked, skipped, againstBest, question } = answer;
  const [best, ...others] = ranked;
  if (best === undefined) return skipped.length > 0 ? ['No row can be ranked.'] : [];
  const over = referenceSentences(answer, labelOf);
  if (others.length === 0) return over.length > 0 ? over : [`${labelOf(best)} is the only row that can be ranked.`];
  const metric = best.metrics[question.metric];
  const what = metric?.label ?? question.metric;
  const middle = middleText(metric, question.figure === 'p50');
  const rows = others.map((row, index) => ({ label: labelOf(row), ...(againstBest[index] as Comparison) }));
  const behind = rows.filter(({ verdict }) => verdict === 'worse');
  const alike = rows.filter(({ verdict }) => verdict !== 'worse').map(({ label }) => label);
  const [nearest, last] = [behind[0], behind.at(-1)];
  if (nearest === undefined || last === undefined) {
    const extreme = question.better === 'less' ? 'lowest' : 'highest';
    return [
      `No row is shown to be ${question.words.better} than another. ${labelOf(best)} has the ${extreme} ${what}${middle}.`,
      ...over,
    ];
  }
  const range =
    behind.length === 1
      ? withRatio(nearest.label, nearest.ratio, what)
      : `the next is ${withRatio(nearest.label, nearest.ratio, what)}, the last ${withRatio(last.label, last.ratio, what)}`;
  const whom =
    alike.length > 0 ? `${behind.length} of ${rows.length} others` : behind.length === 1 ? '' : allOf(behind.length);
  const than = whom === '' ? range : `${whom}: ${range}`;
  const open = alike.length > 0 ? ` Between it and ${fewOf(alike)} no difference is shown.` : '';
  return [`${labelOf(best)}${middle} is ${question.words.better} than ${than}.${open}`, ...over];
}

/** The cost of each row over the platform alone; none where that was not measured. */
function referenceSentences({ reference, ranked, overReference }: Answer, labelOf: LabelOf): string[] {
  if (reference === null) return [];
  const rows = ranked.flatMap((row, index) => {
    const ratio = overReference[index]?.ratio ?? null;
    return ratio === null ? [] : [`${labelOf(row)} ${times(ratio)}`];
  });
  return rows.length === 0 ? [] : [`Against ${labelOf(reference)}, the platform alone: ${rows.join('; ')}.`];
}

/** Their names, if few. */
const fewOf = (labels: string[]): string => (labels.length > 2 ? `the other ${labels.length}` : listed(labels));

const allOf = (count: number): string => (count === 2 ? 'both others' : `all ${count} others`);

/** Pairs without a shown difference, with their intervals and the number of runs that would show one. */
function undecidedSentences({ undecided: open, question }: Answer, labelOf: LabelOf): string[] {
  const [apart, undecided] = [open.filter((pair) => pair.apart), open.filter((pair) => !pair.apart)];
  return [...tested(undecided, question.detectPercent, labelOf), ...apartSentences(apart, labelOf)];
}

/** Pairs that were measured in one session each, which no test compares. */
function apartSentences(pairs: Undecided[], labelOf: LabelOf): string[] {
  if (pairs.length === 0) return [];
  const named = pairs.slice(0, NAMED_PAIRS).map((pair) => pairText(pair, labelOf));
  const more = pairs.length - named.length;
  const others = more > 0 ? [`${more} more ${more === 1 ? 'pair' : 'pairs'}`] : [];
  return [
    `Whether these differ cannot be told, since each was measured in one session of its own: ${[...named, ...others].join('; ')}.`,
  ];
}

function tested(undecided: Undecided[], percent: number, labelOf: LabelOf): string[] {
  if (undecided.length === 0) return [];
  const more = undecided.length - NAMED_PAIRS;
  const pairs = undecided.slice(0, NAMED_PAIRS).map((pair) => `between ${pairText(pair, labelOf)}${spanText(pair)}`);
  const others = more > 0 ? [`between ${more} more ${more === 1 ? 'pair' : 'pairs'}`] : [];
  return [
    `No difference is shown ${listed([...pairs, ...others], 'nor')}.`,
    ...effortSentences(undecided, percent, labelOf),
  ];
}

const pairText = ({ row, baseline }: Undecided, labelOf: LabelOf): string => `${labelOf(baseline)} and ${labelOf(row)}`;

const spanText = ({ ratio }: Undecided): string => (ratio === null ? '' : ` (${times(ratio)})`);

/** Says how many runs would show a difference of the wanted size, for each named pair and at most for the others. */
function effortSentences(undecided: Undecided[], percent: number, labelOf: LabelOf): string[] {
  const size = `a difference of ${percent} %`;
  const tries = `in ${100 * POWER} of 100 tries`;
  const [enough, short] = [undecided.filter(isEnough), undecided.filter((pair) => !isEnough(pair))];
  const named = short.slice(0, NAMED_PAIRS);
  const rest = short.slice(NAMED_PAIRS);
  const sentences: string[] = [];
  if (named.length > 0) {
    const needs = named.map((pair) => `${effort(pair)} for ${pairText(pair, labelOf)}`);
    const most = rest.some(({ needed }) => needed === null)
      ? 'more than 10,000'
      : Math.max(...rest.map(({ needed }) => needed ?? 0));
    const others = rest.length > 0 ? [`up to ${most} for the other pairs`] : [];
    sentences.push(`To show ${size} ${tries} takes ${listed([...needs, ...others])}, if runs vary as they did.`);
  }
  if (enough.length > 0) {
    const pairs =
      named.length > 0 ? `for the other ${enough.length === 1 ? 'pair' : `${enough.length} pairs`}` : 'here';
    sentences.push(`The runs ${pairs} are enough to show ${size} ${tries}: a difference of that size is unlikely.`);
  }
  return sentences;
}

const isEnough = ({ runs, needed }: Undecided): boolean => needed !== null && needed <= runs;

function effort({ runs, needed, unit }: Undecided): string {
  if (needed === null) return `more than 10,000 ${unit}`;
  return `${needed} ${unit} of each (${needed - runs} more)`;
}

/** Rows that are not ranked, grouped by reason. */
function skippedSentences({ skipped }: Answer, labelOf: LabelOf): string[] {
  const byReason = new Map<string, string[]>();
  for (const { merge, reason } of skipped) {
    const label = labelOf(merge);
    // A reason that says what a name's mark says, says it once for all.
    const mark = reason === notRankedBecause(merge) ? unrankedMark(merge.combination) : '';
    byReason.set(reason, [...(byReason.get(reason) ?? []), label.replace(mark, '')]);
  }
  return [...byReason].map(([reason, labels]) => `Not ranked: ${listed(labels)} (${reason}).`);
}

/** Flags in fewer than half of a row's runs: the row is ranked, and its average includes these runs. */
function flaggedSentences({ ranked, skipped }: Answer, labelOf: LabelOf): string[] {
  const rows = ranked.flatMap((merge) => {
    const flags = speakingAgainst(merge).map(
      ({ code, count }) => `${flagWords(code)} in ${count} of ${merge.runs} runs`,
    );
    return flags.length === 0 ? [] : [`Flagged, but averaged: ${labelOf(merge)} (${listed(flags)}).`];
  });
  const preflights = [...ranked, ...skipped.map(({ merge }) => merge)].flatMap((merge) => merge.preflights);
  const unfit = preflights.flatMap(({ preflight }) => unfitText(preflight) ?? []);
  return [...rows, ...new Set(unfit)];
}

function methodSentences({ againstBest, overReference }: Answer): string[] {
  const test = [...againstBest, ...overReference].find((each) => each.test !== null)?.test;
  return test ? [`In brackets: intervals at the level of the test, simultaneous over its comparisons. ${test}.`] : [];
}

/** A smaller part of a latency changes no ratio by as much as rows mostly differ by, % of the latency. */
const SMALL_SHARE = 10;

/** The clients' own work in what rows are ranked by, where that is a latency of which it may be a part worth knowing. */
function shareSentences({ reference, ranked, question }: Answer): string[] {
  const rows = [...(reference === null ? [] : [reference]), ...ranked];
  if (!rows.some(({ metrics }) => metrics[question.metric]?.kind === 'trend')) return [];
  const shares = rows.flatMap(({ metrics }) => {
    const share = metrics[standardRoles(metrics).clientShare ?? ''];
    return share?.kind === 'gauge' && share.typical !== null ? [share.typical.mean] : [];
  });
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  if (shares.length === 0 || most <= SMALL_SHARE) return [];
  const range =
    Math.round(least) === Math.round(most) ? Math.round(most) : `${Math.round(least)} to ${Math.round(most)}`;
  return [
    `Up to ${range} % of these latencies is work of the clients, which share a process here; those of users have a machine each.`,
  ];
}

/** @param labelOf names a row; names come from records that anybody may have written */
export function answerText(answer: Answer, labelOf: LabelOf): AnswerText {
  return {
    best: bestSentences(answer, labelOf),
    undecided: undecidedSentences(answer, labelOf),
    skipped: skippedSentences(answer, labelOf),
    flagged: flaggedSentences(answer, labelOf),
    method: [...methodSentences(answer), ...shareSentences(answer), ...answer.noise.flatMap(noiseText)],
  };
}
