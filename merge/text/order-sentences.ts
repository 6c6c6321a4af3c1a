/** The order of rows in at most two sentences, and what was run in one line: the closing summary and the page say the same. */
import { counted, digitsOrCount, timesFigure } from '../../metrics/numbers.ts';
import type { Answer } from '../compare/answers.ts';
import { type Order, orderOf } from '../compare/order.ts';
import { rankFigure } from '../compare/ranking.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import type { Merge } from '../types.ts';
import type { LabelOf } from './answer-sentences.ts';

/** Of more names the first are named. */
const MOST_NAMES = 10;
const NAMED = 4;

/** Names with commas between them; of many the first. */
const listed = (names: string[]): string =>
  names.length > MOST_NAMES ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Fastest` of `faster`. */
export const superlative = (better: string): string =>
  better.endsWith('er') ? capital(`${better}st`.replace('erst', 'est')) : 'Best';

/** `as fast` of `faster`. */
const asGood = (better: string): string => (better.endsWith('er') ? `as ${better.slice(0, -2)}` : 'as good');

/** Describes the compared metric and load: `Latency from sent: 20 console clients over websocket, 6 rounds`. @param rows of one load */
export function loadTitle({ metric }: Pick<Answer['question'], 'metric'>, rows: Merge[]): string {
  const [{ combination }] = rows as [Merge];
  const measured = rows.find(({ metrics }) => metrics[metric] !== undefined);
  const transports = [...new Set(rows.map((row) => row.combination.transport))];
  const holder = combination.swarm === 'browser' ? (combination.browser ?? 'browser') : 'console';
  const { clients } = combination;
  const held = clients === null ? `unknown ${holder} clients` : counted(clients, `${holder} client`);
  const runs = [...new Set(rows.map((row) => row.runs))].sort((a, b) => a - b);
  const rounds = runs.length === 1 ? counted(runs[0]!, 'round') : `${runs[0]} to ${runs.at(-1)} rounds`;
  const over = transports.length === 1 ? ` over ${transports[0]}` : '';
  return `${capital(measured?.metrics[metric]?.label ?? 'nothing was measured')}: ${held}${over}, ${rounds}`;
}

/** Rows whose counts differ by less are as good as alike in {@link outOfSentence}. */
const ALIKE = 1.05;

/** Says how unlike the rows are in the count of which what ranks them is a part; empty where they are alike. */
function outOfSentence({ question: { outOf }, reference, ranked, skipped }: Answer): string[] {
  if (outOf === undefined) return [];
  const rows = [...(reference === null ? [] : [reference]), ...ranked, ...skipped.map(({ merge }) => merge)];
  const counts = rows.flatMap(({ metrics }) => {
    const metric = metrics[outOf.metric];
    return metric?.kind === 'count' && metric.perRun !== null ? [{ ...metric, mean: metric.perRun.mean }] : [];
  });
  const [least, ...others] = counts.toSorted((a, b) => a.mean - b.mean);
  const most = others.at(-1);
  if (least === undefined || most === undefined || most.mean <= ALIKE * least.mean) return [];
  const [from, to] = [least.mean, most.mean].map(digitsOrCount);
  return [`${capital(least.unit)} ${least.label} in a run: ${from} to ${to}. ${outOf.says}`];
}

/**
 * First who is best and who may be as good, then who is worse and by how much; never without an order. Empty where an answer is about no
 * row.
 * @param times the text behind a ratio
 */
export function orderSentences(answer: Answer, nameOf: LabelOf, times = ' x'): string[] {
  const order = sentencesOf(answer, nameOf, times);
  return order.length === 0 ? [] : [...order, ...outOfSentence(answer)];
}

function sentencesOf(answer: Answer, nameOf: LabelOf, times: string): string[] {
  const { ranked, question, reference } = answer;
  const order = orderOf(answer);
  const { best, unranked } = order;
  if (best === null) {
    if (unranked.length === 0) return [];
    const figures = figuresAlone(unranked, question, nameOf);
    if (figures === null) return ['No row has a figure, for the reasons below.'];
    const runs = Math.max(...unranked.map((merge) => merge.runs));
    if (runs < ENOUGH_RUNS) return [`${counted(runs, 'round')} so far: rows are ranked after ${ENOUGH_RUNS}.`, figures];
    return ['No row can be ranked, for the reasons below.', figures];
  }
  if (ranked.length === 1) {
    return reference === null
      ? [`${nameOf(best)} is the only row that can be ranked: there is none to compare it with.`]
      : [`${nameOf(best)}${overText(answer, nameOf, times) || `: no difference from ${nameOf(reference)} is shown`}.`];
  }
  const { alike, open, worse } = order;
  if (worse.length + alike.length === 0) {
    const extreme = question.better === 'less' ? 'Lowest' : 'Highest';
    return [
      `${extreme} so far: ${nameOf(best)}.`,
      `Not shown to differ from it: ${listed(open.map(nameOf))}${apart(order)}.`,
    ];
  }
  return [
    firstSentence(answer, order, nameOf, times),
    ...(alike.length > 0 ? [alikeSentence(order, nameOf)] : []),
    ...worseSentence(order, answer, nameOf, times),
  ];
}

/** `By their figures alone: alpha, beta and gamma (equal), delta.` Null: no row has a figure. @param rows best first */
function figuresAlone(rows: Merge[], question: Answer['question'], nameOf: LabelOf): string | null {
  const groups: { figure: number; names: string[] }[] = [];
  for (const row of rows) {
    const figure = rankFigure(row, question);
    if (figure === null) continue;
    const last = groups.at(-1);
    if (last?.figure === figure) last.names.push(nameOf(row));
    else groups.push({ figure, names: [nameOf(row)] });
  }
  const [first, ...more] = groups;
  if (first === undefined) return null;
  const { names } = first;
  if (more.length === 0 && names.length > 1) return `Their figures are equal: ${listed(names)}.`;
  const texts = groups.map((group) =>
    group.names.length === 1 ? group.names[0]! : `${group.names.join(' and ')} (equal)`,
  );
  return `By ${groups.length === 1 ? 'its figure' : 'their figures'} alone: ${listed(texts)}.`;
}

/** `: 1.09 x Bare Node.js (1.05 to 1.13)`: what the best costs over the platform; empty without a ratio to it. */
function overText({ reference, overReference }: Answer, nameOf: LabelOf, times: string): string {
  const ratio = overReference[0]?.ratio ?? null;
  if (reference === null || ratio === null) return '';
  const [value, low, high] = [ratio.value, ratio.low, ratio.high].map(timesFigure);
  return `: ${value}${times} ${nameOf(reference)} (${low} to ${high})`;
}

/** ` (at most 12 % apart)`, of rows that are open; empty where nothing is known. */
const apart = ({ openPercent }: Order): string =>
  Number.isFinite(openPercent) && openPercent < 100 ? ` (at most ${Math.ceil(openPercent)} % apart)` : '';

function firstSentence(answer: Answer, order: Order, nameOf: LabelOf, times: string): string {
  const { better } = answer.question.words;
  const { best, alike, open } = order;
  const others = open.length > 0 ? `; may be ${asGood(better)}: ${listed(open.map(nameOf))}${apart(order)}` : '';
  const over = alike.length + open.length === 0 ? overText(answer, nameOf, times) : '';
  return `${superlative(better)}: ${listed([best!, ...alike].map(nameOf))}${over}${others}.`;
}

/** Equal is an answer too. */
const alikeSentence = ({ best, alike, alikePercent }: Order, nameOf: LabelOf): string =>
  `${listed([best!, ...alike].map(nameOf))} differ by less than ${Math.max(1, Math.ceil(alikePercent))} %: choose by something else.`;

function worseSentence({ worse }: Order, { question }: Answer, nameOf: LabelOf, times: string): string[] {
  if (worse.length === 0) return [];
  const rows = worse.map(({ merge, ratio }) =>
    ratio === null ? nameOf(merge) : `${nameOf(merge)} (${timesFigure(ratio.value)}${times})`,
  );
  return [`${capital(question.words.worse)}: ${listed(rows)}.`];
}
