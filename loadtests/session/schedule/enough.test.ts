import type { RunRecord } from '../../../protocol/run-record.ts';
import { lastRoundSeconds } from './enough.ts';

/** A run of a round whose test began and that was over at these seconds. */
function run(repetition: number, from: number, to: number, readyAfter?: number): RunRecord {
  const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
  const slices = readyAfter === undefined ? {} : { slices: { readyAfter } };
  return { identity: { repetition }, when: { startedAt: at(from), finishedAt: at(to) }, ...slices } as RunRecord;
}

test('the newest round counts, from its first test to its last end', () => {
  expect(lastRoundSeconds([run(1, 0, 90), run(2, 100, 130), run(2, 140, 170)])).toBe(70);
  expect(lastRoundSeconds([])).toBe(0);
});

test('where servers take turns, so does the time in which they start and warm up', () => {
  expect(lastRoundSeconds([run(1, 100, 130, 25), run(1, 101, 130, 25)])).toBe(55);
});
