/** What must hold where every client sends messages that come back: nothing lost, nothing twice, nothing overtaken. Pure. */
import type { Metric } from '../../../protocol/metrics.ts';
import { FINDING_CODES, type Finding } from '../../../protocol/run-record.ts';
import type { Evidence } from '../scenario.ts';
import type { MessageParams } from './params.ts';

const n = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** A count's total; 0 where nobody counted it. */
function total(metric: Metric | undefined): number {
  return metric?.kind === 'count' ? (metric.total ?? 0) : 0;
}

function expected(metric: Metric | undefined): number {
  return metric?.kind === 'count' ? (metric.expected ?? 0) : 0;
}

type Code = 'messages-lost' | 'duplicates' | 'out-of-order' | 'counts-disagree' | 'negative-latency' | 'overtime';

export function judgeMessages(evidence: Evidence<MessageParams>): Finding[] {
  const findings: Finding[] = [];
  const say = (code: Code, message: string): void => {
    findings.push({ code, level: FINDING_CODES[code], message });
  };
  const lost = lostMessages(evidence);
  if (lost.length > 0) say('messages-lost', lost.join('; '));
  judgeCopies(evidence, say);
  if (lost.length === 0) {
    const disagree = disagreements(evidence);
    if (disagree.length > 0) say('counts-disagree', disagree.join('; '));
  }
  judgeTime(evidence, say);
  return findings;
}

type Say = (code: Code, message: string) => void;

/** A sentence for each way in which messages were lost. */
function lostMessages({ metrics, outcome, counts }: Evidence<MessageParams>): string[] {
  const sent = total(metrics.sentByClients);
  const planned = expected(metrics.sentByClients);
  const received = total(metrics.receivedByServer);
  const unique = total(metrics.receivedByClients) - total(metrics.duplicates);
  const wanted = expected(metrics.receivedByClients);
  const missing = total(metrics.missing);
  const refused = sum(outcome.reports.map((report) => report.refusals));
  const lost: string[] = [];
  if (sent < planned) lost.push(`clients sent ${n(sent)} of ${n(planned)}`);
  if (counts !== null && received < sent) lost.push(`the server received ${n(received)} of the ${n(sent)} sent`);
  if (unique < wanted) lost.push(`${n(unique)} of ${n(wanted)} were delivered`);
  else if (missing > 0) lost.push(`clients miss ${n(missing)} deliveries`);
  if (refused > 0) {
    const first = outcome.reports.flatMap((report) => report.refused)[0]?.reason ?? 'no reason is known';
    lost.push(`the server refused ${n(refused)} events (${first})`);
  }
  return lost;
}

function judgeCopies({ metrics, outcome }: Evidence<MessageParams>, say: Say): void {
  const sent = total(metrics.sentByClients);
  const received = total(metrics.receivedByServer);
  const duplicates = total(metrics.duplicates);
  if (duplicates > 0 || received > sent) {
    say(
      'duplicates',
      `${n(duplicates)} messages were delivered twice; the server received ${n(received)} of ${n(sent)} sent`,
    );
  }
  const outOfOrder = total(metrics.outOfOrder);
  if (outOfOrder > 0) say('out-of-order', `${n(outOfOrder)} messages overtook an earlier one of the same sender`);
  const negative = negativeLatencies(outcome);
  if (negative > 0) {
    say('negative-latency', `${n(negative)} messages arrived before they were sent: a clock has jumped`);
  }
}

/** Own messages that came back before they were sent, which a trend counts apart. */
function negativeLatencies(outcome: Evidence['outcome']): number {
  return sum(
    outcome.reports.map(({ metrics }) => (metrics.fromSent?.kind === 'trend' ? metrics.fromSent.negative : 0)),
  );
}

/** Where clients and server counted differently though nothing seems lost. */
function disagreements({ metrics, outcome, counts }: Evidence<MessageParams>): string[] {
  const disagree: string[] = [];
  const delivered = total(metrics.receivedByClients);
  const fannedOut = total(metrics.sentByServer);
  if (counts !== null && total(metrics.duplicates) === 0 && fannedOut !== delivered) {
    disagree.push(`the server says it sent ${n(fannedOut)}, the clients that they got ${n(delivered)}`);
  }
  const { fromSent } = metrics;
  if (fromSent?.kind === 'trend' && fromSent.series !== null && 'count' in fromSent.series) {
    const measured = sum(fromSent.series.count);
    const sent = total(metrics.sentByClients);
    if (measured + negativeLatencies(outcome) !== sent)
      disagree.push(`${n(measured)} latencies for ${n(sent)} messages`);
  }
  return disagree;
}

function judgeTime({ metrics, plannedSeconds, bucketSeconds }: Evidence<MessageParams>, say: Say): void {
  // The bucket that begins where the plan ends may hold what was sent or delivered right at the end.
  const first = Math.ceil(plannedSeconds / bucketSeconds) + 1;
  const late = (metric: Metric | undefined): number =>
    metric?.kind === 'count' ? sum((metric.series ?? []).slice(first)) : 0;
  const sent = late(metrics.sentByClients);
  const delivered = late(metrics.receivedByClients);
  if (sent + delivered > 0) {
    say(
      'overtime',
      `planned ${n(plannedSeconds)} s; after second ${n(first * bucketSeconds)} clients still sent ${n(sent)} and got ${n(delivered)} messages`,
    );
  }
}
