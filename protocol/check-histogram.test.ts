import { deflateSync, inflateSync } from 'node:zlib';
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import { countOfHistogram } from './check-histogram.ts';

function encoded(values: number[], digits: 1 | 2 | 3 | 4 | 5 = 3): string {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000,
    numberOfSignificantValueDigits: digits,
  });
  for (const value of values) histogram.recordValue(value);
  return encodeIntoCompressedBase64(histogram);
}

/** The same histogram with other bytes in the place of its counts. */
function withPayload(payload: number[]): string {
  const header = inflateSync(Buffer.from(encoded([1]), 'base64').subarray(8)).subarray(0, 40);
  header.writeInt32BE(payload.length, 4);
  const packed = deflateSync(Buffer.concat([header, Buffer.from(payload)]));
  const cookie = Buffer.alloc(8);
  cookie.writeUInt32BE(0x1c849314, 0);
  cookie.writeInt32BE(packed.length, 4);
  return Buffer.concat([cookie, packed]).toString('base64');
}

test.each([
  ['no values', []],
  ['zeros', [0, 0, 0]],
  ['the largest value', [3_600_000_000]],
  ['many of one value', Array(100_000).fill(77)],
  ['values far apart', Array.from({ length: 5_000 }, (_, i) => Math.round(i ** 2.5))],
])('counts the values of a histogram of %s', (_, values) => {
  for (const digits of [1, 3, 4] as const) expect(countOfHistogram(encoded(values, digits))).toBe(values.length);
});

test.each([
  ['a count that has no end', [0x81]],
  ['a run of zeros beyond the range', [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ['more counts than the range has', Array(50_000).fill(2)],
  ['a count that is not exact', Array(9).fill(0xfe).concat(0x01)],
])('refuses %s', (_, payload) => {
  expect(() => countOfHistogram(withPayload(payload))).toThrow('cannot be decoded');
});
