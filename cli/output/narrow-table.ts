/** Tables that fit a terminal: cells are wrapped, and the last column takes the remaining width. */
import { emphasize, printable } from './print.ts';

/** The greatest width of a column, except the last. */
const MOST = 20;
const GAP = '  ';

/** `text` in lines of at most `width` characters, cut between words; a longer word has its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

export interface NarrowRow {
  cells: string[];
  /** A remark that stands below the row, over its whole width; empty for none. */
  below: string;
}

/** `rows` under `head`. Lines fit `width`, except longer words. Without a final newline. */
export function narrowTable(head: string[], rows: NarrowRow[], width: number): string {
  const all = [head, ...rows.map(({ cells }) => cells)];
  const widths = head
    .slice(0, -1)
    .map((_, column) => Math.min(MOST, Math.max(...all.map((cells) => cells[column]!.length))));
  const left = width - widths.reduce((sum, each) => sum + each + GAP.length, 0);
  const lined = (cells: string[]): string[] => {
    const wrapped = cells.map((cell, column) => wrap(cell, widths[column] ?? left));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, at) =>
      wrapped
        .map((lines, column) => (lines[at] ?? '').padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    );
  };
  return [
    ...lined(head).map(emphasize),
    ...rows.flatMap(({ cells, below }) => [
      ...lined(cells),
      ...(below === '' ? [] : wrap(below, width - 4).map((line) => `    ${line}`)),
    ]),
  ].join('\n');
}
