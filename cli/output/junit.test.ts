import { gateOf } from '../../merge/gate/baseline.ts';
import { parseCondition } from '../../merge/gate/condition.ts';
import type { Gate } from '../../merge/gate/gate.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { junitText, xmlText } from './junit.ts';

const few = { rate: 2, messages: 5, payload: 64, phase: 'together' };
const runs = (framework: string, latencyMs: number, seed: number) =>
  makeRuns(6, { latencyMs, seed, identity: { framework, frameworkLabel: `<${framework}>`, clients: 4, params: few } });

const gate: Gate = gateOf(
  [...runs('alpha', 20, 1), ...runs('beta', 8, 2)],
  { name: 'beta', framework: 'beta' },
  ['fromSent > 1.10 x baseline', 'fromSent > 2.5 x baseline', 'lost > 0'].map(parseCondition),
  [],
);

test('every condition of every row is a test, which fails, is skipped while undecided, or passes', () => {
  const lines = junitText(gate, false).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites tests="3" failures="1" errors="0" skipped="1">',
    '  <testsuite name="outcry" tests="3" failures="1" errors="0" skipped="1">',
  ]);
  expect(lines[3]).toMatch(
    /^ {4}<testcase classname="&lt;alpha&gt;[^"]* against &lt;beta&gt;[^"]*" name="fromSent &gt; 1\.10 x baseline"><failure message="fails: \d[\d.]* \([^"]* x baseline"\/><\/testcase>$/,
  );
  expect(lines[4]).toMatch(/<skipped message="cannot tell: the limit lies within the interval/);
  expect(lines[5]).toMatch(/name="lost &gt; 0"\/>$/);
});

test('with --strict what is undecided fails', () => {
  expect(junitText(gate, true)).toContain('<testsuites tests="3" failures="2" errors="0" skipped="0">');
});

test('a row without a baseline is skipped, and fails with --strict', () => {
  const open = { ...gate, rows: [{ row: gate.conditions[0]!.row, reason: 'there is "no" such framework' }] };
  const expected = 'name="has a baseline"><skipped message="there is &quot;no&quot; such framework"/>';
  expect(junitText(open, false)).toContain(expected);
  expect(junitText(open, true)).toContain(expected.replace('skipped', 'failure'));
});

test.each([
  ['a & b < c > d "e"', 'a &amp; b &lt; c &gt; d &quot;e&quot;'],
  ['two\nlines\tand\ra bell\u0007', 'two&#10;lines and a bell\ufffd'],
  ['half of a pair \ud800, a whole one \u{1f600}', 'half of a pair \ufffd, a whole one \u{1f600}'],
  ['\uffff', '\ufffd'],
])('%j is written as XML can hold it', (text, written) => {
  expect(xmlText(text)).toBe(written);
});
