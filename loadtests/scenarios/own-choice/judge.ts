import { complaintIn, inWords as n, totalOf } from '../evidence.ts';
import type { Judge } from '../scenario.ts';
import type { ChoiceParams } from './scenario.ts';

/** Every client connects, whichever the transport. */
const judge: Judge<ChoiceParams> = ({ clients, metrics, outcome }) => {
  const failed = clients - totalOf(metrics.held);
  if (failed <= 0) return [];
  const message = `${n(failed)} of ${n(clients)} connections failed${complaintIn(outcome)}`;
  return [{ code: 'connections-failed', level: 'fatal', message }];
};

export default judge;
