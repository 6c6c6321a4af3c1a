/** The output of `./outcry verify` for a result. */
import type { Transport } from '../../protocol/socket.ts';
import type { CheckResult } from './check-sequence.ts';
import type { VerifyResult } from './verify.ts';

/**
 * The table (checks down, transports across), then a sentence per failure with the rule that was not kept, the notes,
 * and what was skipped. Ends with a line that sums up.
 */
export function verifyTable(result: VerifyResult): string {
  const { results, transports } = result;
  const names = [...new Set(results.map(({ check }) => check))];
  const cell = (check: string, transport: Transport): string =>
    results.find((r) => r.check === check && (r.transport === transport || r.transport === null))?.status ?? '-';
  const rows = [
    [result.framework, ...transports],
    ...names.map((check) => [check, ...transports.map((transport) => cell(check, transport))]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  const what: string[] = [];
  if (result.substitute !== null) what.push(`substitute: ${result.substitute}`);
  if (result.limits !== null) what.push(`limited edition: ${result.limits}`);
  if (what.length > 0) what.unshift('');
  return [...lines, ...sentences(result), ...what, '', summary(result)].join('\n');
}

/** The reasons why `results` did not pass, a line for each check that failed or was skipped. */
export function failureLines(results: readonly VerifyResult[]): string[] {
  return results.flatMap((result) =>
    result.results
      .filter(({ status }) => status === 'failed' || status === 'skipped')
      .map((check) => {
        const verdict = check.status === 'failed' ? 'FAILED' : 'NOT CHECKED';
        return `${verdict} ${result.framework}, ${where(check)}: ${check.message ?? check.rule}`;
      }),
  );
}

/** One result: a line, and for a failure the rule and what each client sent and got. */
export function checkLines(result: CheckResult): string[] {
  const { status, rule, message, conversation } = result;
  const label = status === 'failed' ? 'FAILED' : status;
  const line = `${label.padEnd(7)} ${where(result)}${message === null ? '' : `: ${message}`}`;
  const details = status === 'failed' ? [`rule: ${rule}`, ...conversation] : [];
  return [line, ...details.map((detail) => `        ${detail}`)];
}

function sentences({ results, browserOnly }: VerifyResult): string[] {
  const lines: string[] = [];
  for (const failure of results.filter(({ status }) => status === 'failed')) lines.push('', ...checkLines(failure));
  const notes = results.filter(({ status }) => status === 'noted');
  if (notes.length > 0) lines.push('');
  lines.push(...notes.flatMap(checkLines));
  if (browserOnly.length > 0) lines.push('');
  for (const transport of browserOnly) lines.push(`${transport}: browser only: covered by the load page test`);
  return lines;
}

const where = ({ check, transport }: CheckResult): string => (transport === null ? check : `${check}, ${transport}`);

function summary({ framework, transports, verified, results }: VerifyResult): string {
  const count = (status: CheckResult['status']): number => results.filter((result) => result.status === status).length;
  const verdict =
    verified.length === transports.length ? 'verified' : `verified on ${verified.join(', ') || 'nothing'}`;
  const kept = count('ok') + count('noted');
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} not checked` : '';
  return `${framework}: ${verdict} (${kept} of ${results.length} checks passed, ${count('failed')} failed${skipped})`;
}
