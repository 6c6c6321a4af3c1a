import { LIMITS } from './contract.ts';
import { formatMoney, parseMoney } from './money.ts';

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12,50', 1250],
  ['0.07', 7],
  ['0', 0],
  ['007', 700],
  [' 1 234.50 ', 123450],
  ['1\u00a0234,5', 123450],
  ['1\u202f234\u202f567', 123456700],
  ['1,234', 123400],
  ['1,234.50', 123450],
  ['1.234,50', 123450],
  ['€ 12', 1200],
  ['12 €', 1200],
  ['1.10', 110],
  ['4.35', 435], // 4.35 * 100 is 434.99999999999994 in floating point
  ['10000000', LIMITS.price],
])('"%s" is %i cents', (text, cents) => {
  expect(parseMoney(text)).toEqual({ cents });
});

test.each([
  ['', 'Enter an amount.'],
  ['   ', 'Enter an amount.'],
  ['abc', 'Write an amount such as 12 or 12.50.'],
  ['1e5', 'Write an amount such as 12 or 12.50.'],
  ['0x10', 'Write an amount such as 12 or 12.50.'],
  ['12.', 'Write an amount such as 12 or 12.50.'],
  ['.5', 'Write an amount such as 12 or 12.50.'],
  ['12 34', 'Write an amount such as 12 or 12.50.'],
  ['1,234,50', 'Write an amount such as 12 or 12.50.'],
  ['1.234.567', 'Write an amount such as 12 or 12.50.'],
  ['\u0661\u0662', 'Write an amount such as 12 or 12.50.'],
  ['-5', 'An amount cannot be negative.'],
  ['\u22125', 'An amount cannot be negative.'],
  ['1.234', 'An amount has two decimals at most; write thousands without a separator.'],
  ['12.3456', 'An amount has two decimals at most; write thousands without a separator.'],
  ['10000000.01', 'Amounts go up to €10,000,000.00.'],
  ['9'.repeat(400), 'Amounts go up to €10,000,000.00.'],
])('"%s" is refused with a sentence', (text, problem) => {
  expect(parseMoney(text)).toEqual({ problem });
});

test.each([
  [0, '€0.00'],
  [7, '€0.07'],
  [435, '€4.35'],
  [123450, '€1,234.50'],
  [LIMITS.price, '€10,000,000.00'],
])('%i cents are shown as %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test('what is shown can be typed in again', () => {
  for (const cents of [0, 1, 99, 100, 12345, 123456789]) expect(parseMoney(formatMoney(cents))).toEqual({ cents });
});
