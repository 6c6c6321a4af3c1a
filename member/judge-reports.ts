/** A run's flags from the reports of its members, in every scenario. Pure. */
import { FLAG_CODES, type Flag } from '../protocol/run-record.ts';
import type { MemberReport } from './contract.ts';

/** The result of a test. */
export interface Reported {
  reports: readonly MemberReport[];
  died: readonly { member: number; reason: string }[];
  /** The reason why reports are missing although no member died; null: none is missing. */
  error: string | null;
}

/** As much of a list as a sentence holds. */
const some = (all: readonly string[]): string =>
  `${all.slice(0, 5).join('; ')}${all.length > 5 ? ` and ${all.length - 5} more` : ''}`;

/** Members and clients that were lost, and clients that ended on another transport than `transport`. */
export function judgeReports({ reports, died }: Reported, transport: string): Flag[] {
  const findings: Flag[] = [];
  const gone = [
    ...died.map(({ member, reason }) => `member ${member} died (${reason})`),
    ...reports.flatMap((report) =>
      report.closed.map(({ clientId, reason }) => `client ${clientId} lost its connection (${reason})`),
    ),
  ];
  if (gone.length > 0) findings.push({ code: 'client-died', level: FLAG_CODES['client-died'], message: some(gone) });
  const other = new Map<string, number>();
  for (const report of reports) {
    for (const [used, clients] of Object.entries(report.transports)) {
      if (used !== transport) other.set(used, (other.get(used) ?? 0) + clients);
    }
  }
  for (const [used, clients] of other) {
    const message = `${clients} clients ended on ${used} instead of ${transport}`;
    findings.push({ code: 'transport-fell-back', level: FLAG_CODES['transport-fell-back'], message });
  }
  return findings;
}

/** Returns the reason why the reports are incomplete; null: they are complete. */
export function whatReportsLack({ reports, error }: Reported): string | null {
  const unstarted = reports.filter(({ started }) => started === null).length;
  const errors = reports.flatMap((report) => (report.error === null ? [] : [report.error]));
  const reasons = [
    ...(error === null ? [] : [`not all reports came back: ${error}`]),
    ...(unstarted === 0 ? [] : [`${unstarted} members never heard that the test began`]),
    ...(errors.length === 0 ? [] : [`members say: ${some([...new Set(errors)])}`]),
  ];
  if (reasons.length > 0) return reasons.join('; ');
  return reports.length === 0 ? 'no report came back' : null;
}
