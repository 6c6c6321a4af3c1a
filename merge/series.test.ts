import { makeRun } from '../chart-merger/testing/make-run.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { latencyPerSecond, mergePerSecond, wholeTestFigure, windowFigure } from './series.ts';

/** A record of 4 s (8 messages at 2 per second) whose series are exactly these. */
function record(series: Partial<RunRecord['perSecond']>, identity: Partial<RunRecord['identity']> = {}): RunRecord {
  const made = makeRun({ identity: { messages: 8, ...identity } });
  const none = {
    sentByClients: null,
    receivedByServer: null,
    sentByServer: null,
    receivedByClients: null,
    latencySum: null,
    latencyCount: null,
    latencyMean: null,
  };
  return { ...made, perSecond: { bucketSeconds: 1, ...none, ...series } };
}

const flat = (length: number, value: number) => new Array<number>(length).fill(value);

describe('latencyPerSecond', () => {
  test('is sum / count, and nothing for a second without messages', () => {
    const { perSecond } = record({ latencySum: [10, 0, 9], latencyCount: [2, 0, 3] });
    expect(latencyPerSecond(perSecond)).toEqual([5, null, 3]);
  });

  test('is what an imported run says', () => {
    expect(latencyPerSecond(record({ latencyMean: [4, null] }).perSecond)).toEqual([4, null]);
    expect(latencyPerSecond(record({}).perSecond)).toBeNull();
  });
});

describe('mergePerSecond', () => {
  test('weighs runs equally, however many messages each had in the second', () => {
    const merged = mergePerSecond([
      record({ latencySum: [100], latencyCount: [10] }),
      record({ latencySum: [40], latencyCount: [1] }),
    ]);
    expect(merged.latency!.mean).toEqual([25]);
  });

  test('gives messages per second for wider buckets', () => {
    const wide = record({ bucketSeconds: 2, sentByClients: [40, 80] });
    expect(mergePerSecond([wide]).sentByClients!.mean).toEqual([20, 40]);
  });

  test('marks the seconds past the plan and one bucket of grace as overtime', () => {
    const merged = mergePerSecond([record({ sentByClients: flat(7, 2) }), record({ sentByClients: flat(7, 2) })]);
    expect(merged.plannedSeconds).toBe(4);
    expect(merged.overtime).toEqual([false, false, false, false, false, true, true]);
  });

  test('marks a second that only some runs reach, though it is within the plan', () => {
    const merged = mergePerSecond([
      record({ sentByClients: [8, 8, 8, 8] }),
      record({ sentByClients: [8, 8, 8, 7, 1] }),
      record({ sentByClients: [8, 8, 8, 8] }),
    ]);
    expect(merged.overtime).toEqual([false, false, false, false, true]);
    expect(merged.sentByClients).toMatchObject({ n: [3, 3, 3, 3, 1] });
    expect(merged.sentByClients!.mean[4]).toBe(1);
  });

  test('a series that ends sooner in every run makes no overtime of the others', () => {
    const run = () => record({ sentByClients: flat(4, 8), receivedByClients: flat(5, 8) });
    expect(mergePerSecond([run(), run()]).overtime).toEqual(flat(5, 0).map(() => false));
  });

  test('a gap in the middle of one run is no overtime, and shows in n', () => {
    const merged = mergePerSecond([record({ latencyMean: [1, null, 3, 4] }), record({ latencyMean: [1, 2, 3, 4] })]);
    expect(merged.overtime).toEqual([false, false, false, false]);
    expect(merged.latency!.n).toEqual([2, 1, 2, 2]);
  });
});

describe('seconds 5..14', () => {
  const long = { messages: 30 };
  const steps = Array.from({ length: 15 }, (_, second) => second);

  test('give high, low and average of the merged latencies', () => {
    const merged = mergePerSecond([
      record({ latencyMean: steps }, long),
      record({ latencyMean: steps.map((value) => value + 2) }, long),
    ]);
    // merged: second + 1
    expect(windowFigure(merged)).toEqual({ fromSecond: 5, toSecond: 14, low: 6, high: 15, average: 10.5 });
  });

  test('are refused with the reason for a shorter test; the whole test is there instead', () => {
    const merged = mergePerSecond([record({ latencyMean: [5, 2, 3, 4, 100, 900] })]);
    expect(windowFigure(merged)).toEqual({ reason: expect.stringContaining('second 5 is overtime') });
    expect(wholeTestFigure(merged)).toEqual({ fromSecond: 0, toSecond: 4, low: 2, high: 100, average: 22.8 });
  });

  test('are refused when one is missing in all runs', () => {
    const holed = steps.map((value) => (value === 9 ? null : value));
    expect(windowFigure(mergePerSecond([record({ latencyMean: holed }, long)]))).toEqual({
      reason: expect.stringContaining('second 9 is missing'),
    });
  });

  test('take whole buckets inside the window when buckets are wider', () => {
    const merged = mergePerSecond([record({ bucketSeconds: 2, latencyMean: [0, 1, 2, 3, 4, 5, 6, 7] }, long)]);
    // buckets 3..6 cover seconds 6..13
    expect(windowFigure(merged)).toMatchObject({ low: 3, high: 6, average: 4.5 });
  });

  test('are null without latencies', () => {
    const merged = mergePerSecond([record({ sentByClients: [1] })]);
    expect(windowFigure(merged)).toEqual({ reason: 'no latencies were measured' });
    expect(wholeTestFigure(merged)).toBeNull();
  });
});
