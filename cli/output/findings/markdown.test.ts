import { loadText } from './markdown.ts';

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
