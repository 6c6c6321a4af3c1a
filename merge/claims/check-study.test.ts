import { studyFaults } from './check-study.ts';
import { makeStudy } from './testing/study-runs.ts';
import type { Claim, Rule, Study } from './types.ts';

const GOOD: Claim = {
  id: 'A-one',
  says: 'It is so.',
  where: 'page 1',
  figures: [{ of: 'alpha', what: 'latency', value: 6, unit: 'ms' }],
  rule: { kind: 'level', why: 'Made up.', of: 'load/alpha/websocket/fromSent.p99', unit: 'ms', most: 100 },
};

const withRule = (rule: object): string[] => studyFaults(makeStudy([{ ...GOOD, rule: rule as Rule }]));

test('a good study has no fault', () => {
  expect(studyFaults(makeStudy([GOOD]))).toEqual([]);
});

test.each<[string, (study: Study) => unknown, RegExp]>([
  ['what is no object', () => null, /^expected an object$/],
  ['another schema', (study) => ({ ...study, schema: 'x' }), /^schema: expected "outcry\/study@1"/],
  ['no list of claims', (study) => ({ ...study, claims: {} }), /^claims: expected a list/],
  [
    'a claim that is there twice',
    (study) => ({ ...study, claims: [GOOD, GOOD] }),
    /^claim A-one: its id is there twice/,
  ],
  ['a claim of another study', (study) => ({ ...study, claims: [{ ...GOOD, id: 'B-1' }] }), /^claim B-1: its id must/],
  [
    'a claim that says nothing',
    (s) => ({ ...s, claims: [{ ...GOOD, says: '' }] }),
    /^claim A-one: says: expected a text/,
  ],
  ['a verdict that is typed in', (s) => ({ ...s, claims: [{ ...GOOD, verdict: 'holds' }] }), /"verdict" is no field/],
  ['neither rule nor reason', (s) => ({ ...s, claims: [{ ...GOOD, rule: undefined }] }), /expected a rule, or why/],
  [
    'figures without a headline',
    (s) => ({ ...s, claims: [{ ...GOOD, rule: undefined, untestable: 'x', factor: GOOD.rule }] }),
    /factor: expected a rule for the headline besides/,
  ],
  [
    'a size that judges what there is not',
    (s) => ({ ...s, parts: [{ ...s.parts[0], quick: { swarm: 'console', clients: 1, runs: 1, judges: ['luck'] } }] }),
    /^part load: quick\.judges\[0\]: expected one of counts, bytes/,
  ],
  [
    'an unfounded claim that does not say why',
    (s) => ({ ...s, claims: [{ ...GOOD, unfounded: true }] }),
    /^claim A-one: unfounded: expected a doubt that says why/,
  ],
  [
    'a bigger load machine for a claim with a rule',
    (s) => ({ ...s, claims: [{ ...GOOD, needsLoadMachine: true }] }),
    /^claim A-one: needsLoadMachine: expected untestable besides/,
  ],
  ['both of them', (s) => ({ ...s, claims: [{ ...GOOD, untestable: 'x' }] }), /expected a rule, or why/],
  [
    'a figure that is no number',
    (s) => ({ ...s, claims: [{ ...GOOD, figures: [{ ...GOOD.figures[0], value: '6' }] }] }),
    /^claim A-one: figures\[0\]\.value: expected a number/,
  ],
  [
    'a part with clients and browsers',
    (s) => ({ ...s, parts: [{ ...s.parts[0], whole: { swarm: 'console', clients: 1, browsers: 1, runs: 1 } }] }),
    /^part load: whole: "browsers" is no field here/,
  ],
  [
    'a condition that is no text',
    (s) => ({
      ...s,
      parts: [{ ...s.parts[0], whole: { swarm: 'console', clients: 1, runs: 1, conditions: { network: 3 } } }],
    }),
    /^part load: whole\.conditions\.network: expected a text/,
  ],
  [
    'a size that is neither a size nor a sentence',
    (s) => ({ ...s, parts: [{ ...s.parts[0], quick: 3 }] }),
    /^part load: quick: expected a text or an object/,
  ],
  [
    'a size of no swarm',
    (s) => ({ ...s, parts: [{ ...s.parts[0], whole: { swarm: 'bees', runs: 1 } }] }),
    /^part load: whole\.swarm: expected one of console, browser, not "bees"/,
  ],
  ['a field that there is not', (s) => ({ ...s, motto: 'x' }), /^"motto" is no field here$/],
  [
    'a reason why how much is not known beside a rule for it',
    (s) => ({ ...s, claims: [{ ...GOOD, factor: { ...GOOD.rule, untestable: 'x' } }] }),
    /^claim A-one: factor: "kind" is no field here$/,
  ],
  [
    'a transport that there is not',
    (s) => ({ ...s, parts: [{ ...s.parts[0], transports: ['pigeon'] }] }),
    /^part load: transports\[0\]: expected one of websocket, /,
  ],
])('%s is told', (_, change, expected) => {
  expect(studyFaults(change(makeStudy([GOOD])))).toContainEqual(expect.stringMatching(expected));
});

