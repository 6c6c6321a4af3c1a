import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDistribution } from '../../../merge/testing/make-run.ts';
import { ROOT } from '../../../system/root.ts';
import {
  CPU_SPREAD,
  CPU_TICKS_SECONDS,
  LATENCY_SPREAD,
  LATENCY_STEP_MS,
  type Piece,
  THROUGHPUT_SPREAD,
  unlevelled,
  usualWarmUp,
  warmUp,
} from './warm-up.ts';
import { pieceOf } from './warm-up-piece.ts';

const piece = (latency: number | null, throughput: number | null = 100, cpu: number | null = null): Piece => ({
  seconds: 2,
  latency,
  throughput,
  cpu,
  error: null,
});

/** Warms up a made-up app whose pieces have these latencies (the last one goes on), each taking `takes` seconds of time. */
async function warmed(latencies: number[], takes = 2, wanted = 4, taken: 'alone' | 'in turn' = 'alone') {
  let time = 0;
  let pieces = 0;
  const result = await warmUp(
    { wanted, exactly: null, taken },
    async (seconds) => {
      time += takes;
      const latency = latencies[Math.min(pieces, latencies.length - 1)]!;
      pieces += 1;
      return { ...piece(latency), seconds };
    },
    () => time,
  );
  return { ...result, pieces, time };
}

describe('a warm-up', () => {
  test('ends when three pieces on end are alike', async () => {
    expect(await warmed([20, 8, 4, 4, 4])).toMatchObject({ pieces: 5, seconds: 10, unlevel: null });
  });

  test('goes on for as long as the app wants, however level it is', async () => {
    expect(await warmed([4], 2, 30)).toMatchObject({ pieces: 15, seconds: 30, unlevel: null });
  });

  test('in turn with others ends when it is level and has had half of what the app wants, and when it has had all of it', async () => {
    expect(await warmed([9, 4, 4, 4], 8, 6, 'in turn')).toMatchObject({ pieces: 4, seconds: 4, unlevel: null });
    expect(await warmed([4], 8, 30, 'in turn')).toMatchObject({ pieces: 15, seconds: 15, unlevel: null });
    const growing = Array.from({ length: 100 }, (_, index) => 10 * 1.5 ** index);
    expect(await warmed(growing, 8, 12, 'in turn')).toMatchObject({
      pieces: 12,
      unlevel: expect.stringMatching(/latency/),
    });
    expect((await warmed(growing, 8, 1, 'in turn')).pieces).toBe(10);
  });

  test('gives up after a limit of time, and says what had not levelled', async () => {
    const growing = Array.from({ length: 100 }, (_, index) => 10 * 1.5 ** index);
    const { time, unlevel } = await warmed(growing);
    expect(time).toBeGreaterThanOrEqual(34);
    expect(unlevel).toMatch(/latency still went from .* to .* ms/);
  });

  test('gives up after the same time where each piece takes a multiple of its own', async () => {
    expect((await warmed([1, 100], 20)).pieces).toBe(2);
  });

  test('is exactly as long as it was asked to be, level or not', async () => {
    const asked: number[] = [];
    const run = async (seconds: number) => {
      asked.push(seconds);
      return { ...piece(1), seconds };
    };
    expect(await warmUp({ wanted: 30, exactly: 7, taken: 'alone' }, run, () => 0)).toMatchObject({
      seconds: 7,
      unlevel: null,
    });
    expect(await warmUp({ wanted: 30, exactly: 0, taken: 'alone' }, run, () => 0)).toMatchObject({ seconds: 0 });
    expect(asked).toEqual([1.75, 1.75, 1.75, 1.75]);
  });

  test('of an exact length comes in pieces too, so that a server has seen what comes between them', async () => {
    const asked: number[] = [];
    const run = async (seconds: number) => {
      asked.push(seconds);
      return { ...piece(1), seconds };
    };
    await warmUp({ wanted: 30, exactly: 3, taken: 'alone' }, run, () => 0);
    expect(asked).toEqual([1.5, 1.5]);
  });

  test('ends with what went wrong in a piece', async () => {
    const failing = async () => ({ ...piece(null), error: 'a member died' });
    expect(await warmUp({ wanted: 3, exactly: null, taken: 'alone' }, failing, () => 0)).toMatchObject({
      error: 'a member died',
    });
  });
});

test('in turn, one that has levelled goes on while others have not, for the time of its app', async () => {
  const beside = (others: number) => {
    let pieces = 0;
    return { level: () => {}, areUnlevel: () => ++pieces < others };
  };
  const seconds = async (others: number) =>
    (
      await warmUp(
        { wanted: 20, exactly: null, taken: 'in turn' },
        async () => piece(4),
        () => 0,
        beside(others),
      )
    ).seconds;
  expect([await seconds(0), await seconds(5), await seconds(100)]).toEqual([10, 18, 20]);
});

