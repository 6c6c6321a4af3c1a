/** The last lines of `./outcry run`. */
import type { RunRecord } from '../../protocol/run-record.ts';
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

export function closing(records: RunRecord[], session: string, results: string): string {
  return [
    `${records.length} runs kept in ${results}, session ${session}.`,
    ...invalidLines(records),
    `Charts: ./outcry charts --session ${session}`,
  ].join('\n');
}
