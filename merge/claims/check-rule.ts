/** Checks a claim's rule: its kind, its operands, and that every row in it is in the study's plan. */
import { NAME_PATTERN } from '../../metrics/metric.ts';
import { FLAG_PATTERN } from '../../protocol/run-record.ts';
import { RECORD_FIGURES } from '../text/figure-words.ts';
import { isObject, type Report, text } from './checks.ts';
import { OWN_FIGURES, readFigure } from './quantity.ts';
import { readRow } from './study-rows.ts';
import type { Reasoned, Rule, RuleKind, Study } from './types.ts';

/** Each kind with its fields; those in brackets may be skipped. */
const FIELDS: Record<RuleKind, string[]> = {
  ratio: ['over', 'under', 'why', '(least)', '(most)'],
  level: ['of', 'unit', 'why', '(least)', '(most)'],
  order: ['rising'],
  'every-run': ['of', 'equals'],
  'no-finding': ['rows', 'codes'],
  finding: ['rows', 'codes'],
  breaks: ['row', 'why', '(least)', '(most)'],
  'breaks-first': ['first', 'later'],
  all: ['of'],
};

const METRIC = new RegExp(NAME_PATTERN);
const CODE = new RegExp(FLAG_PATTERN);
const FIGURES: readonly string[] = [...Object.values(RECORD_FIGURES).flat(), ...OWN_FIGURES];

export function checkRule(rule: unknown, study: Study, at: string, report: Report): void {
  if (!isObject(rule)) {
    report(at, 'expected an object');
    return;
  }
  const kind = rule.kind as RuleKind;
  if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) {
    report(`${at}.kind`, `expected one of ${Object.keys(FIELDS).join(', ')}, not "${kind}"`);
    return;
  }
  const fields = FIELDS[kind];
  const missing = fields.filter((field) => !field.startsWith('(') && rule[field] === undefined);
  for (const field of missing) report(`${at}.${field}`, `a rule of kind ${kind} needs it`);
  const known = fields.map((field) => field.replace(/[()]/g, ''));
  for (const field of Object.keys(rule)) {
    if (field !== 'kind' && !known.includes(field))
      report(`${at}.${field}`, `a rule of kind ${kind} has no such field`);
  }
  if (missing.length === 0) checkOperands(rule as unknown as Rule, study, at, report);
}

function checkOperands(rule: Rule, study: Study, at: string, report: Report): void {
  const quantity = (value: unknown, field: string) => checkQuantity(value, study, `${at}.${field}`, report);
  const row = (value: unknown, field: string) => checkRow(value, study, `${at}.${field}`, report);
  switch (rule.kind) {
    case 'ratio':
      quantity(rule.over, 'over');
      quantity(rule.under, 'under');
      checkBounds(rule, at, report);
      return;
    case 'level':
      quantity(rule.of, 'of');
      text(rule.unit, `${at}.unit`, report);
      checkBounds(rule, at, report);
      return;
    case 'order':
      if (!Array.isArray(rule.rising) || rule.rising.length < 2) {
        report(`${at}.rising`, 'expected two or more');
        return;
      }
      for (const [index, each] of rule.rising.entries()) quantity(each, `rising[${index}]`);
      return;
    case 'every-run':
      quantity(rule.of, 'of');
      if (rule.equals !== 'expected' && typeof rule.equals !== 'number') {
        report(`${at}.equals`, 'expected a number, or "expected"');
      }
      return;
    case 'no-finding':
    case 'finding':
      for (const [index, each] of list(rule.rows, `${at}.rows`, report).entries()) row(each, `rows[${index}]`);
      for (const code of list(rule.codes, `${at}.codes`, report)) {
        if (typeof code !== 'string' || !CODE.test(code)) report(`${at}.codes`, `"${code}" is no code of a finding`);
      }
      return;
    case 'breaks':
      row(rule.row, 'row');
      checkBounds(rule, at, report);
      return;
    case 'breaks-first':
      row(rule.first, 'first');
      row(rule.later, 'later');
      return;
    case 'all':
      for (const [index, each] of list(rule.of, `${at}.of`, report).entries()) {
        checkRule(each, study, `${at}.of[${index}]`, report);
      }
      return;
  }
}

function list(value: unknown, at: string, report: Report): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  report(at, 'expected a list with something in it');
  return [];
}

function checkBounds({ least, most, why }: Reasoned, at: string, report: Report): void {
  text(why, `${at}.why`, report);
  const numbers = [least, most].filter((bound) => bound !== undefined);
  if (numbers.length === 0) report(at, 'expected a bound: least, most or both');
  if (numbers.some((bound) => typeof bound !== 'number')) report(at, 'a bound is a number');
  if (least !== undefined && most !== undefined && least > most) report(at, `least (${least}) is above most (${most})`);
}

const OPERATIONS = ['plus', 'minus', 'over'];

export function checkQuantity(value: unknown, study: Study, at: string, report: Report): void {
  if (isObject(value)) {
    const [operation, ...others] = Object.keys(value);
    const operands = value[operation ?? ''];
    if (
      others.length > 0 ||
      !OPERATIONS.includes(operation ?? '') ||
      !Array.isArray(operands) ||
      operands.length !== 2
    ) {
      report(at, `expected one of ${OPERATIONS.join(', ')} with a list of two`);
      return;
    }
    for (const [index, each] of operands.entries()) checkQuantity(each, study, `${at}.${operation}[${index}]`, report);
    return;
  }
  const figure = typeof value === 'string' ? readFigure(value) : null;
  if (figure === null) {
    report(at, `expected part/framework/transport/metric.figure, not "${value}"`);
    return;
  }
  if (!METRIC.test(figure.metric)) report(at, `"${figure.metric}" is no name of a metric`);
  if (typeof figure.figure === 'string' && figure.figure !== '' && !FIGURES.includes(figure.figure)) {
    report(at, `there is no figure "${figure.figure}"; there is: ${FIGURES.join(', ')}`);
  }
  checkRow(figure.row, study, at, report);
}

function checkRow(value: unknown, { parts }: Study, at: string, report: Report): void {
  const name = typeof value === 'string' ? readRow(value) : null;
  if (name === null) {
    report(at, `expected part/framework/transport, not "${value}"`);
    return;
  }
  const part = parts.find(({ id }) => id === name.part);
  if (part === undefined) {
    report(at, `there is no part "${name.part}"; there is: ${parts.map(({ id }) => id).join(', ')}`);
    return;
  }
  if (!part.frameworks.includes(name.framework)) report(at, `part ${part.id} does not run ${name.framework}`);
  if (!(part.transports as string[]).includes(name.transport))
    report(at, `part ${part.id} does not run ${name.transport}`);
}