describe('how long a warm-up usually takes', () => {
  test.each([
    ['of three level pieces', 4],
    ['of an app that wants more', 30],
  ])('is what one takes %s', async (_, wanted) => {
    const { time } = await warmed([4], 2, wanted);
    expect(usualWarmUp({ wanted, exactly: null, taken: 'alone' })).toBe(time);
  });

  test('is half of what the app wants in turn, and three pieces at least', () => {
    const taken = 'in turn';
    expect([30, 3].map((wanted) => usualWarmUp({ wanted, exactly: null, taken }))).toEqual([15, 3]);
  });

  test('is what was asked for', () => {
    expect([7, 0].map((exactly) => usualWarmUp({ wanted: 30, exactly, taken: 'alone' }))).toEqual([7, 0]);
  });
});

describe('pieces are level', () => {
  test.each([
    ['when latencies differ by less than a fifth', [piece(10), piece(11), piece(11.9)], true],
    ['when latencies differ by less than clocks can tell', [piece(0.05), piece(0.06), piece(0.069)], true],
    ['but not when those of a fast framework differ by more', [piece(0.1), piece(0.11), piece(0.13)], false],
    ['when only the last three are', [piece(90), piece(10), piece(10), piece(10)], true],
    ['but not when latency still falls', [piece(20), piece(15), piece(11)], false],
    ['but not when deliveries still rise', [piece(10, 80), piece(10, 90), piece(10, 100)], false],
    ['but not when there are fewer than three', [piece(10), piece(10)], false],
    [
      'when the CPU differs by less than a tenth and some ticks',
      [piece(10, 100, 20), piece(10, 100, 23), piece(10, 100, 20)],
      true,
    ],
    ['but not when it still falls', [piece(10, 100, 57), piece(10, 100, 43), piece(10, 100, 29)], false],
    ['but not when it still rises', [piece(10, 100, 27), piece(10, 100, 57), piece(10, 100, 75)], false],
    ['also where nothing is counted', [piece(10, null), piece(10, null), piece(10, null)], true],
  ])('%s', (_, pieces, level) => {
    expect(unlevelled(pieces) === null).toBe(level);
  });
});

test('docs/method.md says how far apart pieces may be', () => {
  const method = readFileSync(join(ROOT, 'docs', 'method.md'), 'utf8').replace(/\s+/g, ' ');
  const [latency, throughput, cpu] = [LATENCY_SPREAD, THROUGHPUT_SPREAD, CPU_SPREAD].map(
    ({ alone }) => `${100 * alone} %`,
  );
  expect(method).toContain(
    `median latencies lie within ${latency} of the lowest, or within ${LATENCY_STEP_MS} ms where`,
  );
  expect(method).toContain(`deliveries per second within ${throughput} of the highest`);
  expect(method).toContain(`the server's CPU within ${cpu} of the lowest and ${1000 * CPU_TICKS_SECONDS} ms more`);
});

test('a piece is judged by the first of what rows are ranked by that was measured', () => {
  const trend = (value: number) => ({ kind: 'trend' as const, sum: [value], count: [1], hdr: null, negative: 0 });
  const metrics = { first: { kind: 'trend' as const }, ranked: { kind: 'trend' as const } };
  const latency = (ranked: string[], measured: Record<string, ReturnType<typeof trend>>) =>
    pieceOf(metrics, { ranked, roles: {} }, measured, 2, null).latency;
  expect(latency(['ranked', 'first'], { first: trend(1), ranked: trend(2) })).toBe(2);
  expect(latency(['ranked', 'first'], { first: trend(1) })).toBe(1);
  expect(latency(['someLevel'], { first: trend(1), ranked: trend(2) })).toBe(1);
});

test('the slowest messages of a piece do not keep it from being level', () => {
  const { hdr } = makeDistribution([2, 2, 2, 2, 900]);
  const measured = { fromSent: { kind: 'trend' as const, sum: [908], count: [5], hdr, negative: 0 } };
  const metrics = { fromSent: { kind: 'trend' as const } };
  expect(pieceOf(metrics, { ranked: ['fromSent'], roles: {} }, measured, 2, null).latency).toBeCloseTo(2, 2);
});

test('a piece skips what was delivered after its load had ended', () => {
  const series = new Array<number>(30).fill(1);
  const measured = {
    receivedByClients: { kind: 'count' as const, series },
    fromSent: { kind: 'trend' as const, sum: [10, 20], count: [2, 4], hdr: null, negative: 0 },
  };
  const metrics = { receivedByClients: { kind: 'count' as const }, fromSent: { kind: 'trend' as const } };
  expect(pieceOf(metrics, { ranked: ['delivery', 'fromSent'], roles: {} }, measured, 2, null)).toEqual({
    seconds: 2,
    latency: 5,
    throughput: 10,
    error: null,
  });
});
