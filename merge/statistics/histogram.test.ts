import { deflateSync } from 'node:zlib';
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import { makeRandom } from '../testing/make-run.ts';
import { addedDistribution } from './histogram.ts';

const OPTIONS = { lowestDiscernibleValue: 1, highestTrackableValue: 3_600_000_000, numberOfSignificantValueDigits: 3 };

function histogramOf(microseconds: number[], options: Partial<typeof OPTIONS> = {}) {
  const histogram = build({ ...OPTIONS, ...options } as typeof OPTIONS & { numberOfSignificantValueDigits: 3 });
  for (const value of microseconds) histogram.recordValue(value);
  return histogram;
}

const encode = (values: number[], options: Partial<typeof OPTIONS> = {}) =>
  encodeIntoCompressedBase64(histogramOf(values, options));

describe('addedDistribution', () => {
  test('reads percentiles from the added counts, not from averaged percentiles', () => {
    // 99 fast messages in one run, 1 slow one in the other: the median of all is fast, whatever the second run says.
    const fast = encode(new Array(99).fill(1000));
    const slow = encode([500_000]);
    const distribution = addedDistribution([fast, slow])!;
    expect(distribution).toMatchObject({ count: 100, min: 1, p50: 1, p90: 1, p99: 1 });
    expect(distribution.max).toBeCloseTo(500, 0);
    expect(distribution.p999).toBe(distribution.max);
    expect(distribution.mean).toBeCloseTo((99 * 1 + 500) / 100, 1);
  });

  test('agrees with the histogram library on every figure, values from a microsecond to an hour', () => {
    const random = makeRandom(7);
    const parts = [1, 2, 3].map(() => Array.from({ length: 2000 }, () => Math.floor(Math.exp(random() * 22))));
    const all = histogramOf(parts.flat());
    const distribution = addedDistribution(parts.map((part) => encode(part)))!;
    expect(distribution.count).toBe(6000);
    expect(distribution.mean).toBeCloseTo(all.mean / 1000, 6);
    expect(distribution.max).toBe(all.getValueAtPercentile(100) / 1000);
    for (const [name, percentile] of [
      ['p50', 50],
      ['p90', 90],
      ['p99', 99],
      ['p999', 99.9],
    ] as const) {
      expect(distribution[name]).toBe(all.getValueAtPercentile(percentile) / 1000);
    }
    for (const { percentile, value } of distribution.curve.slice(1)) {
      expect(value).toBe(all.getValueAtPercentile(percentile) / 1000);
    }
  });

  test('adds histograms of different precision within the precision of the coarser one', () => {
    const coarse = encode([1_234_567], { numberOfSignificantValueDigits: 2 });
    const fine = encode([1_234_567, 1_234_567], { numberOfSignificantValueDigits: 4 });
    for (const order of [
      [coarse, fine],
      [fine, coarse],
    ]) {
      const distribution = addedDistribution(order)!;
      expect(distribution.count).toBe(3);
      expect(Math.abs(distribution.p50 - 1234.567)).toBeLessThan(12.4);
    }
  });

  test('has a curve that never falls, from the minimum to the maximum, inside the number of messages', () => {
    const random = makeRandom(3);
    const { curve, count, max } = addedDistribution([
      encode(Array.from({ length: 1000 }, () => Math.floor(1000 / (0.001 + random())))),
    ])!;
    expect(curve[0]!.oneIn).toBe(1);
    expect(curve.at(-1)).toEqual({ percentile: 100, oneIn: count, value: max });
    for (let index = 1; index < curve.length; index++) {
      expect(curve[index]!.value).toBeGreaterThanOrEqual(curve[index - 1]!.value);
      expect(curve[index]!.oneIn).toBeGreaterThan(curve[index - 1]!.oneIn);
    }
  });

  test('is null when nothing was recorded', () => {
    expect(addedDistribution([])).toBeNull();
    expect(addedDistribution([encode([])])).toBeNull();
  });

  test('a single message is a distribution', () => {
    expect(addedDistribution([encode([2000])])).toMatchObject({ count: 1, p50: 2, max: 2 });
  });

  test('refuses what is not a histogram', () => {
    expect(() => addedDistribution(['AAAA'])).toThrow('not an HDR histogram');
    expect(() => addedDistribution([Buffer.from('plain text, not a histogram').toString('base64')])).toThrow(
      'not an HDR histogram',
    );
  });

  test('refuses values that no histogram can hold', () => {
    // Header of 3 digits from 1 on; then 100 million zeros and a count.
    const data = Buffer.alloc(46);
    data.writeUInt32BE(0x1c849313, 0);
    data.writeUInt32BE(6, 4);
    data.writeUInt32BE(3, 12);
    data.writeBigUInt64BE(1n, 16);
    data.set([0xff, 0x87, 0xaf, 0x5f, 0x02, 0x00], 40);
    const packed = deflateSync(data);
    const header = Buffer.alloc(8);
    header.writeUInt32BE(0x1c849314, 0);
    header.writeUInt32BE(packed.length, 4);
    const text = Buffer.concat([header, packed]).toString('base64');
    expect(() => addedDistribution([text])).toThrow('more steps than its range can have');
  });

  test('does not inflate a small text to a large memory', () => {
    const bomb = deflateSync(Buffer.alloc(64 * 1_048_576));
    const header = Buffer.alloc(8);
    header.writeUInt32BE(0x1c849314, 0);
    header.writeUInt32BE(bomb.length, 4);
    expect(() => addedDistribution([Buffer.concat([header, bomb]).toString('base64')])).toThrow(/larger than/);
  });
});
