import type { Fuzzed } from './fuzz-app.ts';
import { fuzzTable, tookTooLong, withRows } from './fuzz-table.ts';

const fuzzed = (framework: string, problems: string[] = []): Fuzzed => ({
  framework,
  label: framework.toUpperCase(),
  seed: 1,
  seconds: 90,
  counts: { websocket: { inputs: 1000, ended: 5 }, sse: { inputs: 500, ended: 2 } },
  memory: { before: 60e6, middle: 80e6, after: 81e6, rest: null, growth: { slope: 12.3, low: -4 }, problems: [] },
  samples: [],
  atRest: [],
  longestWaitMs: 1234.5,
  checks: 40,
  problems,
});

test('a row says how many inputs, the memory, and what did not hold', () => {
  const row = fuzzTable([fuzzed('one', ['it | ended'])], 'here')
    .split('\n')
    .at(-1);
  expect(row).toBe('| ONE | 1,500 | 7 | 1.5 | 60, 80, 81 | 40 | it \\| ended | seed 1, here | 12 | 1,235 |');
});

test('the row of a framework takes the place of its former one, and the others stay', () => {
  const before = fuzzTable([fuzzed('one'), fuzzed('two')], 'then');
  const after = withRows(before, [fuzzed('two')], 'now').split('\n');
  expect(after.filter((line) => /^\| [A-Z]/.test(line))).toHaveLength(2);
  expect(after.at(-2)).toMatch(/^\| ONE .* then \| 12 \| 1,235 \|$/);
  expect(after.at(-1)).toMatch(/^\| TWO .* now \| 12 \| 1,235 \|$/);
  expect(withRows('Not run yet.', [fuzzed('one')], 'now')).toBe(fuzzTable([fuzzed('one')], 'now'));
});

test('what all rows share of seed, date, machine and versions stands once above them', () => {
  const table = fuzzTable([fuzzed('one'), fuzzed('two')], 'today, 2 cores, Outcry 1');
  expect(table.split('\n')[0]).toBe('All rows: seed 1, today, 2 cores.');
  expect(table).toContain('| nothing | Outcry 1 |');
});

test('a row from elsewhere gives every row its own facts again', () => {
  const before = fuzzTable([fuzzed('one'), fuzzed('two')], 'today, 2 cores, Outcry 1');
  const after = withRows(before, [{ ...fuzzed('two'), seed: 2 }], 'tomorrow, 4 cores, Outcry 2');
  expect(after).not.toContain('All rows');
  expect(after).toContain('| seed 1, today, 2 cores, Outcry 1 |');
  expect(after).toContain('| seed 2, tomorrow, 4 cores, Outcry 2 |');
});

test('half an hour is enough for a million inputs, an hour for two, and what takes longer is said and is no failure', () => {
  const took = (minutes: number, inputs: number) =>
    tookTooLong({ seconds: minutes * 60, counts: { sse: { inputs, ended: 0 } } });
  expect([took(29, 1_000_031), took(59, 2_000_031)]).toEqual([null, null]);
  expect([took(31, 1_000_031), took(31, 5_000), took(61, 2_000_031)]).not.toContain(null);
  const row = fuzzTable([{ ...fuzzed('one'), seconds: 31 * 60 }], 'here')
    .split('\n')
    .at(-1);
  expect(row).toContain('| 31.0, took longer than half an hour for a million inputs |');
  expect(row).toContain('| nothing |');
});
