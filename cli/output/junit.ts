/** A gate as a JUnit report, which CI services show beside the results of tests. */
import { writeFileSync } from 'node:fs';
import type { Gate } from '../../merge/gate/gate.ts';
import type { Row, Unmatched } from '../../merge/gate/gate-rows.ts';
import type { Judged } from '../../merge/gate/judge.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { gateLabels, whyText } from './gate-text.ts';

type Outcome = 'passed' | 'failure' | 'skipped';

interface Case {
  name: string;
  /** The row. */
  of: string;
  outcome: Outcome;
  message: string;
}

/** Characters that XML 1.0 cannot hold, not even as an entity: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u{d800}-\u{dfff}\ufffe\uffff]/gu;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };

/** Text for an attribute. */
export const xmlText = (text: string): string =>
  text
    .replace(NOT_XML, '\u{fffd}')
    .replace(/[\t\r]/g, ' ')
    .replace(/[&<>"\n]/g, (character) => ENTITIES[character]!);

/** A condition that is undecided, or a row without a baseline, is skipped; with `strict` it fails. */
function casesOf(gate: Gate, strict: boolean): Case[] {
  const label = gateLabels(gate);
  const open: Outcome = strict ? 'failure' : 'skipped';
  const outcomes: Record<Judged['outcome'], Outcome> = { passes: 'passed', fails: 'failure', 'cannot tell': open };
  const unmatched = (name: string, rows: Unmatched[]): Case[] =>
    rows.map(({ row, reason }) => ({ name, of: label(row), outcome: open, message: reason }));
  return [
    ...gate.conditions.map((judged) => ({
      name: judged.condition.text,
      of: comparedText(judged, label),
      outcome: outcomes[judged.outcome],
      message: `${judged.outcome}: ${whyText(judged) || estimateText(judged)}`,
    })),
    ...unmatched('has a baseline', gate.rows),
    ...unmatched('is compared', gate.baselines),
  ];
}

function comparedText({ row, baseline }: Judged, label: (row: Row) => string): string {
  return baseline === null ? label(row) : `${label(row)} against ${label(baseline)}`;
}

function estimateText({ estimate, condition }: Judged): string {
  if (estimate === null) return 'no interval';
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((each) => Number(each.toPrecision(3)));
  return `${value} (${low} to ${high})${'times' in condition.limit ? ' x baseline' : ''}`;
}

function caseText({ name, of, outcome, message }: Case): string {
  const head = `    <testcase classname="${xmlText(of)}" name="${xmlText(name)}"`;
  return outcome === 'passed' ? `${head}/>` : `${head}><${outcome} message="${xmlText(message)}"/></testcase>`;
}

/** @returns the file's text: one test per condition and row */
export function junitText(gate: Gate, strict: boolean): string {
  const cases = casesOf(gate, strict);
  const count = (outcome: Outcome): number => cases.filter((each) => each.outcome === outcome).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="outcry" ${counts}>`,
    ...cases.map(caseText),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/**
 * Writes the report of `--junit`, if it was asked for.
 * @throws OutcryError (wrong use) when the file cannot be written
 */
export function writeJunit(gate: Gate, { junit, strict }: { junit?: string; strict: boolean }): void {
  if (junit === undefined) return;
  const file = junit;
  try {
    writeFileSync(file, junitText(gate, strict));
  } catch (error) {
    throw new OutcryError(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
  }
}
