import type { Metric } from '../../../metrics/metric.ts';
import type { Evidence } from '../scenario.ts';
import { count, evidenceOf, goodReport, trend } from '../testing/evidence.ts';
import { FEED_METRICS } from './feed-metrics.ts';
import { judgeFeed } from './judge.ts';

const COUNT = FEED_METRICS.sentByBackend;

/** Ten bodies to two clients, with `changed` in the place of what went well. */
function evidence(changed: Record<string, Metric> = {}): Evidence {
  return evidenceOf(
    {},
    {
      sentByBackend: count(COUNT, [10], 10),
      receivedByServer: count(COUNT, [10], 10),
      sentByServer: count(COUNT, [20], 20),
      receivedByClients: count(COUNT, [20], 20),
      duplicates: count(COUNT, [], 0),
      outOfOrder: count(COUNT, [], 0),
      missing: count(COUNT, [], 0),
      delivery: trend(FEED_METRICS.delivery, 20),
      ...changed,
    },
  );
}

const said = (one: Evidence): string[] => judgeFeed(one).map(({ code, message }) => `${code}: ${message}`);

describe('a feed accuses itself', () => {
  test('of nothing when every client got every body once', () => {
    expect(said(evidence())).toEqual([]);
  });

  test('of a backend that fed less than it was to', () => {
    expect(said(evidence({ sentByBackend: count(COUNT, [8], 10) }))).toEqual([
      'messages-lost: the backend fed 8 of 10',
    ]);
  });

  test('of bodies that did not reach the server, or not the clients', () => {
    const lost = evidence({ receivedByServer: count(COUNT, [9], 10), receivedByClients: count(COUNT, [18], 20) });
    expect(said(lost)).toEqual(['messages-lost: the server had 9 of the 10 that were fed; 18 of 20 were delivered']);
  });

  test('of a body that one client misses where another got one twice', () => {
    const uneven = evidence({ duplicates: count(COUNT, [1], 0), missing: count(COUNT, [1], 0) });
    expect(said(uneven)).toEqual([
      'messages-lost: 19 of 20 were delivered',
      'duplicates: 1 bodies were delivered twice',
    ]);
  });

  test('of what came twice or out of order', () => {
    const copies = evidence({
      receivedByClients: count(COUNT, [21], 20),
      duplicates: count(COUNT, [1], 0),
      outOfOrder: count(COUNT, [2], 0),
    });
    expect(said(copies)).toEqual([
      'duplicates: 1 bodies were delivered twice',
      'out-of-order: 2 bodies overtook an earlier one',
    ]);
  });

  test('of counts that disagree though nothing is lost', () => {
    expect(said(evidence({ sentByServer: count(COUNT, [22], 20) }))).toEqual([
      'counts-disagree: the server says it sent 22, the clients that they got 20',
    ]);
  });

  test('of clocks that jumped, and of what was refused', () => {
    const one = evidence();
    const delivery = { kind: 'trend', sum: [1], count: [1], hdr: null, negative: 3 } as const;
    const refused = [{ event: 'echo', code: 'too-large', reason: 'too much' } as const];
    one.outcome.reports = [
      { ...goodReport(), metrics: { delivery: { ...delivery, sum: [1], count: [1] } }, refusals: 1, refused },
    ] as unknown as typeof one.outcome.reports;
    expect(said(one)).toEqual([
      'messages-lost: the server refused 1 events (too much)',
      'negative-latency: 3 bodies arrived before they were fed: a clock has jumped',
    ]);
  });

  test('of what the scenario lost besides', () => {
    expect(judgeFeed(evidence(), ['1 of 2 pings came back'])).toMatchObject([
      { code: 'messages-lost', level: 'fatal', message: '1 of 2 pings came back' },
    ]);
  });
});
