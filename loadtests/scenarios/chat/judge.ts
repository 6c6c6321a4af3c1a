import { complaintIn, expectedOf, inWords as n, totalOf } from '../evidence.ts';
import { judgeMessages } from '../messages/judge.ts';
import type { Judge } from '../scenario.ts';
import type { ChatParams } from './scenario.ts';

/** Judges as for messages, and that every user hears of every other, and that no user gets another's name. */
const judge: Judge<ChatParams> = (evidence) => {
  const findings = judgeMessages(evidence);
  const { namesHeard, namesRefused } = evidence.metrics;
  if (totalOf(namesRefused) < expectedOf(namesRefused)) {
    const message = 'user 2 asked for the name of user 1, and was not told that it is taken';
    findings.push({ code: 'name-not-refused', level: 'fatal', message });
  }
  const heard = totalOf(namesHeard);
  const all = expectedOf(namesHeard);
  if (heard !== all) {
    const message = `users heard ${n(heard)} of ${n(all)} times that one has joined${complaintIn(evidence.outcome)}`;
    findings.push({ code: 'names-missing', level: 'fatal', message });
  }
  return findings;
};

export default judge;
