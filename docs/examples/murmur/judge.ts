import { FLAG_CODES } from '../../../protocol/run-record.ts';
import type { Judge } from '../scenario.ts';
import type { MurmurParams } from './scenario.ts';

const judge: Judge<MurmurParams> = ({ params, clients, metrics }) => {
  const { receivedByServer } = metrics;
  const heard = receivedByServer?.kind === 'count' ? receivedByServer.total : null;
  const said = clients * params.messages;
  if (heard === null || heard === said) return [];
  const message = `the server heard ${heard} of ${said} messages`;
  return [{ code: 'messages-lost', level: FLAG_CODES['messages-lost'], message }];
};

export default judge;
