import type { Flag } from '../../../protocol/run-record.ts';
import { complaintIn, expectedOf, finding, inWords as n, totalOf } from '../evidence.ts';
import type { Judge } from '../scenario.ts';
import type { RequestParams } from './scenario.ts';

/** Every request has one reply, of the right size, and both sides count alike. */
const judge: Judge<RequestParams> = ({ params, metrics, counts, outcome }) => {
  const findings: Flag[] = [];
  const replies = totalOf(metrics.receivedByClients);
  const wanted = expectedOf(metrics.receivedByClients);
  const failed = totalOf(metrics.failed);
  if (failed > 0) {
    const message = `${n(failed)} requests or connections failed${complaintIn(outcome)}`;
    findings.push({ code: 'requests-failed', level: 'fatal', message });
  }
  if (replies < wanted) findings.push(finding('messages-lost', `clients got ${n(replies)} of ${n(wanted)} replies`));
  const wrong = totalOf(metrics.wrongSize);
  if (wrong > 0) {
    const message = `${n(wrong)} of ${n(replies)} replies were not the text of ${n(params.bytes)} bytes`;
    findings.push({ code: 'wrong-size', level: 'fatal', message });
  }
  const received = totalOf(metrics.receivedByServer);
  const sent = totalOf(metrics.sentByServer);
  if (counts !== null && replies === wanted && (received !== wanted || sent !== wanted)) {
    const message = `clients made ${n(wanted)} requests and had as many replies, the server counts ${n(received)} and ${n(sent)}`;
    findings.push(finding('counts-disagree', message));
  }
  return findings;
};

export default judge;
