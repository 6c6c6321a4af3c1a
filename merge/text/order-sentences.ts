/** The order of rows in at most two sentences, and what was run in one line: the closing summary and the page say the same. */
import { counted, timesFigure } from '../../metrics/numbers.ts';
import type { Answer } from '../compare/answers.ts';
import { type Order, orderOf } from '../compare/order.ts';
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

/** `1.4`; two decimals near 1, where the second tells on which side it is. */

/** What was compared under which load: `Latency from sent: 20 console clients over websocket, 6 rounds`. @param rows of one load */
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

/**
 * First who is best and who may be as good, then who is worse and by how much; never without an order. Empty where an answer is about no
 * row.
 * @param times what stands behind a ratio
 */
export function orderSentences(answer: Answer, nameOf: LabelOf, times = ' x'): string[] {
  const { ranked, question } = answer;
  const order = orderOf(answer);
  const { best, unranked } = order;
  const names = (merges: Merge[]): string => listed(merges.map(nameOf));
  if (best === null) {
    if (unranked.length === 0) return [];
    if (unranked.every(({ metrics }) => metrics[question.metric] === undefined)) {
      return ['No row has a figure, for the reasons below.'];
    }
    return [
      'No row can be ranked, for the reasons below.',
      `By ${unranked.length === 1 ? 'its figure' : 'their figures'} alone: ${names(unranked)}.`,
    ];
  }
  if (ranked.length === 1)
    return [`${nameOf(best)} is the only row that can be ranked: there is none to compare it with.`];
  const { alike, open, worse } = order;
  if (worse.length + alike.length === 0) {
    const extreme = question.better === 'less' ? 'Lowest' : 'Highest';
    return [`${extreme} so far: ${nameOf(best)}.`, `Not shown to differ from it yet: ${names(open)}.`];
  }
  return [firstSentence(order, answer, names), ...worseSentence(order, answer, nameOf, times)];
}

function firstSentence({ best, alike, open }: Order, { question }: Answer, names: (merges: Merge[]) => string): string {
  const { better } = question.words;
  const within = alike.length > 0 ? ` (within ${question.detectPercent} %)` : '';
  const others = open.length > 0 ? `; may be ${asGood(better)}: ${names(open)}` : '';
  return `${superlative(better)}: ${names([best!, ...alike])}${within}${others}.`;
}

function worseSentence({ worse }: Order, { question }: Answer, nameOf: LabelOf, times: string): string[] {
  if (worse.length === 0) return [];
  const rows = worse.map(({ merge, ratio }) =>
    ratio === null ? nameOf(merge) : `${nameOf(merge)} (${timesFigure(ratio.value)}${times})`,
  );
  return [`${capital(question.words.worse)}: ${listed(rows)}.`];
}
