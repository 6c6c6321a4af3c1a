import { SERVER_METRICS } from '../../../metrics/standard-metrics.ts';
import { count, evidenceOf, trend } from '../testing/evidence.ts';
import judge from './judge.ts';
import { CHAT_METRICS } from './scenario.ts';

type Totals = Partial<Record<'delivered' | 'heard' | 'refused', number>>;

/** Two users, of whom one wrote two messages, but for what `totals` says. */
function evidence({ delivered = 4, heard = 4, refused = 1 }: Totals = {}) {
  const params = { messages: 2, interval: 200, sender: 'one' };
  return evidenceOf(params, {
    sentByClients: count(CHAT_METRICS.sentByClients, [2], 2),
    receivedByServer: count(SERVER_METRICS.receivedByServer, [2], 2),
    sentByServer: count(SERVER_METRICS.sentByServer, [4], 4),
    receivedByClients: count(CHAT_METRICS.receivedByClients, [delivered], 4),
    fromSent: trend(CHAT_METRICS.fromSent, 2),
    namesHeard: count(CHAT_METRICS.namesHeard, [heard], 4),
    namesRefused: count(CHAT_METRICS.namesRefused, [refused], 1),
  });
}

describe('a chat accuses itself', () => {
  test('of nothing when everybody joined and heard everything', () => {
    expect(judge(evidence())).toEqual([]);
  });

  test('of lost messages, as all scenarios with messages', () => {
    expect(judge(evidence({ delivered: 3 }))).toMatchObject([{ code: 'messages-lost' }]);
  });

  test('of a name that two users got', () => {
    expect(judge(evidence({ refused: 0 }))).toMatchObject([{ code: 'name-not-refused', level: 'fatal' }]);
  });

  test('of names that users did not hear, with how many and why', () => {
    const one = evidence({ heard: 2 });
    one.outcome.reports[0]!.error = 'The server refused "join"';
    expect(judge(one)).toMatchObject([
      {
        code: 'names-missing',
        level: 'fatal',
        message: 'users heard 2 of 4 times that one has joined (The server refused "join")',
      },
    ]);
  });
});
