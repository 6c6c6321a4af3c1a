import { FLAG_CODES } from '../../../protocol/run-record.ts';
import type { Judge } from '../scenario.ts';
import type { IdleParams } from './params.ts';

/** A connection that ended is `client-died` already; what remains is that clients and server agree on how many were held. */
const judge: Judge<IdleParams> = ({ clients, metrics, outcome }) => {
  const { held } = metrics;
  const total = held?.kind === 'count' ? (held.total ?? 0) : 0;
  const closed = outcome.reports.reduce((sum, report) => sum + report.closed.length, 0);
  if (outcome.died.length > 0 || total + closed === clients) return [];
  const message = `of ${clients} connections ${total} were held to the end and ${closed} ended, by the clients' count`;
  return [{ code: 'counts-disagree', level: FLAG_CODES['counts-disagree'], message }];
};

export default judge;
