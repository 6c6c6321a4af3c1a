/** Which flags of a session its fault explains. Pure. */
import { DISTURBANCES, type RunRecord } from '../../protocol/run-record.ts';
import type { Span } from './fault.ts';

/** What sessions that run beside each other do to one another. */
const OF_THE_CAMPAIGN: readonly string[] = DISTURBANCES.filter((code) => code !== 'process-stopped');

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
 * sessions of a campaign are (a short warm-up, a substitute for a part of a framework), and without
 * {@link OF_THE_CAMPAIGN}.
 */
export function ownFlags(records: readonly RunRecord[], when: Span): string[] {
  const codes = hitRuns(records, when)
    .flatMap(codesOf)
    .filter((code) => !OF_THE_CAMPAIGN.includes(code) && !records.every((run) => codesOf(run).includes(code)));
  return [...new Set(codes)].sort();
}
