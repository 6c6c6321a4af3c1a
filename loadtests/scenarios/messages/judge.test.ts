import type { MemberReport } from '../../../member/contract.ts';
import type { CountMetric, Metric } from '../../../metrics/metric.ts';
import { CLIENT_METRICS, SERVER_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Evidence } from '../scenario.ts';
import { judgeMessages } from './judge.ts';
import type { MessageParams } from './params.ts';

const SPECS = { ...CLIENT_METRICS, ...SERVER_METRICS };

const count = (name: keyof typeof SPECS, series: number[], expected: number): CountMetric => ({
  ...SPECS[name],
  kind: 'count',
  total: series.reduce((a, b) => a + b, 0),
  expected,
  series,
});

/** Two clients, two messages each at 1 per second, to all: 4 sent, 8 delivered. */
function faultless(): Evidence<MessageParams> {
  const report = {
    metrics: { fromSent: { kind: 'trend', sum: [6, 10], count: [2, 2], hdr: null, negative: 0 } },
    refusals: 0,
    refused: [],
  } as unknown as MemberReport;
  return {
    params: { rate: 1, messages: 2, payload: 0, phase: 'spread' },
    clients: 2,
    metrics: {
      sentByClients: count('sentByClients', [2, 2], 4),
      receivedByServer: count('receivedByServer', [2, 2], 4),
      sentByServer: count('sentByServer', [4, 4], 8),
      receivedByClients: count('receivedByClients', [4, 4], 8),
      duplicates: count('duplicates', [], 0),
      outOfOrder: count('outOfOrder', [], 0),
      missing: count('missing', [], 0),
      fromSent: { ...SPECS.fromSent, kind: 'trend', series: { sum: [6, 10], count: [2, 2] }, distribution: null },
    },
    outcome: { reports: [report], died: [], error: null },
    counts: {} as Evidence['counts'],
    plannedSeconds: 2,
    bucketSeconds: 1,
  };
}

type Break = (evidence: Evidence<MessageParams>) => void;

function findings(breakIt: Break) {
  const evidence = faultless();
  breakIt(evidence);
  return judgeMessages(evidence);
}

const codes = (breakIt: Break): string[] => findings(breakIt).map(({ code }) => code);

/** Another series in the place of a count's. */
const counted =
  (name: keyof typeof SPECS, series: number[]): Break =>
  ({ metrics }) => {
    metrics[name] = count(name, series, (metrics[name] as CountMetric).expected!);
  };

const all =
  (...breaks: Break[]): Break =>
  (evidence) => {
    for (const one of breaks) one(evidence);
  };

describe('a run with messages accuses itself', () => {
  test('of nothing when nothing is wrong', () => {
    expect(findings(() => {})).toEqual([]);
  });

  test('of lost messages when a delivery is missing', () => {
    expect(codes(all(counted('receivedByClients', [4, 3]), counted('missing', [0, 1])))).toEqual(['messages-lost']);
  });

  test('of lost messages when a client misses one though as many came as should', () => {
    expect(codes(counted('missing', [1]))).toEqual(['messages-lost']);
  });

  test('of lost messages when clients sent fewer than planned', () => {
    const fewer: Break = ({ metrics }) => {
      metrics.sentByClients = count('sentByClients', [2, 2], 6);
    };
    expect(codes(fewer)).toEqual(['messages-lost']);
  });

  test('of lost messages when the server received fewer than were sent, with both numbers', () => {
    const [finding] = findings(counted('receivedByServer', [2, 1]));
    expect(finding).toMatchObject({ code: 'messages-lost', level: 'fatal' });
    expect(finding!.message).toContain('received 3 of the 4 sent');
  });

  test('of lost messages when the server refused what a client sent, with the reason', () => {
    const [finding] = findings(({ outcome }) => {
      outcome.reports[0]!.refusals = 1;
      outcome.reports[0]!.refused = [{ event: 'publish', code: 'too-large', reason: 'a body is too large' }];
    });
    expect(finding).toMatchObject({ code: 'messages-lost' });
    expect(finding!.message).toContain('refused 1 events (a body is too large)');
  });

  test('of duplicates when a client got one twice', () => {
    expect(codes(all(counted('receivedByClients', [4, 5]), counted('duplicates', [0, 1])))).toEqual(['duplicates']);
  });

  test('of duplicates when the server received more than was sent', () => {
    expect(codes(counted('receivedByServer', [2, 3]))).toEqual(['duplicates']);
  });

  test('of messages out of order', () => {
    expect(codes(counted('outOfOrder', [1]))).toEqual(['out-of-order']);
  });

  test('of counts that disagree: the server claims more than the clients got', () => {
    expect(codes(counted('sentByServer', [4, 6]))).toEqual(['counts-disagree']);
  });

  test('of counts that disagree: a latency is missing though nothing was lost', () => {
    const forget: Break = ({ metrics }) => {
      metrics.fromSent = { ...metrics.fromSent, series: { sum: [6, 5], count: [2, 1] } } as Metric;
    };
    expect(codes(forget)).toEqual(['counts-disagree']);
  });

  test('of clocks that jumped', () => {
    const jump: Break = ({ metrics, outcome }) => {
      metrics.fromSent = { ...metrics.fromSent, series: { sum: [6, 5], count: [2, 1] } } as Metric;
      outcome.reports[0]!.metrics.fromSent = { kind: 'trend', sum: [6, 5], count: [2, 1], hdr: null, negative: 1 };
    };
    expect(codes(jump)).toEqual(['negative-latency']);
  });

  test('of overtime when a message is sent more than a bucket after the plan', () => {
    expect(codes(counted('sentByClients', [2, 1, 0, 1]))).toEqual(['overtime']);
  });

  test('not of overtime for what arrives in the bucket right after the plan', () => {
    expect(codes(counted('receivedByClients', [4, 3, 1]))).toEqual([]);
  });

  test('not of what the server counted when it could not be asked', () => {
    const unasked: Break = ({ metrics }) => {
      metrics.receivedByServer = { ...SPECS.receivedByServer, kind: 'count', total: null, expected: 4, series: null };
      metrics.sentByServer = { ...SPECS.sentByServer, kind: 'count', total: null, expected: 8, series: null };
    };
    expect(
      codes((evidence) => {
        evidence.counts = null;
        unasked(evidence);
      }),
    ).toEqual([]);
  });
});
