import { deflateSync } from 'node:zlib';
import { sampleDistribution } from '../protocol/testing/sample-distribution.ts';
import { checkRecord } from './check-record.ts';
import { sampleRecord } from './testing/sample-record.ts';

/** A histogram text with this header and payload. */
function histogram(header: { digits?: number; highest?: bigint; inflated?: number; cut?: boolean }): string {
  const plain = Buffer.alloc(header.inflated ?? 41);
  plain.writeUInt32BE(0x1c849313, 0);
  plain.writeInt32BE(plain.length - 40, 4);
  plain.writeInt32BE(header.digits ?? 3, 12);
  plain.writeBigInt64BE(1n, 16);
  plain.writeBigInt64BE(header.highest ?? 1_000_000n, 24);
  const packed = deflateSync(plain);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(0x1c849314, 0);
  head.writeInt32BE(header.cut ? packed.length + 10 : packed.length, 4);
  return Buffer.concat([head, packed]).toString('base64');
}

// biome-ignore lint/suspicious/noExplicitAny: tests put wrong things into records
type Any = any;
type Break = (record: Any, metrics: Any) => void;

const HISTOGRAMS: [string, string, string][] = [
  ['no histogram', 'aGVsbG8=', 'is not a V2 compressed'],
  ['a cut histogram', histogram({ cut: true }), 'is cut off'],
  ['a zip bomb', histogram({ inflated: 50_000_000 }), 'unpacks to more than 4000000 bytes'],
  ['a histogram that would need gigabytes', histogram({ digits: 5, highest: 2n ** 52n }), 'has too wide a range'],
  ['a histogram of impossible precision', histogram({ digits: 9 }), 'has an impossible range or precision'],
];
const CUT = { seconds: 1, servers: 2, readyAfter: 9, at: [0, 2], place: [1, 2] };
const SLICES: [string, (hdr: string) => string[], string][] = [
  ['a slice without its histogram', (hdr) => [hdr], ': has 1 histograms for 2 slices'],
  ['slices with other values than the run', (hdr) => [hdr, hdr], ': holds '],
  ['a histogram of a slice that is none', (hdr) => [hdr, 'aGVsbG8='], '[1]: is not a V2 compressed'],
];
const EMPTY = { hdr: histogram({}), count: 0, mean: 0, min: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };

