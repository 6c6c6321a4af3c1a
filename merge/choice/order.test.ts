import type { Measured } from '../claims/types.ts';
import { orderOf, type Weights } from './order.ts';
import { makeChoiceRow, within } from './testing/made-rows.ts';
import { type ChoiceRow, CRITERIA } from './types.ts';

const weigh = (weights: Partial<Weights>): Weights =>
  Object.fromEntries(CRITERIA.map(({ id }) => [id, weights[id] ?? 0])) as Weights;

const placesOf = (rows: ChoiceRow[], weights: Partial<Weights>) =>
  orderOf(rows, weigh(weights)).placed.map(({ row, place }) => `${place} ${row.label}`);

test('one criterion orders rows by its figure, the lowest first', () => {
  const rows = [30, 10, 20].map((value) => makeChoiceRow(`r${value}`, { cpu: within(value, 1.01) }));
  expect(placesOf(rows, { cpu: 3 })).toEqual(['1 r10', '2 r20', '3 r30']);
});

test('the ratio to the first is the weighted geometric mean of ratios, its interval that of independent logarithms', () => {
  const rows = [
    makeChoiceRow('first', { cpu: within(10, 1.1), idle: within(100, 1.2) }),
    makeChoiceRow('second', { cpu: within(20, 1.1), idle: within(800, 1.2) }),
  ];
  const [, { times, most }] = orderOf(rows, weigh({ cpu: 1, idle: 2 })).placed as [
    unknown,
    { times: Measured; most: unknown },
  ];
  expect(times.value).toBeCloseTo(2 ** (1 / 3) * 8 ** (2 / 3), 10);
  const half = Math.sqrt(2 * (Math.log(1.1) / 3) ** 2 + 2 * ((2 * Math.log(1.2)) / 3) ** 2);
  expect(Math.log(times.high!) - Math.log(times.value)).toBeCloseTo(half, 10);
  expect(Math.log(times.value) - Math.log(times.low!)).toBeCloseTo(half, 10);
  expect(most).toEqual({ criterion: 'idle', times: expect.closeTo(8, 10) });
});

test('rows share a place where the interval of their difference contains 0, and weights decide whether it does', () => {
  const rows = [
    makeChoiceRow('cheap', { latency: within(10, 1.3), cpu: within(10, 1.01) }),
    makeChoiceRow('quick', { latency: within(9, 1.3), cpu: within(30, 1.01) }),
  ];
  expect(placesOf(rows, { latency: 1 })).toEqual(['1 quick', '1 cheap']);
  expect(placesOf(rows, { latency: 1, cpu: 1 })).toEqual(['1 cheap', '2 quick']);
});

test('equality is judged against the first of a place, so a chain of neighbours does not join it', () => {
  const rows = [10, 11, 12].map((value) => makeChoiceRow(`r${value}`, { p99: within(value, 1.08) }));
  expect(placesOf(rows, { p99: 1 })).toEqual(['1 r10', '1 r11', '3 r12']);
});

test('figures without a width tell every difference apart, and equal ones are equal', () => {
  const exact = (label: string, value: number) => makeChoiceRow(label, { bytes: { value, low: value, high: value } });
  expect(placesOf([exact('a', 100), exact('b', 100), exact('c', 101)], { bytes: 1 })).toEqual(['1 a', '1 b', '3 c']);
});

test('a row without a figure or an interval for what counts has no place; what does not count is not missed', () => {
  const rows = [
    makeChoiceRow('whole', { cpu: within(2, 1.1), idle: within(2, 1.1) }),
    makeChoiceRow('no idle', { cpu: within(1, 1.1) }),
    makeChoiceRow('one run', { cpu: { value: 1, low: null, high: null }, idle: within(2, 1.1) }),
    makeChoiceRow('less than none', { cpu: within(1, 1.1), idle: { value: 1, low: -1, high: 3 } }),
  ];
  const { placed, unplaced } = orderOf(rows, weigh({ cpu: 1, idle: 1 }));
  expect(placed.map(({ row }) => row.label)).toEqual(['whole']);
  expect(unplaced.map(({ row, without }) => [row.label, ...without])).toEqual([
    ['no idle', 'idle'],
    ['one run', 'cpu'],
    ['less than none', 'idle'],
  ]);
  expect(placesOf(rows, { cpu: 1 })).toHaveLength(3);
});

test('missed messages count by how many are sent for each that arrives, so that none missed has a place', () => {
  const missing = (label: string, value: number) =>
    makeChoiceRow(label, { missed: { value, low: value, high: value } });
  const { placed } = orderOf([missing('half', 50), missing('none', 0), missing('all', 100)], weigh({ missed: 1 }));
  expect(placed.map(({ row, times }) => [row.label, times?.value])).toEqual([
    ['none', undefined],
    ['half', expect.closeTo(2, 10)],
  ]);
});

test('twice all weights change nothing, and none gives no order', () => {
  const rows = [
    makeChoiceRow('a', { cpu: within(2, 1.1), p99: within(9, 1.2) }),
    makeChoiceRow('b', { cpu: within(3, 1.1), p99: within(4, 1.2) }),
  ];
  expect(orderOf(rows, weigh({ cpu: 2, p99: 4 }))).toEqual(orderOf(rows, weigh({ cpu: 1, p99: 2 })));
  expect(orderOf(rows, weigh({}))).toEqual({ placed: [], unplaced: [] });
});

test('a row that was measured unlike most others has no place', () => {
  const made = (label: string, setup: string) => makeChoiceRow(label, { cpu: within(1, 1.1) }, { setup });
  const { placed, unplaced } = orderOf([made('a', 'two'), made('b', 'one'), made('c', 'one')], weigh({ cpu: 1 }));
  expect(placed.map(({ row }) => row.label)).toEqual(['b', 'c']);
  expect(unplaced.map(({ row, without }) => [row.label, without])).toEqual([['a', []]]);
});
