import { RARE_PERCENTILES, tooFewFor, valuesNeeded } from './percentiles.ts';

test.each(RARE_PERCENTILES)('%s needs as many values as let one lie beyond it', (name) => {
  const part = Number(`0.${name.slice(1)}`);
  const rank = (count: number): number => Math.ceil(part * count);
  const needed = valuesNeeded(name);
  expect(rank(needed - 1)).toBe(needed - 1);
  expect(rank(needed)).toBe(needed - 1);
  expect(tooFewFor(name, needed)).toBeNull();
  expect(tooFewFor(name, needed - 1)).toContain(`there are ${needed - 1}`);
});

test('other figures need one value', () => {
  for (const name of ['mean', 'p50', 'max', 'constructor']) expect(valuesNeeded(name)).toBe(1);
});
