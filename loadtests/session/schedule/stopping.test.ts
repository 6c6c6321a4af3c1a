import { type MadeRun, makeRun } from '../../../merge/testing/make-run.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { lastRoundSeconds, timeLimit } from './stopping.ts';

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
  /** What a round does to one framework it does to all. */
  const rows = (framework: string, latencyMs: number): RunRecord[] =>
    Array.from({ length: 6 }, (_, index) => {
      const identity: MadeRun['identity'] = { framework, frameworkLabel: framework, repetition: index + 1 };
      return makeRun({ latencyMs, seed: index + 1 + framework.length, identity });
    });
  const isDecided = (records: RunRecord[], percent = 10) =>
    timeLimit({ percent, seconds: 1 }, [], 0).isDecided(records);

  test('an order whose rows are told apart', () => {
    expect(isDecided([...rows('slow', 80), ...rows('quick', 8)])).toBe(true);
  });

  test('no pair that is open', () => {
    expect(isDecided([...rows('one', 8), ...rows('other', 8.01)], 0.01)).toBe(false);
  });

  test('one framework at once: there is nothing to tell apart', () => {
    expect(isDecided(rows('slow', 80))).toBe(true);
  });
});

test('the time is for the whole command', () => {
  expect(timeLimit({ percent: 10, seconds: 720 }, [], 5_000).deadline).toBe(725_000);
});
