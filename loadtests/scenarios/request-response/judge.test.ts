import { SERVER_METRICS } from '../../../metrics/standard-metrics.ts';
import { count, evidenceOf, trend } from '../testing/evidence.ts';
import judge from './judge.ts';
import scenario, { REQUEST_METRICS } from './scenario.ts';

type Totals = Partial<Record<'replies' | 'failed' | 'wrong' | 'received' | 'sent', number>>;

/** Two clients with five requests each, all answered, but for what `totals` says. */
function evidence({ replies = 10, failed = 0, wrong = 0, received = 10, sent = 10 }: Totals = {}) {
  const params = { requests: 5, mode: 'at-once', bytes: 10, connect: 'before' };
  return evidenceOf(params, {
    receivedByClients: count(REQUEST_METRICS.receivedByClients, [replies], 10),
    failed: count(REQUEST_METRICS.failed, [failed], 0),
    wrongSize: count(REQUEST_METRICS.wrongSize, [wrong], 0),
    receivedByServer: count(SERVER_METRICS.receivedByServer, [received], 10),
    sentByServer: count(SERVER_METRICS.sentByServer, [sent], 10),
  });
}

describe('requests accuse themselves', () => {
  test('of nothing when each had its reply', () => {
    expect(judge(evidence())).toEqual([]);
  });

  test('of those that failed, with how many and why', () => {
    const one = evidence({ replies: 9, failed: 1 });
    one.outcome.reports[0]!.error = 'the line was cut';
    expect(judge(one)).toMatchObject([
      { code: 'requests-failed', level: 'fatal', message: '1 requests or connections failed (the line was cut)' },
      { code: 'messages-lost' },
    ]);
  });

  test('of replies that did not come', () => {
    expect(judge(evidence({ replies: 8 }))).toMatchObject([
      { code: 'messages-lost', message: 'clients got 8 of 10 replies' },
    ]);
  });

  test('of replies of a wrong size', () => {
    expect(judge(evidence({ wrong: 2 }))).toMatchObject([
      { code: 'wrong-size', level: 'fatal', message: '2 of 10 replies were not the text of 10 bytes' },
    ]);
  });

  test('of counts that disagree, where the server could be asked', () => {
    expect(judge(evidence({ received: 11, sent: 11 }))).toMatchObject([{ code: 'counts-disagree' }]);
    expect(judge(evidence({ sent: 9 }))).toMatchObject([{ code: 'counts-disagree' }]);
    expect(judge({ ...evidence({ received: 0, sent: 0 }), counts: null })).toEqual([]);
  });
});

describe('replies per second', () => {
  const { from } = scenario.derived!.perSecond!;
  const receivedByClients = count(REQUEST_METRICS.receivedByClients, [600, 400]);

  test('are all replies over the time of the client that took longest', () => {
    expect(from({ receivedByClients, whole: trend(REQUEST_METRICS.whole, 2, 1250) })).toEqual([800]);
  });

  test('are not known where no client came to its end', () => {
    expect(from({ receivedByClients, whole: trend(REQUEST_METRICS.whole, 0) })).toBe('no client had all its replies');
  });
});
