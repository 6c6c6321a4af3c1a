import { jest } from '@jest/globals';
import type { MemberReport } from '../../member/contract.ts';
import { histogramOf } from '../../member/testing/histogram-of.ts';
import { CLIENT_METRICS } from '../../metrics/standard-metrics.ts';
import type { Derived } from '../../protocol/derived-metric.ts';
import type { PageScenario } from './page-scenario.ts';
import { type PageTest, resultsOf, verdictOf } from './results.ts';

/** One own message of each of the latencies (ms), and as many deliveries as asked for in the second after. */
function report(latencies: number[], received: number): MemberReport {
  const sum = latencies.reduce((a, b) => a + b, 0);
  return {
    clientIds: [1, 2, 3],
    metrics: {
      sentByClients: { kind: 'count', series: [latencies.length] },
      receivedByClients: { kind: 'count', series: [0, received] },
      fromSent: { kind: 'trend', sum: [sum], count: [latencies.length], hdr: histogramOf(...latencies), negative: 0 },
    },
    ...{ refusals: 0, refused: [], closed: [], gaveUp: 0, transports: { websocket: 3 } },
    ...{ started: { atServer: 1 }, clock: null, loopDelay: null, busy: null, error: null },
  };
}

function pageTest(change: Partial<PageScenario> = {}): PageTest {
  const { sentByClients, receivedByClients, fromSent, duplicates, toServer } = CLIENT_METRICS;
  return {
    scenario: {
      name: 'messages',
      about: 'messages',
      params: {},
      needs: ['publish'],
      swarms: ['browser'],
      metrics: { sentByClients, fromSent, receivedByClients, duplicates, toServer },
      plannedSeconds: () => 2,
      expected: () => ({ sentByClients: 3, receivedByClients: 9, duplicates: 0 }),
      charts: {
        compare: { metric: 'delivery', otherwise: ['fromDue', 'fromSent'] },
        columns: [
          { metric: 'receivedByClients', figure: 'total' },
          { metric: 'serverCpu', figure: 'typical' },
        ],
        graphs: [
          { id: 'a', type: 'series', title: 'Latency', metrics: ['delivery'] },
          { id: 'b', type: 'distribution', title: 'Distribution', metrics: ['fromSent'] },
          { id: 'c', type: 'series', title: 'Delivered', metrics: ['receivedByClients'] },
          { id: 'd', type: 'series', title: 'Server CPU', metrics: ['serverCpu'] },
        ],
      },
      judge: () => [],
      ...change,
    },
    params: { rate: 2 },
    clients: 3,
    transport: 'websocket',
  };
}

describe('the results', () => {
  test('are what was measured, in the order of the columns', () => {
    const { charts, ...figures } = resultsOf(pageTest(), report([1, 2, 1.5], 9), false);
    expect(figures).toEqual({
      what: 'messages over websocket, 3 clients',
      counts: [
        { label: 'delivered to clients', value: '9' },
        { label: 'sent by clients', value: '3' },
      ],
      trends: [
        {
          label: 'latency from sent',
          about: CLIENT_METRICS.fromSent.about,
          ...{ count: '3', mean: '1.50', p50: '1.50', p99: '2.00', max: '2.00' },
        },
      ],
    });
    expect(charts.map(({ text }) => text)).toEqual([
      'Latency: 2 s, at most 1.5 ms, last 1.5 ms',
      'Delivered: 2 s, at most 9 messages, last 9 messages',
    ]);
  });

  test('say how far counts are while the test runs, and draw no second that is not over', () => {
    const { counts, charts } = resultsOf(pageTest(), report([1], 6), true);
    expect(counts).toContainEqual({ label: 'delivered to clients', value: '6 of 9' });
    expect(charts[1]!.text).toBe('Delivered: 1 s, at most 0 messages, last 0 messages');
  });

  test('have no zeros for latencies of messages that never came back', () => {
    const { trends } = resultsOf(pageTest(), report([], 0), false);
    expect(trends).toMatchObject([{ count: '0', mean: '–', max: '–' }]);
  });

  test('have levels that follow from what was measured, and none that need the server', () => {
    const gauge = { kind: 'gauge', unit: 'x', about: 'X.' } as const;
    const each = jest.fn<Derived['from']>(() => [3]);
    const derived = {
      each: { ...gauge, label: 'each', from: each },
      cpu: { ...gauge, label: 'CPU', from: () => 'the CPU is not known' },
    };
    const columns = [
      { metric: 'cpu', figure: 'typical' as const },
      { metric: 'each', figure: 'typical' as const },
    ];
    const { counts } = resultsOf(
      pageTest({ derived, charts: { compare: { metric: 'each' }, columns, graphs: [] } }),
      report([1, 2, 3], 9),
      false,
    );
    expect(counts[0]).toEqual({ label: 'each', value: '3.00' });
    expect(each.mock.calls[0]).toEqual([expect.anything(), { swarm: 'browser', members: 1 }]);
  });

  test('have no part of a latency where the clocks are not known well enough', () => {
    const measured = report([1, 2, 3], 9);
    measured.metrics.toServer = { kind: 'trend', sum: [3], count: [3], hdr: histogramOf(1, 1, 1), negative: 0 };
    const rows = (errorMs: number) =>
      resultsOf(pageTest(), { ...measured, clock: { offsetMs: 0, errorMs } }, false).trends.length;
    expect([rows(0.5), rows(2)]).toEqual([2, 1]);
  });
});

describe('the verdict', () => {
  test('is good where nothing is wrong; the judge is given what there is to judge by', () => {
    const judge = jest.fn(() => []);
    expect(verdictOf(pageTest({ judge }), report([1, 2, 3], 9))).toEqual({
      text: 'The test is valid: no message was lost or came twice.',
      good: true,
    });
    expect(judge).toHaveBeenCalledWith(
      expect.objectContaining({
        ...{ params: { rate: 2 }, clients: 3, counts: null, plannedSeconds: 2, bucketSeconds: 1 },
        metrics: expect.objectContaining({ receivedByClients: expect.objectContaining({ total: 9, expected: 9 }) }),
      }),
    );
  });

  test('says in one sentence what the scenario and the member complain of', () => {
    const judge = () => [{ code: 'overtime', level: 'warning', message: 'late' } as const];
    const lost = { ...report([1], 6), closed: [{ clientId: 3, reason: 'gone' }], error: 'the line was cut' };
    expect(verdictOf(pageTest({ judge }), lost)).toEqual({
      text: 'The test is not valid: client 3 lost its connection (gone); late; members say: the line was cut.',
      good: false,
    });
  });

  test('does not say twice that messages were lost', () => {
    const judge = () => [{ code: 'messages-lost', level: 'fatal', message: '6 of 9 were delivered' } as const];
    const { text } = verdictOf(pageTest({ judge }), { ...report([1], 6), error: 'the line was cut' });
    expect(text).toBe('The test is not valid: 6 of 9 were delivered.');
  });
});
