/** Numbers for people: as many digits as carry meaning. A module that shows a number formats it here. */

/** Stands where there is no figure. */
export const NONE = '–';

type Figure = number | null | undefined;

const isNone = (value: Figure): value is null | undefined =>
  value === null || value === undefined || !Number.isFinite(value);

const formats = new Map<string, Intl.NumberFormat>();

/** `value` formatted with `options`. A page shows thousands of numbers, and making a format takes far longer than using it. */
function formatted(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat('en', options);
    formats.set(key, format);
  }
  return format.format(value);
}

/** With at most so many decimals, thousands grouped: 1,234.5. */
export const grouped = (value: number, most = 1): string => formatted(value, { maximumFractionDigits: most });

/** {@link grouped}, or a dash. */
export const groupedFigure = (value: Figure): string => (isNone(value) ? NONE : grouped(value, 3));

/** With so many significant digits at most: 0.052, 1.5, 12300. */
export const significant = (value: number, digits = 3): string => String(Number(value.toPrecision(digits)));

/** {@link significant}, thousands grouped: 12,300. */
export const significantGrouped = (value: number, digits = 4): string =>
  formatted(value, { maximumSignificantDigits: digits });

/** `1 round`, `2 rounds`, `1,000 rounds`. */
export const counted = (count: number, one: string): string => `${grouped(count, 3)} ${one}${count === 1 ? '' : 's'}`;

const withDecimals = (value: number, digits: number, useGrouping: boolean): string =>
  formatted(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping });

/** Decimals that make three digits of a number from 1 on. A number that rounds up to 10 or 100 has the digits of that. */
const decimalsOf = (size: number): number => (size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);

/** Three significant digits, thousands grouped, on pages: 6.05, 61.2, 605, 1,234. */
export function figure(value: Figure): string {
  return isNone(value) ? NONE : withDecimals(value, decimalsOf(Math.abs(value)), true);
}

/** Three significant figures from 0.001 to 1000, whole numbers above, in the terminal: without commas, for scripts. */
export function plainFigure(value: Figure): string {
  if (value === null || value === undefined) return NONE;
  const size = Math.abs(value);
  return withDecimals(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3, false);
}

/** Three digits or so, in sentences: 0.052, 1.48, 12.3, 1234. */
export function digits(value: number): string {
  const size = Math.abs(value);
  return size < 0.995 ? significant(value, 2) : value.toFixed(decimalsOf(size));
}

/** The same, of what may be a plain count: 5, 1,234. */
export function digitsOrCount(value: number): string {
  const isCount = Number.isInteger(value) || Math.abs(value) >= 99.95;
  return isCount ? grouped(Math.round(value)) : digits(value);
}

/** A ratio: 1.05, 1.4, 12.0. */
export const timesFigure = (value: number): string => value.toFixed(value > 0.095 && value < 1.995 ? 2 : 1);

/** A figure with both ends of its interval, which lie unevenly about it, in the terminal: "6.05 (5.85–6.27)". */
export function withEnds({ value, low, high }: Record<'value' | 'low' | 'high', number>, scale = 1): string {
  return `${plainFigure(value / scale)} (${plainFigure(low / scale)}–${plainFigure(high / scale)})`;
}

/** A mean over runs, with its interval where it has one. */
interface Mean {
  mean: number;
  low: number | null;
  high: number | null;
}

/** {@link withEnds} of a mean, on pages. An interval that is narrower than the digits that are shown is left away. */
export function withInterval(run: Mean | null, scale = 1): string {
  if (!run) return NONE;
  const mean = figure(run.mean / scale);
  if (run.low === null || run.high === null) return mean;
  const [low, high] = [figure(run.low / scale), figure(run.high / scale)];
  return low === mean && high === mean ? mean : `${mean} (${low}–${high})`;
}

/** A share that is never rounded up to all: 99.999 % of a million is not 100 %. */
export function share(part: number | null, all: number | null): string {
  if (part === null || all === null || all === 0) return NONE;
  if (part === all) return '100 %';
  const percent = (100 * part) / all;
  const shown = percent < 100 ? Math.floor(percent * 100) / 100 : Math.ceil(percent * 100) / 100;
  return `${shown.toFixed(2)} %`;
}

/** Returns a ratio with its interval, as text: "1.48 × (1.06–2.05)". */
export function timesText(ratio: { value: number; low: number; high: number } | null): string {
  return ratio === null ? '' : `${figure(ratio.value)} × (${figure(ratio.low)}–${figure(ratio.high)})`;
}

export function pValue(p: number | null): string {
  if (p === null) return '';
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}
