import type { Flag } from '../../../protocol/run-record.ts';
import { complaintIn, finding, inWords as n, totalOf } from '../evidence.ts';
import type { Judge } from '../scenario.ts';
import type { StormParams } from './scenario.ts';

/** Every client connects, and has one message of the right size; what the rest measured is only of those that did. */
const judge: Judge<StormParams> = ({ params, clients, metrics, counts, outcome }) => {
  const findings: Flag[] = [];
  const held = totalOf(metrics.held);
  const received = totalOf(metrics.receivedByClients);
  if (held < clients) {
    const message = `${n(clients - held)} of ${n(clients)} connections failed${complaintIn(outcome)}`;
    findings.push({ code: 'connections-failed', level: 'fatal', message });
  }
  if (received < held)
    findings.push(finding('messages-lost', `${n(received)} of ${n(held)} connections got a message`));
  if (received > held) findings.push(finding('duplicates', `${n(held)} connections got ${n(received)} messages`));
  const wrong = totalOf(metrics.wrongSize);
  if (wrong > 0) {
    const message = `${n(wrong)} of ${n(received)} messages were not the text of ${n(params.bytes)} bytes`;
    findings.push({ code: 'wrong-size', level: 'fatal', message });
  }
  const sent = totalOf(metrics.sentByServer);
  if (counts !== null && held === clients && received === held && sent !== received) {
    const message = `the server says it sent ${n(sent)}, the clients that they got ${n(received)}`;
    findings.push(finding('counts-disagree', message));
  }
  return findings;
};

export default judge;
