import { rowSays, rowsOf } from '../gate/gate-rows.ts';
import { makeRuns } from '../testing/make-run.ts';
import { type History, historiesOf } from './history.ts';

const few = { rate: 2, messages: 5, payload: 64, phase: 'together' };

/** Rounds of one version in one session, which scatter by 3 %. */
const runs = (version: string, latencyMs: number, session = 'one', startedAt?: string) =>
  makeRuns(6, { session, latencyMs, seed: latencyMs, identity: { version, clients: 4, params: few } }).map((run) => ({
    ...run,
    id: `${run.id}.${version}`,
    when: { ...run.when, startedAt: startedAt ?? run.when.startedAt },
  }));

const historyOf = (records: ReturnType<typeof runs>): History => {
  const [history, ...more] = historiesOf(rowsOf(records), () => 'fromSent.mean', rowSays);
  expect(more).toEqual([]);
  return history!;
};

test('versions of one session are its points, in the order of their numbers, and the change is named with its size', () => {
  const latencies: [string, number][] = [
    ['4.10.0', 10],
    ['4.2.0', 8],
    ['4.1.0', 8.05],
    ['4.9.1', 10.05],
  ];
  const { points, changes, by, unit } = historyOf(latencies.flatMap(([version, ms]) => runs(version, ms)));
  expect(points.map(({ version, runs: count }) => [version, count])).toEqual([
    ['4.1.0', 6],
    ['4.2.0', 6],
    ['4.9.1', 6],
    ['4.10.0', 6],
  ]);
  expect([by, unit]).toEqual(['rounds', 'ms']);
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({ at: 2 });
  expect(changes[0]!.ratio!.low).toBeLessThan(1.25);
  expect(changes[0]!.ratio!.high).toBeGreaterThan(1.2);
});

test('sessions of one version are its points, by their time, and one value each', () => {
  const days = Array.from({ length: 12 }, (_, index) => index + 1);
  const records = days.flatMap((day) => {
    const latencyMs = (day <= 6 ? 8 : 12) * (1 + 0.01 * (day % 3));
    return runs('1.0.0', latencyMs, `s${13 - day}`, `2026-01-${String(day).padStart(2, '0')}T10:00:00.000Z`);
  });
  const { points, changes, by } = historyOf(records);
  expect(by).toBe('sessions');
  expect(points.map(({ session }) => session!.id)).toEqual(days.map((day) => `s${13 - day}`));
  expect(changes.map(({ at }) => at)).toEqual([6]);
});

describe('a change is fresh', () => {
  const freshIn = (...latencies: number[]): boolean[] =>
    historyOf(latencies.flatMap((ms, index) => runs(`1.${index}.0`, ms))).changes.map(({ fresh }) => fresh);

  test('where the newest version of the same rounds begins it, and not where an older one does', () => {
    expect(freshIn(8, 8.05, 8.02, 12)).toEqual([true]);
    expect(freshIn(8, 8.05, 12, 12.05)).toEqual([false]);
    expect(freshIn(8, 8.05, 8.02, 8.01)).toEqual([]);
  });

  test('where the newest session is the first to show it, once', () => {
    const after = (count: number): boolean[] => {
      const days = Array.from({ length: 10 + count }, (_, index) => index + 1);
      const records = days.flatMap((day) => {
        const latencyMs = (day <= 10 ? 8 : 12) * (1 + 0.01 * (day % 3));
        return runs('1.0.0', latencyMs, `s${day}`, `2026-01-${String(day).padStart(2, '0')}T10:00:00.000Z`);
      });
      return historyOf(records).changes.map(({ fresh }) => fresh);
    };
    const nights = [0, 1, 2, 3, 4].map(after);
    expect(nights.flat().filter((fresh) => fresh)).toHaveLength(1);
    expect(nights.at(-1)).toEqual([false]);
  });
});

test('a disturbed slice of interleaved runs counts as one of many', () => {
  const at = Array.from({ length: 20 }, (_, slice) => 2 * slice);
  const slices = { seconds: 1, servers: 2, readyAfter: 9, at, place: at.map(() => 1) };
  const sliced = (version: string) =>
    runs(version, 8).map((run, round) => {
      const { fromSent } = run.metrics;
      const sum = at.map((_, slice) => 8 + 0.01 * round + (version === '2.0.0' && slice === 7 ? 800 : 0));
      const metrics = { ...run.metrics, fromSent: { ...fromSent, series: { sum, count: at.map(() => 1) } } };
      return { ...run, slices, plan: { ...run.plan, seconds: at.length }, metrics } as typeof run;
    });
  const { points } = historyOf([...sliced('1.0.0'), ...sliced('2.0.0')]);
  // The mean of its messages would be 48.
  expect(points.map(({ value }) => value.toFixed(0))).toEqual(['8', '10']);
});

test('one point has no history, and another load is another history', () => {
  expect(historiesOf(rowsOf(runs('1.0.0', 8)), () => 'fromSent.mean', rowSays)).toEqual([]);
  const other = makeRuns(4, { session: 'one', identity: { version: '2.0.0', clients: 6, params: few } });
  expect(historiesOf(rowsOf([...runs('1.0.0', 8), ...other]), () => 'fromSent.mean', rowSays)).toEqual([]);
});
