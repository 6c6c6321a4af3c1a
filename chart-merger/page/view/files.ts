/** Files that the page offers: CSV and JSON of what is shown. */
import type { Graph } from '../model/graphs.ts';
import { AXES } from './axes.ts';

/**
 * CSV (RFC 4180). Texts that a spreadsheet would run as a formula get an apostrophe, as labels come from records that
 * anybody may have written.
 */
export function toCsv(rows: (string | number | null | undefined)[][]): string {
  const field = (value: string | number | null | undefined) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'number') return String(value);
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/**
 * One line per point: long rather than wide, since series differ in length and in where they lie.
 * @param notices sentences that must stand beside the figures: a last column, if there are any
 */
export function graphCsv(graph: Graph, notices: readonly string[] = []): string {
  const notice = notices.length === 0 ? [] : [notices.join('; ')];
  return toCsv([
    [
      'series',
      AXES[graph.x].column(graph),
      `${graph.title} (${graph.yTitle})`,
      '95 % low',
      '95 % high',
      'runs',
      'overtime',
      ...notice.map(() => 'notice'),
    ],
    ...graph.series.flatMap(({ name, points, overtimeFrom }) =>
      points.map(({ x, y, low, high, n }) => [
        name,
        graph.x === 'parts' ? graph.rows[x] : x,
        y,
        low,
        high,
        n,
        overtimeFrom !== null && x >= overtimeFrom ? 'overtime' : '',
        ...notice,
      ]),
    ),
  ]);
}

/** The graph without its looks. @param notices as of {@link graphCsv} */
export function graphJson(
  { id, title, xTitle, yTitle, x, rows, series }: Graph,
  notices: readonly string[] = [],
): string {
  const plain = series.map(({ name, runs, overtimeFrom, points }) => ({ name, runs, overtimeFrom, points }));
  const named = x === 'parts' ? { rows } : {};
  const noted = notices.length === 0 ? {} : { notices };
  return JSON.stringify({ id, title, xTitle, yTitle, ...noted, ...named, series: plain }, null, 2);
}

export function download(name: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after this task; a minute is enough for any of these files.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
