import { printable, table } from './print.ts';

/** Texts that a name in somebody else's record may hold. */
const ODD = [
  '\u001b[31mred',
  '\u0007',
  '\u009b2J',
  '\u202Eevil',
  '\u2066x',
  '\u200fx',
  '\u061cx',
  '\ud800 half',
  'half \udc00',
];

test.each(ODD)('%j neither commands the terminal nor turns its text', (text) => {
  const rest = printable(text);
  expect(rest).toContain('\u{fffd}');
  expect(rest).not.toMatch(/[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/u);
  expect(table(['name'], [[text]])).not.toMatch(/[\p{Surrogate}\p{Bidi_Control}]/u);
});

test('text of people stays as it is', () => {
  for (const text of ['日本 🏠 é', 'a\tb\nc', '<img> | `x`']) expect(printable(text)).toBe(text);
});
