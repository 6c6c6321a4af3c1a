/** The last lines of `./outcry run`. */
import type { RunRecord } from '../protocol/run-record.ts';

export function isInvalid(record: RunRecord): boolean {
  return record.validity.some((finding) => finding.level === 'fatal');
}

export function closing(records: RunRecord[], session: string, results: string): string {
  const lines = [`${records.length} runs kept in ${results}, session ${session}.`];
  const invalid = records.filter(isInvalid);
  if (invalid.length > 0) {
    lines.push(`${invalid.length} of them are invalid and left out of the averages:`);
    for (const record of invalid) {
      for (const finding of record.validity.filter((f) => f.level === 'fatal')) {
        lines.push(`  ${record.id}: ${finding.code}: ${finding.message}`);
      }
    }
  }
  lines.push(`Charts: ./outcry charts --session ${session}`);
  return lines.join('\n');
}
