import { SERVER_METRICS } from '../../../metrics/standard-metrics.ts';
import { count, evidenceOf } from '../testing/evidence.ts';
import judge from './judge.ts';
import { UPSTREAM_METRICS } from './scenario.ts';

interface Changes {
  sent?: number[];
  received?: number[];
  unanswered?: number;
}

/** Two clients that sent two messages each in two seconds, but for what `changes` says. */
function evidence({ sent = [2, 2], received = [2, 2], unanswered = 0 }: Changes = {}) {
  const params = { rate: 1, messages: 2, payload: 0, phase: 'spread', ping: 50 };
  return evidenceOf(params, {
    sentByClients: count(UPSTREAM_METRICS.sentByClients, sent, 4),
    receivedByServer: count(SERVER_METRICS.receivedByServer, received, 4),
    unanswered: count(UPSTREAM_METRICS.unanswered, [unanswered], 0),
  });
}

const codes = (changes: Changes): string[] => judge(evidence(changes)).map(({ code }) => code);

describe('messages that only go up accuse themselves', () => {
  test('of nothing when the server counts what was sent', () => {
    expect(codes({})).toEqual([]);
  });

  test('of lost messages when clients sent fewer than planned', () => {
    expect(codes({ sent: [2, 1], received: [2, 1] })).toEqual(['messages-lost']);
  });

  test('of lost messages when the server received fewer than were sent, with both numbers', () => {
    const [only] = judge(evidence({ received: [2, 1] }));
    expect(only).toMatchObject({ code: 'messages-lost', level: 'fatal' });
    expect(only!.message).toBe('the server received 3 of the 4 sent');
  });

  test('of lost messages when the server refused some, with the reason', () => {
    const one = evidence();
    one.outcome.reports[0]!.refusals = 2;
    one.outcome.reports[0]!.refused = [{ event: 'sink', code: 'too-large', reason: 'a body is too large' }];
    expect(judge(one)).toMatchObject([
      { code: 'messages-lost', message: 'the server refused 2 events (a body is too large)' },
    ]);
  });

  test('of duplicates when the server received more', () => {
    expect(codes({ received: [2, 3] })).toEqual(['duplicates']);
  });

  test('of requests without a reply, with the reason', () => {
    const one = evidence({ unanswered: 1 });
    one.outcome.reports[0]!.error = 'no reply came';
    expect(judge(one)).toMatchObject([
      { code: 'requests-failed', level: 'fatal', message: '1 requests had no reply (no reply came)' },
    ]);
  });

  test('of overtime when messages were sent or received more than a bucket after the plan', () => {
    expect(codes({ sent: [2, 1, 0, 1] })).toEqual(['overtime']);
    expect(codes({ received: [2, 1, 0, 1] })).toEqual(['overtime']);
    expect(codes({ received: [2, 1, 1] })).toEqual([]);
  });

  test('of nothing that the server counted when it could not be asked', () => {
    expect(judge({ ...evidence({ received: [] }), counts: null })).toEqual([]);
  });
});