describe('a run record', () => {
  test('is taken as it is when it is good', () => {
    const record = sampleRecord();
    expect(checkRecord(record)).toBe(record);
  });

  test('may have histograms of slices, which together hold what that of the run does', () => {
    const record = sampleRecord((r, { fromSent }) => {
      r.slices = { ...CUT, histograms: { fromSent: [fromSent.distribution.hdr, EMPTY.hdr] } };
    });
    expect(checkRecord(record)).toBe(record);
  });

  test('may have a notice', () => {
    const record = { ...sampleRecord(), notice: 'ask before you publish' };
    expect(checkRecord(record)).toBe(record);
  });

  test.each<[string, Break, string]>([
    ['a notice that says nothing', (r) => (r.notice = ''), 'notice: '],
    [
      'an older schema',
      (r) => (r.schema = 'outcry/run@2'),
      'schema: is "outcry/run@2"; this Outcry reads "outcry/run@3" alone',
    ],
    ['no schema', (r) => delete r.schema, 'schema: is missing'],
    [
      'clients that were not counted',
      (r) => (r.identity.clients = null),
      'identity.clients: must be known of a measured',
    ],
    ['a missing field', (r) => delete r.identity.clients, 'identity.clients: is missing'],
    ['an unknown field', (r) => (r.plan.colour = 'red'), 'plan.colour: is not a field of a run record'],
    ['no metrics', (r) => delete r.metrics, 'metrics: is missing'],
    ['a negative count', (_, m) => (m.sentByClients.series[2] = -1), 'metrics.sentByClients.series[2]: must be >= 0'],
    [
      'a fraction as count',
      (_, m) => (m.sentByServer.total = 1.5),
      'metrics.sentByServer.total: must be integer or null',
    ],
    ['a text as number', (_, m) => (m.fromSent.series.sum[0] = '7'), 'metrics.fromSent.series.sum[0]: must be number'],
    ['NaN', (_, m) => (m.fromSent.series.sum[0] = Number.NaN), 'metrics.fromSent.series.sum[0]: must be number'],
    ['infinity', (r) => (r.plan.seconds = Number.POSITIVE_INFINITY), 'plan.seconds: must be number or null'],
    ['an infinite parameter', (r) => (r.identity.params.rate = Number.NaN), 'identity.params.rate: must be number'],
    [
      'a count beyond exactness',
      (_, m) => (m.sentByServer.total = 1e300),
      'sentByServer.total: is too large to be exact',
    ],
    ['a parameter that is a list', (r) => (r.identity.params.rate = [2]), 'identity.params.rate: must be'],
    ['a parameter that is no name', (r) => (r.identity.params['a b'] = 2), 'identity.params.a b: is not a name'],
    ['a metric that is no name', (r, m) => (r.metrics['<b>'] = m.fromSent), 'metrics.<b>: is not a name'],
    ['a metric of no kind', (_, m) => delete m.fromSent.kind, 'metrics.fromSent.kind: is missing'],
    ['a metric of an unknown kind', (_, m) => (m.fromSent.kind = 'mood'), 'kind: must be one of count, trend, gauge'],
    ['a metric of another kind', (_, m) => (m.fromSent.kind = 'count'), 'metrics.fromSent.total: is missing'],
    ['a metric with a field too many', (_, m) => (m.fromSent.colour = 1), 'metrics.fromSent.colour: is not a field'],
    ['a metric without its unit', (_, m) => delete m.fromSent.unit, 'metrics.fromSent.unit: is missing'],
    [
      'a label without end',
      (_, m) => (m.fromSent.label = 'x'.repeat(81)),
      'metrics.fromSent.label: must NOT have more',
    ],
    [
      'more metrics than anybody reads',
      (r, m) => (r.metrics = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`m${i}`, m.fromDue]))),
      'metrics: must NOT have more than 200',
    ],
    ['an impossible date', (r) => (r.when.startedAt = '2026-13-40T00:00:00Z'), 'when.startedAt: must match format'],
    ['a path as id', (r) => (r.id = '../../etc/passwd'), 'id: must match pattern'],
    ['a session that is a folder of ours', (r) => (r.session.id = 'reference'), 'session.id: "reference" is reserved'],
    ['series of different length', (_, m) => m.sentByServer.series.pop(), 'metrics.sentByServer.series: has 2 buckets'],
    ['sums without counts', (_, m) => m.fromSent.series.count.pop(), 'metrics.fromSent.series.count: has 2 buckets'],
    ['counts that are not there', (_, m) => delete m.fromSent.series.count, 'metrics.fromSent.series'],
    [
      'a measured run with means',
      (_, m) => (m.fromSent.series = { mean: [1, 2, 3] }),
      'metrics.fromSent.series.mean: must not be in a measured run',
    ],
    ['a measured run with a median', (_, m) => (m.serverCpu.median = 7), 'metrics.serverCpu.median: must be null'],
    [
      'samples without a rhythm',
      (_, m) => (m.serverCpu.intervalMs = null),
      'serverCpu.intervalMs: must be given together',
    ],
    [
      'a fatal code called a warning',
      (r) => r.validity.push({ code: 'messages-lost', level: 'warning', message: '3 lost' }),
      'validity[0].level: must be "fatal" for messages-lost',
    ],
    [
      'a finding of no code',
      (r) => r.validity.push({ code: '<b>', level: 'warning', message: 'x' }),
      'validity[0].code: must match pattern',
    ],
    ['a count its histogram does not hold', (_, m) => (m.fromDue.distribution.count = 7), 'distribution.count: is 7'],
    ['percentiles that fall', (_, m) => (m.fromDue.distribution.p90 = 0), 'fromDue.distribution.p90: must be >= p50'],
    ...HISTOGRAMS.map(([name, hdr, message]): [string, Break, string] => [
      name,
      (_, m) => (m.fromSent.distribution.hdr = hdr),
      `metrics.fromSent.distribution.hdr: ${message}`,
    ]),
    ...SLICES.map(([name, histograms, message]): [string, Break, string] => [
      name,
      (r, m) => (r.slices = { ...CUT, histograms: { fromSent: histograms(m.fromSent.distribution.hdr) } }),
      `slices.histograms.fromSent${message}`,
    ]),
    [
      'a __proto__ field',
      (r) => Object.defineProperty(r, '__proto__', { value: {}, enumerable: true }),
      '__proto__: is not a field of a run record',
    ],
    [
      'a __proto__ metric',
      (r, m) => Object.defineProperty(r.metrics, '__proto__', { value: m.fromDue, enumerable: true }),
      'metrics.__proto__: is not a name',
    ],
  ])('is refused with the field named: %s', (_, change, message) => {
    expect(() => checkRecord(sampleRecord(change))).toThrow(message);
  });

  test.each([null, [], 'text', 7])('is an object, not %j', (data) => {
    expect(() => checkRecord(data)).toThrow('the record must be object');
  });

  test('that was imported may have series of different length, means, and figures without samples', () => {
    const record = sampleRecord((r, metrics) => {
      r.kind = 'imported';
      metrics.sentByClients.series.pop();
      metrics.fromSent.series = { mean: [1, null, 3, 4] };
      Object.assign(metrics.serverCpu, { samples: null, intervalMs: null, median: 31 });
    });
    expect(checkRecord(record)).toBe(record);
  });

  test('may have a finding of its scenario’s own, with the level that it says', () => {
    const record = sampleRecord((r) => r.validity.push({ code: 'held-less', level: 'fatal', message: '3 of 5 held.' }));
    expect(checkRecord(record)).toBe(record);
  });

  test('may measure nothing, and whatever else it is about', () => {
    const own = { kind: 'gauge', unit: 'rooms', label: 'rooms', about: 'Made up.', samples: [1], intervalMs: 1000 };
    const record = sampleRecord((r) => {
      r.metrics = { rooms: { ...own, median: null, max: null } as never };
      r.identity.params = {};
    });
    expect(checkRecord(record)).toBe(record);
  });

  test('may hold an empty histogram and one of wide range', () => {
    const record = sampleRecord((_, metrics) => {
      metrics.fromDue.distribution = EMPTY;
      metrics.fromSent.distribution = sampleDistribution([0.001, 3_600_000]);
    });
    expect(checkRecord(record)).toBe(record);
  });
});
