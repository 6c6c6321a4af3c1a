import { deflateSync } from 'node:zlib';
import type { RunRecord } from '../protocol/run-record.ts';
import { checkRecord } from './check-record.ts';
import { sampleDistribution, sampleRecord } from './testing/sample-record.ts';

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
type Break = (record: any) => void;
const broken = (change: Break) => sampleRecord(change as (record: RunRecord) => void);

describe('a run record', () => {
  test('is taken as it is when it is good', () => {
    const record = sampleRecord();
    expect(checkRecord(record)).toBe(record);
  });

  test.each<[string, Break, string]>([
    ['another schema', (r) => (r.schema = 'outcry/run@9'), 'schema: must be "outcry/run@1"'],
    ['a missing field', (r) => delete r.identity.rate, 'identity.rate: is missing'],
    ['an unknown field', (r) => (r.wire.colour = 'red'), 'wire.colour: is not a field of a run record'],
    ['a negative count', (r) => (r.perSecond.sentByClients[2] = -1), 'perSecond.sentByClients[2]: must be >= 0'],
    ['a fraction as count', (r) => (r.totals.sentByServer = 1.5), 'totals.sentByServer: must be integer or null'],
    ['a text as number', (r) => (r.perSecond.latencySum[0] = '7'), 'perSecond.latencySum[0]: must be number'],
    ['NaN', (r) => (r.perSecond.latencySum[0] = Number.NaN), 'perSecond.latencySum[0]: must be number'],
    ['infinity', (r) => (r.identity.rate = Number.POSITIVE_INFINITY), 'identity.rate: must be number'],
    ['a count beyond exactness', (r) => (r.wire.bytes = 1e300), 'wire.bytes: is too large to be exact'],
    ['an impossible date', (r) => (r.when.startedAt = '2026-13-40T00:00:00Z'), 'when.startedAt: must match format'],
    ['a path as id', (r) => (r.id = '../../etc/passwd'), 'id: must match pattern'],
    ['a session that is a folder of ours', (r) => (r.session.id = 'reference'), 'session.id: "reference" is reserved'],
    ['series of different length', (r) => r.perSecond.sentByServer.pop(), 'perSecond.sentByServer: has 2 buckets'],
    ['sums without counts', (r) => (r.perSecond.latencyCount = null), 'perSecond.latencyCount: must be given together'],
    [
      'a measured run with means',
      (r) => (r.perSecond.latencyMean = [1, 2, 3]),
      'perSecond.latencyMean: must be null in a measured run',
    ],
    [
      'a fatal code called a warning',
      (r) => r.validity.push({ code: 'messages-lost', level: 'warning', message: '3 lost' }),
      'validity[0].level: must be "fatal" for messages-lost',
    ],
    ['a count its histogram does not hold', (r) => (r.latency.fromDue.count = 7), 'latency.fromDue.count: is 7'],
    ['percentiles that fall', (r) => (r.latency.fromDue.p90 = 0), 'latency.fromDue.p90: must be >= p50'],
    ['no histogram', (r) => (r.latency.fromSent.hdr = 'aGVsbG8='), 'latency.fromSent.hdr: is not a V2 compressed'],
    ['a cut histogram', (r) => (r.latency.fromSent.hdr = histogram({ cut: true })), 'latency.fromSent.hdr: is cut off'],
    [
      'a zip bomb',
      (r) => (r.latency.fromSent.hdr = histogram({ inflated: 50_000_000 })),
      'latency.fromSent.hdr: unpacks to more than 4000000 bytes',
    ],
    [
      'a histogram that would need gigabytes',
      (r) => (r.latency.fromSent.hdr = histogram({ digits: 5, highest: 2n ** 52n })),
      'latency.fromSent.hdr: has too wide a range',
    ],
    [
      'a histogram of impossible precision',
      (r) => (r.latency.fromSent.hdr = histogram({ digits: 9 })),
      'latency.fromSent.hdr: has an impossible range or precision',
    ],
    [
      'a __proto__ field',
      (r) => Object.defineProperty(r, '__proto__', { value: {}, enumerable: true }),
      '__proto__: is not a field of a run record',
    ],
  ])('is refused with the field named: %s', (_, change, message) => {
    expect(() => checkRecord(broken(change))).toThrow(message);
  });

  test.each([null, [], 'text', 7])('is an object, not %j', (data) => {
    expect(() => checkRecord(data)).toThrow('the record: must be object');
  });

  test('that was imported may have series of different length', () => {
    const record = sampleRecord((r) => {
      r.kind = 'imported';
      r.perSecond.sentByServer?.pop();
    });
    expect(checkRecord(record)).toBe(record);
  });

  test('may hold an empty histogram and one of wide range', () => {
    const record = sampleRecord((r) => {
      r.latency.lateness = { hdr: histogram({}), count: 0, mean: 0, min: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };
      r.latency.delivery = sampleDistribution([0.001, 3_600_000]);
    });
    expect(checkRecord(record)).toBe(record);
  });
});
