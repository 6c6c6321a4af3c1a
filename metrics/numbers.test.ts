import {
  digits,
  digitsOrCount,
  figure,
  NONE,
  plainFigure,
  pValue,
  share,
  timesText,
  withEnds,
  withInterval,
} from './numbers.ts';

describe('figures for people', () => {
  test('carry about three digits', () => {
    expect([6.0534, 61.183, 605.581, 12_345.6, 0.123, 0, 9.998, 99.97].map(figure)).toEqual([
      '6.05',
      '61.2',
      '606',
      '12,346',
      '0.12',
      '0.00',
      '10.0',
      '100',
    ]);
    expect([null, undefined, Number.NaN].map(figure)).toEqual([NONE, NONE, NONE]);
  });

  test('go below a hundredth in the terminal, and have no commas there', () => {
    const values = [0.0534, 0.5, 6.0534, 61.183, 605.581, 12_345.6];
    expect(values.map(plainFigure)).toEqual(['0.053', '0.500', '6.05', '61.2', '606', '12346']);
    expect(plainFigure(undefined)).toBe(NONE);
    expect(withEnds({ value: 3e6, low: 2.5e6, high: 4e6 }, 1e6)).toBe('3.00 (2.50–4.00)');
  });

  test('are short in sentences, where a plain count has no decimals', () => {
    const values = [0, 0.0524, 1.476, 5, 12.34, 1234, 1234.5];
    expect(values.map(digits)).toEqual(['0', '0.052', '1.48', '5.00', '12.3', '1234', '1235']);
    expect(values.map(digitsOrCount)).toEqual(['0', '0.052', '1.48', '5', '12.3', '1,234', '1,235']);
  });

  test('show an interval only where there is one', () => {
    expect(withInterval({ mean: 10, low: 8, high: 12 })).toBe('10.0 (8.00–12.0)');
    expect(withInterval({ mean: 10, low: null, high: null })).toBe('10.0');
    expect(withInterval({ mean: 3072, low: 3071.9, high: 3072.2 })).toBe('3,072');
    expect(withInterval(null)).toBe(NONE);
  });

  test('never round a loss up to 100 %', () => {
    expect(share(999_999, 1_000_000)).toBe('99.99 %');
    expect(share(1_000_001, 1_000_000)).toBe('100.01 %');
    expect(share(5, 5)).toBe('100 %');
    expect(share(null, 5)).toBe(NONE);
    expect(share(0, 0)).toBe(NONE);
  });

  test('say how many times with the interval, and nothing where there is no ratio', () => {
    expect(timesText({ value: 1.476, low: 1.06, high: 2.052 })).toBe('1.48 × (1.06–2.05)');
    expect(timesText(null)).toBe('');
  });

  test('do not print a p of zero', () => {
    expect([1e-12, 0.0123].map(pValue)).toEqual(['p < 0.001', 'p = 0.012']);
  });
});
