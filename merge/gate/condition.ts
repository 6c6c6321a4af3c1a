/**
 * Conditions as people write them: `fromSent.p99 > 1.10 x baseline`, `lost > 0`. Pure.
 *
 *     condition = figure (">" | ">=" | "<" | "<=") limit
 *     figure    = name ["." name]
 *     limit     = "baseline" | number ("x" | "×" | "*") "baseline" | number [unit]
 *
 * Names are a record's; a figure is written as `figurePath` reads it.
 */

import { UNITS } from '../../metrics/units.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { figurePath } from '../text/figure-words.ts';

export interface Condition {
  /** As it was written. */
  text: string;
  /** Path of the figure, such as `fromSent.p99`; `p99` alone is of the metric that rows are ranked by. */
  figure: string;
  /** Where the figure stands in the text, for what is wrong with it. */
  at: number;
  /** It holds above the limit, or below it; and whether at the limit itself. */
  more: boolean;
  included: boolean;
  /** So many times the baseline's figure, or so much, in the metric's own unit, with the unit that was written (empty: none). */
  limit: { times: number } | { value: number; unit: string; unitAt: number };
}

interface Token {
  kind: 'name' | 'number' | 'operator' | 'sign' | 'end';
  text: string;
  at: number;
}

const TOKENS: [Token['kind'], RegExp][] = [
  ['number', /\d+(?:\.\d+)?/y],
  ['name', /[A-Za-z][A-Za-z0-9]*/y],
  ['operator', />=|<=|>|</y],
  ['sign', /[.%×*]/y],
];

/** A fault in a condition, with its place. */
export function conditionError(text: string, at: number, what: string): OutcryError {
  const pointer = `  ${text}\n  ${' '.repeat(at)}^`;
  return new OutcryError(`--fail-if, character ${at + 1}: ${what}\n${pointer}`, EXIT.usage);
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', at }];
    const token = tokenAt(text, at);
    if (token === null) throw conditionError(text, at, `"${text[at]}" has no place in a condition`);
    tokens.push(token);
    at += token.text.length;
  }
}

function tokenAt(text: string, at: number): Token | null {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind, text: found, at };
  }
  return null;
}

/** Takes tokens one after the other. */
class Reader {
  readonly text: string;
  readonly #tokens: Token[];

  constructor(text: string) {
    this.text = text;
    this.#tokens = tokensOf(text);
  }

  get next(): Token {
    return this.#tokens[0]!;
  }

  /** @throws OutcryError (wrong use) that points at what is there instead */
  take(expected: string, is: (token: Token) => boolean): Token {
    if (!is(this.next)) {
      const there = this.next.kind === 'end' ? 'the end' : `"${this.next.text}"`;
      throw conditionError(this.text, this.next.at, `expected ${expected}, not ${there}`);
    }
    return this.#tokens.shift()!;
  }
}

const isKind =
  (kind: Token['kind']) =>
  (token: Token): boolean =>
    token.kind === kind;
const isText =
  (...texts: string[]) =>
  (token: Token): boolean =>
    texts.includes(token.text);
const isTimes = isText('x', '×', '*');

function limitOf(reader: Reader): Condition['limit'] {
  if (isText('baseline')(reader.next)) {
    reader.take('baseline', isText('baseline'));
    return { times: 1 };
  }
  const { text: digits, at } = reader.take('a number or "baseline"', isKind('number'));
  const number = Number(digits);
  if (isTimes(reader.next)) {
    reader.take('x', isTimes);
    reader.take('"baseline"', isText('baseline'));
    if (number === 0) throw conditionError(reader.text, at, 'a multiple of the baseline is more than 0');
    return { times: number };
  }
  if (reader.next.kind === 'end') return { value: number, unit: '', unitAt: reader.next.at };
  const units = Object.keys(UNITS).filter((unit) => unit !== '');
  const { text: unit, at: unitAt } = reader.take(`"x baseline", or a unit (${units.join(', ')})`, isText(...units));
  return { value: number * UNITS[unit]!, unit, unitAt };
}

/** @throws OutcryError (wrong use) that says what was expected and points at the character where something else is */
export function parseCondition(text: string): Condition {
  const reader = new Reader(text);
  const { text: name, at } = reader.take('a metric or a figure, such as serverCpu, p99 or lost', isKind('name'));
  let of: string | undefined;
  if (isText('.')(reader.next)) {
    reader.take('.', isText('.'));
    of = reader.take('a figure, such as mean or p99', isKind('name')).text;
  }
  const operator = reader.take('>, >=, < or <=', isKind('operator')).text;
  const limit = limitOf(reader);
  reader.take('nothing more', isKind('end'));
  return {
    text: text.trim(),
    figure: figurePath(name, of),
    at,
    more: operator.startsWith('>'),
    included: operator.endsWith('='),
    limit,
  };
}
