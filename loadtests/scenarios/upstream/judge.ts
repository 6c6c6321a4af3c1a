import type { Flag } from '../../../protocol/run-record.ts';
import { complaintIn, expectedOf, finding, lateOf, inWords as n, refusalsIn, totalOf } from '../evidence.ts';
import type { Evidence, Judge } from '../scenario.ts';
import type { UpstreamParams } from './scenario.ts';

/** A sentence for each way in which messages were lost. */
function lost({ metrics, counts, outcome }: Evidence<UpstreamParams>): string[] {
  const planned = expectedOf(metrics.sentByClients);
  const sent = totalOf(metrics.sentByClients);
  const received = totalOf(metrics.receivedByServer);
  const refused = refusalsIn(outcome);
  return [
    ...(sent < planned ? [`clients sent ${n(sent)} of ${n(planned)}`] : []),
    ...(counts !== null && received < sent ? [`the server received ${n(received)} of the ${n(sent)} sent`] : []),
    ...(refused === null ? [] : [refused]),
  ];
}

/** Judges that the server counts what clients sent, and that every request was answered. */
const judge: Judge<UpstreamParams> = (evidence) => {
  const { metrics, counts, outcome, plannedSeconds } = evidence;
  const findings: Flag[] = [];
  const ways = lost(evidence);
  if (ways.length > 0) findings.push(finding('messages-lost', ways.join('; ')));
  const sent = totalOf(metrics.sentByClients);
  const received = totalOf(metrics.receivedByServer);
  if (counts !== null && received > sent) {
    findings.push(finding('duplicates', `the server received ${n(received)} of ${n(sent)} sent`));
  }
  const unanswered = totalOf(metrics.unanswered);
  if (unanswered > 0) {
    const message = `${n(unanswered)} requests had no reply${complaintIn(outcome)}`;
    findings.push({ code: 'requests-failed', level: 'fatal', message });
  }
  const late = lateOf(metrics.sentByClients, evidence) + lateOf(metrics.receivedByServer, evidence);
  if (late > 0) {
    const message = `planned ${n(plannedSeconds)} s; more than a bucket after that messages were still sent or received`;
    findings.push(finding('overtime', message));
  }
  return findings;
};

export default judge;
