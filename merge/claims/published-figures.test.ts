import { comparisonsOf, partsIn, publishedIn, theirsOf } from './published-figures.ts';
import { makeStudy, NEEDS_LITTLE } from './testing/study-runs.ts';
import type { Rule } from './types.ts';

const [ONE, OTHER] = ['load/alpha/websocket/serverMemory.max', 'long/beta/sse/serverMemory.max'];
const published = publishedIn(
  makeStudy([
    {
      ...NEEDS_LITTLE,
      figures: [
        { of: 'alpha', what: 'memory', value: 2, unit: 'MB', ours: ONE },
        { of: 'beta', what: 'memory', value: 500, unit: 'KB', ours: OTHER },
        { of: 'beta', what: 'luck', value: 7, unit: '' },
      ],
    },
  ]),
);

test('figures of the study are read in our units, and combined as quantities are', () => {
  expect([published(ONE), published({ minus: [ONE, OTHER] }), published('load/beta/sse/luck')]).toEqual([
    2_000_000,
    1_500_000,
    null,
  ]);
});

test("a comparison has the study's own outcome where the study gives both sides, and whether it agrees", () => {
  const outcomes = (rule: Rule) => comparisonsOf(rule).map((one) => Object.values(theirsOf(one, published)));
  const order: Rule = { kind: 'order', rising: [OTHER, ONE, 'load/beta/sse/luck'] };
  expect(outcomes({ kind: 'all', of: [order] })).toEqual([
    [4, true],
    [null, null],
  ]);
  expect(outcomes({ kind: 'order', rising: [ONE, OTHER] })).toEqual([[0.25, false]]);
  const difference = published(ONE)! - published(OTHER)!;
  expect(outcomes({ kind: 'order', rising: [OTHER, ONE], fixed: 'Both have it.' })).toEqual([[difference, true]]);
  const ratio: Rule = { kind: 'ratio', over: ONE, under: OTHER, most: 3, why: 'Made up.' };
  expect(outcomes(ratio)).toEqual([[4, false]]);
  expect(outcomes({ kind: 'level', of: ONE, unit: 'ms', least: 0, why: 'Made up.' })).toEqual([[published(ONE), true]]);
});

test('a rule names the parts that it looks at', () => {
  expect(partsIn({ kind: 'order', rising: ['load/alpha/sse/luck', 'long@most/beta/sse/luck'] })).toEqual([
    'load',
    'long',
  ]);
});
