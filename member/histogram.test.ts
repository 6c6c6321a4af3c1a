import { build } from 'hdr-histogram-js';
import { buildHistogram, countsArrayIndex, encode, record } from './histogram.ts';

const HOUR_US = 3_600_000_000;
const library = () =>
  build({
    bitBucketSize: 32,
    autoResize: false,
    lowestDiscernibleValue: 1,
    highestTrackableValue: HOUR_US,
    numberOfSignificantValueDigits: 3,
  });

/** All small values, those about each power of two, and some in between. */
function* values(): Generator<number> {
  for (let value = 0; value < 10_000; value++) yield value;
  for (let power = 13; power < 32; power++) {
    for (let off = -50; off <= 50; off++) yield 2 ** power + off;
    for (let step = 1; step < 100; step++) yield Math.floor(2 ** power * (1 + step / 100));
  }
  yield HOUR_US;
}

test('every value has the place that the library gives it', () => {
  const { countsArrayIndex: theirs } = library() as unknown as { countsArrayIndex(value: number): number };
  const own = library();
  const wrong = [...values()].filter(
    (value) => value <= HOUR_US && theirs.call(own, value) !== countsArrayIndex(value),
  );
  expect(wrong).toEqual([]);
});

test('what is recorded reads as the library writes it', () => {
  const [own, theirs] = [buildHistogram(), library()];
  for (const value of values()) {
    record(own, value / 1000);
    theirs.recordValue(Math.min(HOUR_US, value));
  }
  expect(encode(own)).toBe(encode(theirs));
});