test.each<[string, object, RegExp]>([
  ['of no kind', { kind: 'guess' }, /^claim A-one: rule\.kind: expected one of ratio, .* not "guess"/],
  [
    'without an operand',
    { kind: 'ratio', why: 'Made up.', over: 'x', least: 1 },
    /^claim A-one: rule\.under: it is missing/,
  ],
  [
    'of all frameworks of a part that there is not',
    { kind: 'every-run', of: 'lode/*/websocket/missing', equals: 0 },
    /^claim A-one: rule\.of: /,
  ],
  [
    'of one of several frameworks that its part does not run',
    { kind: 'every-run', of: 'load/{alpha,gamma}/websocket/missing', equals: 0 },
    /^claim A-one: rule\.of\[1\]\.of: part load does not run gamma/,
  ],
  ['with an operand of another kind', { ...GOOD.rule, rising: [] }, /^claim A-one: rule: "rising" is no field here/],
  [
    'without a bound',
    { kind: 'level', why: 'Made up.', of: 'load/alpha/sse/fromSent', unit: 'ms' },
    /expected a bound/,
  ],
  ['whose bounds give no reason', { ...GOOD.rule, why: undefined }, /rule\.why: it is missing/],
  ['whose reason is empty', { ...GOOD.rule, why: ' ' }, /rule\.why: expected a text/],
  ['with bounds that exclude each other', { ...GOOD.rule, least: 200 }, /least \(200\) is above most \(100\)/],
  ['on what is no quantity', { ...GOOD.rule, of: 'latency' }, /rule\.of: expected part\/framework\/transport\/metric/],
  ['on a part that is not planned', { ...GOOD.rule, of: 'rest/alpha/sse/fromSent' }, /there is no part "rest"/],
  ['on a framework that the part does not run', { ...GOOD.rule, of: 'load/gamma/sse/fromSent' }, /does not run gamma/],
  ['on a transport that the part does not run', { ...GOOD.rule, of: 'load/alpha/rest/fromSent' }, /does not run rest/],
  [
    'on a figure that there is not',
    { ...GOOD.rule, of: 'load/alpha/sse/fromSent.p98' },
    /there is no figure "p98"; there is: mean, /,
  ],
  [
    'on half of a difference',
    { ...GOOD.rule, of: { minus: ['load/alpha/sse/fromSent'] } },
    /^claim A-one: rule\.of\.minus: expected a list of 2 or more/,
  ],
  [
    'of one thing in order',
    { kind: 'order', rising: ['load/alpha/sse/fromSent'] },
    /^claim A-one: rule\.rising: expected a list of 2 or more/,
  ],
  [
    'with a code that is none',
    { kind: 'finding', rows: ['load/alpha/sse'], codes: ['Lost!'] },
    /^claim A-one: rule\.codes\[0\]: expected a text like /,
  ],
  ['inside of others', { kind: 'all', of: [{ kind: 'guess' }] }, /rule\.of\[0\]\.kind: expected one of/],
])('a rule %s is told', (_, rule, expected) => {
  expect(withRule(rule)).toContainEqual(expect.stringMatching(expected));
});
