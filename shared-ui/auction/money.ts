/** Money between people and the wire: typed text to whole cents and back, never through a fraction. */
import { LIMITS } from './contract.ts';

/** A typed amount, as cents or as a sentence that says what is wrong with it. */
export type Money = { cents: number } | { problem: string };

const FORMAT = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** `€1,234.50` for 123450. The page is in English, so its numbers are too. */
export function formatMoney(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  // A decimal text is formatted exactly; a number would be divided first.
  return FORMAT.format(`${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral);
}

/** Digits, or groups of three with one kind of separator; then one or two decimals after the other kind. */
const SHAPES = [
  /^(\d+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?: \d{3})+)(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/,
];

/**
 * Reads an amount as people write it: `12`, `12.5`, `12,50`, `1 234.50`, `1,234.50`, `1.234,50`, `€ 12`.
 * `1.234` is refused: it is a thousand to some and a little more than one to others, and a bid cannot be taken back.
 */
export function parseMoney(text: string): Money {
  const typed = text
    .trim()
    .replace(/^€\s*|\s*€$/g, '')
    .replace(/\s/g, ' ');
  if (typed === '') return { problem: 'Enter an amount.' };
  for (const shape of SHAPES) {
    const match = shape.exec(typed);
    if (!match) continue;
    const whole = match[1]!.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
    const decimals = (match[2] ?? '').padEnd(2, '0');
    // Too long to be counted exactly is too much anyway.
    const cents = whole.length > 13 ? Number.POSITIVE_INFINITY : Number(whole + decimals);
    if (cents > LIMITS.price) return { problem: `Amounts go up to ${formatMoney(LIMITS.price)}.` };
    return { cents };
  }
  if (/^[-\u2212]/.test(typed)) return { problem: 'An amount cannot be negative.' };
  if (/^\d+[.,]\d{3,}$/.test(typed)) {
    return { problem: 'An amount has two decimals at most; write thousands without a separator.' };
  }
  return { problem: 'Write an amount such as 12 or 12.50.' };
}
