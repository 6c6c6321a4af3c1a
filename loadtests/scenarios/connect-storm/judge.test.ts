import { SERVER_METRICS } from '../../../metrics/standard-metrics.ts';
import { count, evidenceOf } from '../testing/evidence.ts';
import judge from './judge.ts';
import { jsonText, STORM_METRICS } from './scenario.ts';

type Totals = Partial<Record<'held' | 'failed' | 'received' | 'wrong' | 'sent', number>>;

/** Two clients, both connected and greeted, but for what `totals` says. */
function evidence({ held = 2, failed = 0, received = 2, wrong = 0, sent = 2 }: Totals = {}) {
  return evidenceOf(
    { bytes: 76_000, text: 'plain' },
    {
      held: count(STORM_METRICS.held, [held], 2),
      failed: count(STORM_METRICS.failed, [failed], 0),
      receivedByClients: count(STORM_METRICS.receivedByClients, [received], 2),
      wrongSize: count(STORM_METRICS.wrongSize, [wrong], 0),
      sentByServer: count(SERVER_METRICS.sentByServer, [sent], 2),
    },
  );
}

describe('a storm accuses itself', () => {
  test('of nothing when everybody connected and got the message', () => {
    expect(judge(evidence())).toEqual([]);
  });

  test('of connections that failed, with how many and why', () => {
    const one = evidence({ held: 1, failed: 1, received: 1, sent: 1 });
    one.outcome.reports[0]!.error = 'Client 2 could not connect: too many open files';
    expect(judge(one)).toMatchObject([{ code: 'connections-failed', level: 'fatal' }]);
    expect(judge(one)[0]!.message).toBe('1 of 2 connections failed (Client 2 could not connect: too many open files)');
  });

  test('of messages that did not come', () => {
    expect(judge(evidence({ received: 1 }))).toMatchObject([
      { code: 'messages-lost', message: '1 of 2 connections got a message' },
    ]);
  });

  test('of messages that came twice', () => {
    expect(judge(evidence({ received: 3, sent: 3 }))).toMatchObject([{ code: 'duplicates', level: 'fatal' }]);
  });

  test('of messages of a wrong size', () => {
    expect(judge(evidence({ wrong: 1 }))).toMatchObject([
      { code: 'wrong-size', message: '1 of 2 messages were not the text of 76,000 bytes' },
    ]);
  });

  test('of counts that disagree, where the server could be asked', () => {
    expect(judge(evidence({ sent: 3 }))).toMatchObject([{ code: 'counts-disagree' }]);
    expect(judge({ ...evidence({ sent: 0 }), counts: null })).toEqual([]);
  });
});

test('JSON full of quotes is as long as was asked for, and grows when it is escaped', () => {
  const text = jsonText(1000);
  expect(text).toHaveLength(1000);
  expect(JSON.stringify(text).length).toBeGreaterThan(1200);
});
