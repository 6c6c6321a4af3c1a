/** Which findings of a session are by its fault. Pure. */
import { DISTURBANCES, type RunRecord } from '../../protocol/run-record.ts';
import type { Span } from './fault.ts';

const end = ({ when }: RunRecord): number => Date.parse(when.finishedAt ?? '');
const codesOf = ({ validity }: RunRecord): string[] => validity.map(({ code }) => code);

/** The runs that were under way or came next: of those, one was being made. All of them where the clock of day tells of none. */
function hitRuns(records: readonly RunRecord[], { from, until }: Span): readonly RunRecord[] {
  const [first, ...later] = records.filter((run) => end(run) > from).sort((a, b) => end(a) - end(b));
  if (first === undefined) return records;
  return [first, ...later.filter(({ when }) => Date.parse(when.startedAt ?? '') < until)];
}

/**
 * Codes of the run that was hit, each once, in alphabetical order, without those that every run of the session has, as they come from how
 * sessions of a campaign are (a short warm-up, a part of a framework that something stands in for), and without those of what else the
 * machine did, which is the rest of the campaign.
 */
export function ownFindings(records: readonly RunRecord[], when: Span): string[] {
  const disturbed: readonly string[] = DISTURBANCES;
  const codes = hitRuns(records, when)
    .flatMap(codesOf)
    .filter((code) => !disturbed.includes(code) && !records.every((run) => codesOf(run).includes(code)));
  return [...new Set(codes)].sort();
}
