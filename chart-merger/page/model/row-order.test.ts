import { mergeRuns } from '../../../merge/index.ts';
import { makeRuns } from '../../../merge/testing/make-run.ts';
import { inOrder } from './row-order.ts';

const [slow, fast, unranked] = [80, 8, 2].map((latencyMs, index) => {
  const framework = `app-${index}`;
  const [merge] = mergeRuns(
    makeRuns(3, { seed: index, latencyMs, identity: { framework, frameworkLabel: framework } }),
  );
  return { merge: merge! };
});
const rows = [slow!, fast!, unranked!];
const ordering = {
  answer: [fast!.merge, unranked!.merge, slow!.merge],
  unranked: new Map([[unranked!.merge, 'few runs']]),
  lead: 'fromSent',
  shown: 'fromSent',
};

test.each([
  ['name', rows],
  ['answer', [fast, unranked, slow]],
  ['mean', [fast, slow, unranked]],
  ['serverNothing.mean', [fast, slow, unranked]],
])('rows in order of %s: by a figure, unranked ones last and equal ones as in the answer', (order, expected) => {
  expect(inOrder(rows, { order, ...ordering })).toEqual(expected);
});
