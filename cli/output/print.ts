/** The output of commands: tables and sentences for people on stderr or stdout, one JSON document for programs. */
import { fstatSync } from 'node:fs';
import { styleText } from 'node:util';

/** Writes a line for people. With `--json` people read stderr, programs stdout. */
export type Say = (line: string) => void;

export interface Output {
  /** Progress and remarks. */
  say: Say;
  /** The command's result: `text` for people, or with `--json` the document. */
  result(text: () => string, document: () => unknown): void;
}

export function makeOutput(json: boolean): Output {
  return {
    say: (line) => console.error(line),
    result: (text, document) => {
      process.stdout.write(json ? `${JSON.stringify(document(), null, 2)}\n` : `${text()}\n`);
    },
  };
}

/** Tells whether stdout and stderr go to one place: the same terminal, file or pipe. */
export function isOnePlace(stdout: number = process.stdout.fd, stderr: number = process.stderr.fd): boolean {
  try {
    const [out, err] = [fstatSync(stdout), fstatSync(stderr)];
    return out.dev === err.dev && out.ino === err.ino;
  } catch {
    return false;
  }
}

/** The notices among `printed` that went to the stream the reader sees. */
export const alreadyShown = (printed: ReadonlySet<string>): ReadonlySet<string> => (isOnePlace() ? printed : new Set());

/** Control characters but tabs and line ends, characters that turn the direction of what follows, and halves of characters. */
const UNPRINTABLE = /[^\P{Cc}\t\n]|\p{Bidi_Control}|\p{Surrogate}/gu;

/** Removes from other people's text (a server's log, a file's name) what could command the terminal, or have it show another text. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\u{fffd}');

/**
 * Lines up `rows` under `head`. Columns whose cells are all numbers (or empty) are aligned to the right.
 * @returns the table without a final newline
 */
export function table(head: string[], rows: string[][]): string {
  const clean = rows.map((row) => row.map(printable));
  const widths = head.map((cell, column) => Math.max(cell.length, ...clean.map((row) => row[column]?.length ?? 0)));
  const numeric = head.map((_, column) => clean.every((row) => /^[\d.,%± –-]*$/.test(row[column] ?? '')));
  const line = (cells: string[]): string =>
    cells
      .map((cell, column) => (numeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [emphasize(line(head)), ...clean.map(line)].join('\n');
}

/** Bold on a terminal, plain elsewhere. */
export function emphasize(text: string): string {
  return process.stdout.isTTY ? styleText('bold', text) : text;
}
