import { type MadeRun, makeRun } from '../../../merge/testing/make-run.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { isEnough, lastRoundSeconds, timeLimit } from './stopping.ts';

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

describe('rounds decide', () => {
  /** Makes the rows of a framework; each round gives all frameworks the same. */
  const rows = (framework: string, latencyMs: number): RunRecord[] =>
    Array.from({ length: 6 }, (_, index) => {
      const identity: MadeRun['identity'] = { framework, frameworkLabel: framework, repetition: index + 1 };
      return makeRun({ latencyMs, seed: index + 1 + framework.length, identity });
    });
  const isDecided = (records: RunRecord[], percent = 10, decided = true) =>
    timeLimit({ percent, seconds: 1, decided }, []).isDecided(records);

  test('an order whose rows are told apart', () => {
    expect(isDecided([...rows('slow', 80), ...rows('quick', 8)])).toBe(true);
  });

  test('no pair that is open', () => {
    expect(isDecided([...rows('one', 8), ...rows('other', 8.01)], 0.01)).toBe(false);
  });

  test('nothing before its time where it may not', () => {
    expect(isDecided([...rows('slow', 80), ...rows('quick', 8)], 10, false)).toBe(false);
  });

  test('one framework at once: there is nothing to tell apart', () => {
    expect(isDecided(rows('slow', 80))).toBe(true);
  });
});

describe('another round', () => {
  const four = [1, 2, 3, 4].map((repetition) => run(repetition, 10 * repetition, 10 * repetition + 10));
  const until = { seconds: 60, isDecided: () => false };

  test('is made where it ends nearer to the time than the last one did', () => {
    expect(isEnough(until, 4, four, 6)).toBe(false);
    expect(isEnough(until, 4, four, 4)).toBe(true);
    expect(isEnough(until, 4, four, -1)).toBe(true);
  });

  test('is made before there are four, whatever the time', () => {
    expect(isEnough(until, 3, four.slice(0, 3), -100)).toBe(false);
  });
});
