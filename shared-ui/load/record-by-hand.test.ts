import { jest } from '@jest/globals';
import { Ajv } from 'ajv';
import type { MemberReport } from '../../member/contract.ts';
import { buildHistogram, encode, record as note } from '../../member/histogram.ts';
import { CLIENT_METRICS } from '../../metrics/standard-metrics.ts';
import { runRecordSchema } from '../../protocol/run-record-schema.ts';
import type { Met } from './meeting.ts';
import { type ByHand, browserIn, recordOf } from './record-by-hand.ts';
import { resultsOf } from './record-view.ts';

function hdr(...values: number[]): string {
  const histogram = buildHistogram();
  for (const value of values) note(histogram, value);
  return encode(histogram);
}

/** A page's report: one own message each of the latencies (ms), and as many deliveries as asked for. */
function report(clientIds: number[], latencies: number[], received: number): MemberReport {
  const sum = latencies.reduce((a, b) => a + b, 0);
  return {
    clientIds,
    metrics: {
      sentByClients: { kind: 'count', series: [latencies.length] },
      receivedByClients: { kind: 'count', series: [0, received] },
      fromSent: { kind: 'trend', sum: [sum], count: [latencies.length], hdr: hdr(...latencies), negative: 0 },
    },
    ...{ refusals: 0, refused: [], closed: [], gaveUp: 0, transports: { websocket: clientIds.length } },
    ...{ started: { atServer: 1 }, clock: null, loopDelay: null, busy: null, error: null },
  };
}

function byHand(change: Partial<ByHand> = {}, met: Partial<Met> = {}): ByHand {
  const { sentByClients, receivedByClients, fromSent, duplicates } = CLIENT_METRICS;
  return {
    session: 'by-hand-2026-01-02-abc',
    app: { id: 'toy', label: 'Toy' },
    scenario: {
      name: 'messages',
      about: 'messages',
      params: {},
      needs: ['publish'],
      swarms: ['browser'],
      metrics: { sentByClients, receivedByClients, fromSent, duplicates },
      plannedSeconds: () => 1,
      expected: () => ({ sentByClients: 3, receivedByClients: 9, duplicates: 0 }),
    },
    judge: () => [],
    params: { rate: 2 },
    transport: 'websocket',
    standIn: null,
    notice: null,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    startedAt: new Date(0),
    finishedAt: new Date(2_000),
    met: {
      reports: [report([1, 2], [1, 2], 6), report([3], [1.5], 3)],
      ...{ died: [], error: null, members: 2, clients: 3, clientsHere: 2 },
      ...met,
    },
    ...change,
  };
}

describe('the record', () => {
  test('is one that every reader of records takes, with the reports of all pages added up', () => {
    const made = recordOf(byHand());
    const validate = new Ajv({ validateFormats: false }).compile(runRecordSchema);
    validate(made);
    expect(validate.errors).toBeNull();
    expect(made).toMatchObject({
      identity: { members: 2, clients: 3, browser: 'firefox', framework: 'toy', params: { rate: 2 } },
      versions: { browser: '153.0', framework: null },
      metrics: {
        receivedByClients: { total: 9, expected: 9, series: [0, 9] },
        sentByClients: { series: [3, 0] },
        fromSent: { distribution: { count: 3, min: 1, max: 2 } },
      },
      validity: [],
    });
  });

  test('says why it does not have what only a launcher can measure', () => {
    const { metrics, machine, notMeasured } = recordOf(byHand());
    expect(metrics).toMatchObject({ sentByServer: { total: null }, serverCpu: { samples: null } });
    expect(notMeasured['metrics.sentByServer']).toContain('no token');
    expect(notMeasured['metrics.serverCpu']).toContain('processes');
    expect(notMeasured['metrics.duplicates']).toBe('no member measured it');
    expect([machine, notMeasured.machine]).toEqual([null, expect.any(String)]);
  });

  test('has no planned time where clients take as long as they take, and is judged by the guess', () => {
    const { scenario } = byHand();
    const judge = jest.fn(() => []);
    const record = recordOf(
      byHand({ judge, scenario: { ...scenario, plannedSeconds: () => 7, mostSeconds: () => 60 } }),
    );
    expect(record.plan.seconds).toBeNull();
    expect(judge).toHaveBeenCalledWith(expect.objectContaining({ plannedSeconds: 7 }));
    expect(recordOf(byHand()).plan.seconds).toBe(1);
  });

  test('has the flags of its scenario and its pages', () => {
    const lost = { ...report([3], [1.5], 3), closed: [{ clientId: 3, reason: 'gone' }] };
    const met = { reports: [lost], error: '1 of the other pages did not report' };
    const judge = () => [{ code: 'overtime', level: 'warning', message: 'late' } as const];
    const { validity } = recordOf(byHand({ judge, standIn: 'an open broker' }, met));
    expect(validity.map(({ code }) => code)).toEqual(['client-died', 'overtime', 'messages-lost', 'substitute']);
  });

  test.each([
    ['Mozilla/5.0 Firefox/153.0', { browser: 'firefox', version: '153.0' }],
    [
      'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/156.0.1.2 Safari/537.36',
      { browser: 'chrome', version: '156.0.1.2' },
    ],
    ['Lynx/2.9', null],
  ])('knows the browser in %s', (agent, known) => {
    expect(browserIn(agent)).toEqual(known);
  });
});

describe('what the page shows of it', () => {
  test('are the trends and counts that were measured', () => {
    expect(resultsOf(recordOf(byHand()))).toEqual({
      verdict: 'The test is valid: no message was lost or came twice.',
      good: true,
      who: 'messages over websocket, 3 clients in 2 pages',
      standIn: null,
      notice: null,
      trends: [
        {
          label: 'latency from sent',
          about: CLIENT_METRICS.fromSent.about,
          ...{ count: '3', mean: '1.50', p50: '1.50', p99: '2.00', max: '2.00' },
        },
      ],
      counts: [
        { label: 'sent by clients', value: '3' },
        { label: 'delivered to clients', value: '9' },
      ],
    });
  });

  test('is in one sentence what went wrong, and what a count should have been', () => {
    const judge = () => [{ code: 'messages-lost', level: 'fatal', message: '6 of 9 were delivered' } as const];
    const results = resultsOf(recordOf(byHand({ judge }, { reports: [report([1, 2], [1, 2], 6)] })));
    expect(results).toMatchObject({ good: false, verdict: 'The test is not valid: 6 of 9 were delivered.' });
    expect(results.counts).toContainEqual({ label: 'delivered to clients', value: '6 of 9' });
  });

  test('are no zeros for latencies of messages that never came back', () => {
    const { trends } = resultsOf(recordOf(byHand({}, { reports: [report([1], [], 0)] })));
    expect(trends).toMatchObject([{ count: '0', mean: '–', max: '–' }]);
  });

  test('names the substitute, which is no fault of the test', () => {
    const results = resultsOf(recordOf(byHand({ standIn: 'an open broker' })));
    expect(results).toMatchObject({ standIn: 'an open broker', good: true });
  });

  test('says what must be said with figures, which the record keeps', () => {
    const record = recordOf(byHand({ notice: 'ask before you publish' }));
    expect(record.notice).toBe('ask before you publish');
    expect(resultsOf(record)).toMatchObject({ notice: 'ask before you publish', good: true });
    expect(recordOf(byHand())).not.toHaveProperty('notice');
  });
});
