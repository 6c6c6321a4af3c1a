/** Numbers for people: as many digits as carry meaning, units in the heading. */
import type { RunFigure } from '../../../merge/types.ts';

/** What stands where there is no figure. */
export const NONE = '–';

/** Three significant digits, thousands grouped: 6.05, 61.2, 605, 1,234. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  // What rounds up to 10 or 100 has the digits of 10 or 100.
  const digits = Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Mean and both ends of the interval, which lie unevenly about it: "6.05 (5.85–6.27)". */
export function withInterval(run: RunFigure | null, scale = 1): string {
  if (!run) return NONE;
  const mean = figure(run.mean / scale);
  if (run.low === null || run.high === null) return mean;
  const [low, high] = [figure(run.low / scale), figure(run.high / scale)];
  // An interval that is narrower than the digits that are shown says nothing more.
  return low === mean && high === mean ? mean : `${mean} (${low}–${high})`;
}

export function whole(value: number | null): string {
  return value === null ? NONE : Math.round(value).toLocaleString('en');
}

/** A share that is never rounded up to all: 99.999 % of a million is not 100 %. */
export function share(part: number | null, all: number | null): string {
  if (part === null || all === null || all === 0) return NONE;
  if (part === all) return '100 %';
  const percent = (100 * part) / all;
  const shown = percent < 100 ? Math.floor(percent * 100) / 100 : Math.ceil(percent * 100) / 100;
  return `${shown.toFixed(2)} %`;
}

/** How many times, with the interval: "1.48 × (1.06–2.05)". */
export function timesText(ratio: { value: number; low: number; high: number } | null): string {
  return ratio === null ? '' : `${figure(ratio.value)} × (${figure(ratio.low)}–${figure(ratio.high)})`;
}

export function pValue(p: number | null): string {
  if (p === null) return '';
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

export const MEGABYTE = 1e6;

/** `text` for places where Highcharts reads markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
