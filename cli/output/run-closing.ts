/** The last lines of `./outcry run`. */
import { counted } from '../../metrics/numbers.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { DEFAULT_RESULTS } from '../options/common-options.ts';
import { wrap } from './narrow-table.ts';
import { printable } from './print.ts';

export function isInvalid(record: RunRecord): boolean {
  return record.validity.some((finding) => finding.level === 'fatal');
}

/** Says what is wrong with each invalid run; empty where none is. */
export function invalidLines(records: readonly RunRecord[]): string[] {
  const invalid = records.filter(isInvalid);
  if (invalid.length === 0) return [];
  const findings = invalid.flatMap(({ id, validity }) =>
    validity.filter(({ level }) => level === 'fatal').map(({ code, message }) => `  ${id}: ${code}: ${message}`),
  );
  return [`${invalid.length} of ${records.length} runs are invalid and not averaged:`, ...findings].map(printable);
}

/** Names what was to be measured and could not be. @param notMeasured each with its reason in brackets */
export const notMeasuredLines = (notMeasured: readonly string[]): string[] =>
  notMeasured.length === 0 ? [] : wrap(printable(`Not measured: ${notMeasured.join(', ')}.`), 80);

export function closing(records: RunRecord[], session: string, results: string): string {
  return [
    `${counted(records.length, 'run')} kept in ${results}, session ${session}.`,
    ...invalidLines(records),
    ...showLines(session, results),
  ].join('\n');
}

/** The option that a command needs where records are not in the usual folder. */
export const inFolder = (results: string): string => (results === DEFAULT_RESULTS ? '' : ` --results ${results}`);

/** The commands that show a session. */
export function showLines(session: string, results: string): string[] {
  const named = `--session ${session}${inFolder(results)}`;
  return [`See it: ./outcry charts ${named}`, `Every figure: ./outcry report ${named}`];
}
