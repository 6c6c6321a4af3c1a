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

test("a comparison has the study's own outcome where the study gives both sides", () => {
  const order: Rule = { kind: 'order', rising: [OTHER, ONE, 'load/beta/sse/luck'] };
  expect(comparisonsOf({ kind: 'all', of: [order] }).map((one) => theirsOf(one, published))).toEqual([4, null]);
});

test('a rule names the parts that it looks at', () => {
  expect(partsIn({ kind: 'order', rising: ['load/alpha/sse/luck', 'long@most/beta/sse/luck'] })).toEqual([
    'load',
    'long',
  ]);
});
