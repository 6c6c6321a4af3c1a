import { daysOf, loadText } from './markdown.ts';

const figure = { of: '', what: 'latency', value: 1, unit: 'ms', here: null };
const text = (theirs: string, here: string | null) => loadText({ load: { theirs, here }, figures: [figure] });

test('the load of both sides stands in a card once where only the rounds differ', () => {
  expect(text('60 console clients, 10 rounds, network 4g', '60 console clients, network 4g')).toBe(
    ' Load as planned: 60 console clients, 10 rounds, network 4g.',
  );
  expect(text('60 console clients, 10 rounds', '20 console clients')).toContain('; ours 20 console clients.');
});

test('ours stands alone where the study measured nothing', () => {
  expect(loadText({ load: { theirs: '60 console clients, 10 rounds', here: '60 console clients' }, figures: [] })).toBe(
    ' Load: ours 60 console clients.',
  );
  expect(loadText({ load: null, figures: [] })).toBe('');
});

test.each([
  ['one day', '2026-01-01T23:00:00Z', '2026-01-01T23:30:00Z', '2026-01-01'],
  ['several', '2026-01-01T23:00:00Z', '2026-01-03T01:00:00Z', '2026-01-01 to 2026-01-03'],
  ['none that is known', null, null, 'an unknown day'],
])('the days of runs: %s', (_, first, last, days) => {
  expect(daysOf({ first, last })).toBe(days);
});
