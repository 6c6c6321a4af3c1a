/** Judges runs where every client sends messages that come back: nothing lost, nothing twice, nothing overtaken. Pure. */
import type { Flag } from '../../../protocol/run-record.ts';
import { expectedOf, finding, lateOf, inWords as n, refusalsIn, sum, totalOf as total } from '../evidence.ts';
import type { Evidence } from '../scenario.ts';

type Code = 'messages-lost' | 'duplicates' | 'out-of-order' | 'counts-disagree' | 'negative-latency' | 'overtime';

export function judgeMessages(evidence: Evidence): Flag[] {
  const findings: Flag[] = [];
  const say = (code: Code, message: string): void => {
    findings.push(finding(code, message));
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
function lostMessages({ metrics, outcome, counts }: Evidence): string[] {
  const sent = total(metrics.sentByClients);
  const planned = expectedOf(metrics.sentByClients);
  const received = total(metrics.receivedByServer);
  const unique = total(metrics.receivedByClients) - total(metrics.duplicates);
  const wanted = expectedOf(metrics.receivedByClients);
  const missing = total(metrics.missing);
  const refused = refusalsIn(outcome);
  const lost: string[] = [];
  if (sent < planned) lost.push(`clients sent ${n(sent)} of ${n(planned)}`);
  if (counts !== null && received < sent) lost.push(`the server received ${n(received)} of the ${n(sent)} sent`);
  if (unique < wanted) lost.push(`${n(unique)} of ${n(wanted)} were delivered`);
  else if (missing > 0) lost.push(`clients miss ${n(missing)} deliveries`);
  if (refused !== null) lost.push(refused);
  return lost;
}

function judgeCopies({ metrics, outcome }: Evidence, say: Say): void {
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

/** Lists disagreements between the counts of clients and server where nothing seems lost. */
function disagreements({ metrics, outcome, counts }: Evidence): string[] {
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

function judgeTime({ metrics, plannedSeconds, bucketSeconds }: Evidence, say: Say): void {
  const plan = { plannedSeconds, bucketSeconds };
  const sent = lateOf(metrics.sentByClients, plan);
  const delivered = lateOf(metrics.receivedByClients, plan);
  if (sent + delivered > 0) {
    say(
      'overtime',
      `planned ${n(plannedSeconds)} s; more than a bucket after that clients still sent ${n(sent)} and got ${n(delivered)} messages`,
    );
  }
}
