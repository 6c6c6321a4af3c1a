import { figureLines } from './figure-lines.ts';

test('nested figures become indented lines with their names aligned', () => {
  expect(figureLines({ merge: { firstMs: 41.238, runs: 1000 }, pairs: [1.5, 2], why: null })).toEqual([
    'merge',
    '  firstMs  41.2',
    '  runs     1,000',
    'pairs  1.5, 2',
    'why    null',
  ]);
});
