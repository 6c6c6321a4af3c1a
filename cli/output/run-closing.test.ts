import { notMeasuredLines } from './run-closing.ts';

test('what could not be measured is said with its reasons, in lines that fit', () => {
  expect(notMeasuredLines([])).toEqual([]);
  expect(notMeasuredLines(['Alpha (building it failed)', 'Beta over sse (it does not verify)'])).toEqual([
    'Not measured: Alpha (building it failed), Beta over sse (it does not verify).',
  ]);
  const long = notMeasuredLines(Array.from({ length: 5 }, (_, index) => `Framework ${index} (it does not verify)`));
  expect(long.length).toBeGreaterThan(1);
  expect(Math.max(...long.map(({ length }) => length))).toBeLessThanOrEqual(80);
});
